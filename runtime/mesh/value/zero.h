// The zeros of types: what stands in for a result that nobody gave.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "mesh/contract/route_table.h"
#include "mesh/value/value.h"

namespace mesh {

/// No zeros that are made together have texts, bytes and lists that are longer, all in all: they would fill
/// the payload of any mesh.
inline constexpr std::int64_t kMaxZeroLength = 1 << 20;

/// Makes the zero of each type once: a record that holds one type twice holds one value twice, so the work
/// and the memory follow the number of types, however large the value is. The pool outlives it.
class Zeros {
 public:
  explicit Zeros(const contract::Pool& pool) : pool_(pool) {}

  /// The zero of a type, moved to the nearest value that its constraints allow (language, section 9).
  /// Nothing where that, with all that was made before, takes more than kMaxZeroLength, or nests deeper than
  /// values do. The value may be far
  /// heavier than the memory that it takes: weigh it before you walk it.
  std::optional<Value> Of(contract::Index type);

 private:
  std::optional<Value> Make(const contract::Type& type);
  std::optional<Value> Filled(std::int64_t length, char fill, Value (*make)(std::string));
  std::optional<Value> List(const contract::Type& type, std::int64_t length);
  std::optional<Value> Record(const contract::Type& type);
  std::optional<Value> Union(const contract::Type& type);
  /// False: there is no room for so many.
  bool Take(std::int64_t length);

  const contract::Pool& pool_;
  std::int64_t room_ = kMaxZeroLength;
  std::uint32_t depth_ = 0;
  std::unordered_map<contract::Index, Value> zeros_;
};

/// The zero of one type alone.
std::optional<Value> ZeroOf(const contract::Pool& pool, contract::Index type);

}  // namespace mesh
