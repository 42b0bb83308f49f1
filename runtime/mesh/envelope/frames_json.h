// Frames on the wire: objects whose `kind` is `call`, `clause`, `finally`, `saga`, `each`, `follow`
// or `branch`.
#pragma once

#include <variant>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/value/json.h"
#include "mesh/value/schemas.h"

namespace mesh {

struct JsonNode;
class JsonWriter;

/// The type of the elements of the list of a kEachFork point.
contract::Index ElementType(const contract::RouteTable& table, contract::Index each_fork);

/// A call frame's `deadline_at` is null where the caller had none, and left out where it was kept.
void WriteFrame(JsonWriter& out, const contract::RouteTable& table, const Frame& frame);
/// Indices are checked against the table.
std::variant<Frame, SchemaError> FrameFromJson(const contract::RouteTable& table, const Schemas& schemas,
                                               const JsonNode& json);

}  // namespace mesh
