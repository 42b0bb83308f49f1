#include "mesh/route/check_value.h"

#include <fmt/format.h>

namespace mesh::route {

namespace {

/// A number or truth value without bounds: there is nothing else to look at.
bool IsPlainScalar(const contract::Type& type, const Value& value) {
  if (type.has_min || type.has_max) return false;
  return (type.kind == contract::TypeKind::kInt && value.kind() == ValueKind::kInt) ||
         (type.kind == contract::TypeKind::kBool && value.kind() == ValueKind::kBool);
}

}  // namespace

std::optional<SchemaError> CheckValue(const Router& router, contract::Index type, const Value& value) {
  const std::size_t limit = router.limits().payload_bytes;
  if (value.weight() <= limit && IsPlainScalar(router.schemas().type(type), value)) return std::nullopt;
  if (value.weight() > limit) {
    return SchemaError{
        "", fmt::format("the value takes about {} bytes, a payload may take {}", value.weight(), limit)};
  }
  auto conforms = Conform(router.schemas(), type, value);
  if (auto* broken = std::get_if<SchemaError>(&conforms)) return std::move(*broken);
  return std::nullopt;
}

}  // namespace mesh::route
