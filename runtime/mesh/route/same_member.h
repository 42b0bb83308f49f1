// When two members of a table's entries are the same.
#pragma once

#include <bit>
#include <cstdint>

#include "mesh/contract/entry.h"

namespace mesh::route {

inline bool Same(contract::Span left, contract::Span right) {
  return left.first == right.first && left.count == right.count;
}
inline bool Same(double left, double right) {  // 0.0 and -0.0 differ here.
  return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}
template <typename T>
bool Same(const T& left, const T& right) {
  return left == right;
}

}  // namespace mesh::route
