// A JSON object as text with one entry of an array a line, for people and for diffs.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace mesh::route {

/// Takes the members one after the other, and arrays entry by entry, so that large ones never stand in
/// memory as a tree.
class LinePrinter {
 public:
  /// An array is printed by line as well.
  void Add(std::string_view name, const nlohmann::ordered_json& value);
  void BeginArray(std::string_view name);
  void AddEntry(const nlohmann::ordered_json& entry);
  void EndArray();
  std::string Finish() &&;

 private:
  void Name(std::string_view name);

  std::string text_;
  bool has_entries_ = false;
};

}  // namespace mesh::route
