#include "mesh/route/check_value.h"

#include <fmt/format.h>

namespace mesh::route {

std::optional<SchemaError> CheckValue(const Router& router, contract::Index type, const Value& value) {
  const std::size_t limit = router.limits().payload_bytes;
  if (value.weight() > limit) {
    return SchemaError{
        "", fmt::format("the value takes about {} bytes, a payload may take {}", value.weight(), limit)};
  }
  auto conforms = Conform(router.schemas(), type, value);
  if (auto* broken = std::get_if<SchemaError>(&conforms)) return std::move(*broken);
  return std::nullopt;
}

}  // namespace mesh::route
