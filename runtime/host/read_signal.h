// The value of a signal, as the wait takes it that it is for.
#pragma once

#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "mesh/contract/route_table.h"
#include "mesh/value/json.h"
#include "mesh/value/schemas.h"

namespace mesh::host {

/// `park`: a kPark point of `table`, whose schemas are `schemas`. Of a value that goes into a
/// `@sensitive` field the error tells nothing.
std::variant<Value, SchemaError> ReadSignal(const contract::RouteTable& table, const Schemas& schemas,
                                            const contract::Point& park, const nlohmann::json& value);

}  // namespace mesh::host
