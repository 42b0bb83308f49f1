// The types of a pool, ready for checking: patterns are compiled once, former names stand by member.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "mesh/contract/promises.h"
#include "mesh/contract/route_table.h"

namespace re2 {
class RE2;
}

namespace mesh {

/// Immutable after construction; share it between threads. The entries of the pool outlive it.
class Schemas {
 public:
  /// `former`: names that members and fields had once, under which they are read, too.
  explicit Schemas(const contract::Pool& pool, contract::Array<contract::FormerName> former = {});
  ~Schemas();
  Schemas(const Schemas&) = delete;
  Schemas& operator=(const Schemas&) = delete;

  const contract::Pool& pool() const { return pool_; }
  const contract::Type& type(contract::Index index) const { return pool_.types[index]; }
  contract::Array<contract::Member> members(const contract::Type& type) const {
    return contract::Slice(pool_.members, type.members);
  }
  /// What a member of the pool, or a field of its table, was called once; empty: it has had no other name.
  std::string_view FormerMember(contract::Index member) const { return Of(former_members_, member); }
  std::string_view FormerField(contract::Index field) const { return Of(former_fields_, field); }
  /// True if the whole of `text` fits the pattern of string type `index`, or it has none.
  bool Matches(contract::Index index, std::string_view text) const;

 private:
  static std::string_view Of(const std::vector<std::string_view>& names, contract::Index entry) {
    return entry < names.size() ? names[entry] : std::string_view();
  }

  contract::Pool pool_;
  std::vector<std::string_view> former_members_;  ///< Up to the last one that has any.
  std::vector<std::string_view> former_fields_;
  std::vector<std::unique_ptr<re2::RE2>> patterns_;  ///< By type; null: none. Empty: no type has one.
};

}  // namespace mesh
