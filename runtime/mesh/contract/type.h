// Payload types and constants of a route table.
#pragma once

#include <string_view>

#include "mesh/contract/entry.h"

namespace mesh::contract {

enum class TypeKind : std::uint8_t {
#define MESH_TYPE_KIND(enumerator, name) enumerator,
#include "mesh/contract/enumerations.def"
};

/// A payload type. The bounds are inclusive; which of them apply depends on the kind:
/// `int_*` for int, `float_*` for float, `length_*` for string (code points) and list.
struct Type {
  TypeKind kind = TypeKind::kJson;
  bool open = false;  ///< Enum: values outside the list are legal.
  bool has_min = false;
  bool has_max = false;
  Index element = kNone;          ///< Type of list, map and optional elements.
  std::string_view name = {};     ///< Declared name of record, enum, union; else empty.
  Span members = {};              ///< Record members and union tags, in `members`.
  Span values = {};               ///< Enum values, in `strings`.
  std::string_view pattern = {};  ///< String: RE2, must match whole; empty: none.
  std::int64_t min = 0;           ///< Int bound, or length bound.
  std::int64_t max = 0;
  double float_min = 0;
  double float_max = 0;
};

/// A record member, a union tag, a processor's param or result, a label-less name/type pair.
struct Member {
  std::string_view name = {};
  Index type = kNone;
  Index default_value = kNone;  ///< In `constants`; kNone: no default.
  bool sensitive = false;       ///< Its value stands in no error, log or trace.
};

/// A constant value. Children of lists, maps, records and unions stand in `constants` too.
enum class ConstantKind : std::uint8_t {
#define MESH_CONSTANT_KIND(enumerator, name) enumerator,
#include "mesh/contract/enumerations.def"
};

struct Constant {
  ConstantKind kind = ConstantKind::kNull;
  bool boolean = false;
  std::uint32_t nanoseconds = 0;  ///< kTimestamp: what is left of a second; below 10^9.
  std::int64_t integer = 0;       ///< kInt; kTimestamp: seconds since 1970; kDuration: nanoseconds.
  double number = 0;
  std::string_view text = {};  ///< kString, and kBytes (raw bytes).
  Index type = kNone;          ///< kRecord, kUnion.
  Span children = {};          ///< In `constant_children`.
};

}  // namespace mesh::contract
