// One schema document: the root's keywords and, in `$defs`, every named type that it reaches.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "compiler/types/declarations.h"

namespace meshc::codegen {

class Document {
 public:
  /// `title` says what of the mesh it describes: `Ticket at entry`.
  Document(const types::Declarations& declarations, const std::string& title, const std::string& doc);

  nlohmann::ordered_json& root() { return root_; }
  /// The named types that something in the root refers to.
  std::set<types::TypeId>& reached() { return reached_; }

  /// An object, whose properties are added one by one.
  void BeginObject();
  void AddProperty(const types::Member& member, bool required);
  /// The envelope's `in` fields; other members are taken unless they are called as its other fields are.
  void AddEntry(const types::Envelope& envelope);
  /// All its fields, as a flow leaves them.
  void AddExit(const types::Envelope& envelope);

  std::string Finish();

 private:
  void AddDefinitions();

  const types::Declarations& declarations_;
  nlohmann::ordered_json root_;
  std::set<types::TypeId> reached_;
};

}  // namespace meshc::codegen
