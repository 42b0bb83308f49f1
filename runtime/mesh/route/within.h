// Range checks of indices and spans.
#pragma once

#include <cstdint>

#include "mesh/contract/route_table.h"

namespace mesh::route {

template <typename T>
bool Within(contract::Index index, const contract::Array<T>& entries) {
  return index < entries.size;
}

template <typename T>
bool WithinOrNone(contract::Index index, const contract::Array<T>& entries) {
  return index == contract::kNone || index < entries.size;
}

template <typename T>
bool Within(contract::Span span, const contract::Array<T>& entries) {
  return std::uint64_t{span.first} + span.count <= entries.size;
}

}  // namespace mesh::route
