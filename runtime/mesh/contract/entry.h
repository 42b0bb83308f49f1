// How the entries of a route table name each other: by index, by run, by array.
#pragma once

#include <cstdint>

namespace mesh::contract {

using Index = std::uint32_t;
inline constexpr Index kNone = 0xffffffffU;

/// A view of constant entries owned by the table.
template <typename T>
struct Array {
  const T* data = nullptr;
  Index size = 0;

  constexpr const T& operator[](Index index) const { return data[index]; }
  constexpr const T* begin() const { return data; }
  constexpr const T* end() const { return data + size; }
};

/// A run of consecutive entries of one of the table's arrays.
struct Span {
  Index first = 0;
  Index count = 0;
};

/// The entries of `all` that `span` names.
template <typename T>
constexpr Array<T> Slice(const Array<T>& all, Span span) {
  return {all.data + span.first, span.count};
}

}  // namespace mesh::contract
