// The value of a signal, as the wait takes it that it is for, and how a wait goes on.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/route/router.h"
#include "mesh/value/json.h"
#include "mesh/value/schemas.h"

namespace mesh::route {

/// `park`: a kPark point of `table`, whose schemas are `schemas`. Of a value that goes into a
/// `@sensitive` field the error tells nothing.
std::variant<Value, SchemaError> ReadSignal(const contract::RouteTable& table, const Schemas& schemas,
                                            const contract::Point& park, const nlohmann::json& value);

/// A parked envelope goes on with the value of its signal, as JSON text. One that is no JSON, or breaks its
/// type, is a contract_violation.
Step WakeWith(const Router& router, Envelope& envelope, std::string_view text, std::int64_t now_ns);

/// The time of a wait has come: for its signal, or for the envelope.
Step WakeInTime(const Router& router, Envelope& envelope, std::int64_t now_ns);
/// Somebody wants the parked envelope cancelled: it is told now.
Step WakeCancelled(const Router& router, Envelope& envelope, std::int64_t now_ns);

}  // namespace mesh::route
