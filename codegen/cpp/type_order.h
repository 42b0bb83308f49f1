// In which order types are defined, and which of them contain each other.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/types/declarations.h"

namespace meshc::codegen {

/// A record or a union.
struct TypeRef {
  types::TypeKind kind = types::TypeKind::kRecord;
  std::uint32_t index = 0;
  friend bool operator==(const TypeRef&, const TypeRef&) = default;
};

/// Records and unions in groups: a group needs only itself and the groups before it. A group of
/// several types is a cycle; in it, what a type holds directly stands before it.
class TypeOrder {
 public:
  /// From a record or union to one in its members. `direct`: the member holds the other one
  /// itself, not behind a list, map or `?`.
  struct Edge {
    std::uint32_t to = 0;
    bool direct = false;
  };
  using Edges = std::vector<std::vector<Edge>>;

  explicit TypeOrder(const types::Declarations& declarations);

  const std::vector<std::vector<TypeRef>>& groups() const { return groups_; }
  /// True if the two are one, or contain each other.
  bool InOneCycle(TypeRef a, TypeRef b) const { return group_of_[Number(a)] == group_of_[Number(b)]; }

 private:
  class Search;
  static std::vector<std::uint32_t> RankByParts(Edges edges);
  std::uint32_t Number(TypeRef type) const;

  std::uint32_t record_count_ = 0;
  std::vector<std::vector<TypeRef>> groups_;
  std::vector<std::uint32_t> group_of_;  ///< By number: records first, then unions.
};

}  // namespace meshc::codegen
