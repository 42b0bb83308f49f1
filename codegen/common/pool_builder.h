// Types and constants of the compiler as data of the runtime's contract.
//
// Types are numbered in the order in which they are reached, so that numbers depend on what is
// asked for and on nothing else. Used by the route table, its scenarios and the C++ codecs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/types/declarations.h"
#include "mesh/contract/route_table.h"
#include "mesh/route/table_data.h"

namespace meshc::codegen {

namespace contract = mesh::contract;

class PoolBuilder {
 public:
  /// An empty pool. The declarations outlive the builder.
  explicit PoolBuilder(const types::Declarations& declarations) : declarations_(declarations) {}
  /// A pool that begins with copies of the entries of `begin` and finds its types again.
  PoolBuilder(const types::Declarations& declarations, const contract::Pool& begin);

  /// The index of the type, added with all that it is made of when it is new.
  contract::Index AddType(types::TypeId type);
  contract::Index AddConstant(const types::Constant& constant);
  /// kNone for none.
  contract::Index AddConstant(const std::optional<types::Constant>& constant);
  contract::Index AddString(std::string_view text);

  // Runs of consecutive entries; an empty run is {0, 0}.
  contract::Span AddMembers(const std::vector<types::Member>& members);
  contract::Span AddStrings(const std::vector<std::string>& texts);
  contract::Span AddIndices(const std::vector<contract::Index>& indices);

  std::string_view Text(std::string_view text) { return pool_.Text(std::string(text)); }
  mesh::route::PoolData& pool() { return pool_; }

 private:
  std::string_view DeclaredName(const types::Type& type) const;
  contract::Index AddNamedType(contract::Type type, const types::Type& source);
  contract::Index AddPlainType(contract::Type type);
  contract::Index PushType(const contract::Type& type);
  void FillParts(contract::Index index, const types::Type& source);

  const types::Declarations& declarations_;
  mesh::route::PoolData pool_;
  std::map<std::string, contract::Index> types_;    ///< By identity: name, or structure.
  std::map<std::string, contract::Index> scalars_;  ///< Constants without children.
};

}  // namespace meshc::codegen
