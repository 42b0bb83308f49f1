// The types of a pool, ready for checking: patterns are compiled once.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "mesh/contract/route_table.h"

namespace re2 {
class RE2;
}

namespace mesh {

/// Immutable after construction; share it between threads. The entries of the pool outlive it.
class Schemas {
 public:
  explicit Schemas(const contract::Pool& pool);
  ~Schemas();
  Schemas(const Schemas&) = delete;
  Schemas& operator=(const Schemas&) = delete;

  const contract::Pool& pool() const { return pool_; }
  const contract::Type& type(contract::Index index) const { return pool_.types[index]; }
  contract::Array<contract::Member> members(const contract::Type& type) const {
    return contract::Slice(pool_.members, type.members);
  }
  /// True if the whole of `text` fits the pattern of string type `index`, or it has none.
  bool Matches(contract::Index index, std::string_view text) const;

 private:
  contract::Pool pool_;
  std::vector<std::unique_ptr<re2::RE2>> patterns_;  ///< By type; null: none. Empty: no type has one.
};

}  // namespace mesh
