// Writes into the payload, by the modes of its fields.
#pragma once

#include <optional>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/envelope/outcome.h"
#include "mesh/route/router.h"

namespace mesh::route {

/// The results that the visit came to, to be kept for when it is repeated. Null: it came to something else,
/// or to what breaks the actor's contract, which is no success.
const Results* SoundResults(const Router& router, const contract::Actor& actor, const Outcome& outcome);

/// Writes the results of the call at `point`, all or none: each must fit its type, the field's
/// type and mode, and the payload must not get too large. What was wrong is a contract_violation.
std::optional<Error> WriteResults(const Router& router, const contract::Point& point,
                                  const ValueList& results, Envelope& envelope);

/// Writes what a flow on an own envelope gives back, all or none; `callee` is its payload. Fields
/// that are absent there write nothing.
std::optional<Error> WriteBack(const Router& router, const contract::Point& point, const ValueList& callee,
                               Envelope& envelope);

/// Writes the value of a kSet or kPark point.
std::optional<Error> WriteSet(const Router& router, const contract::Point& point, Value value,
                              Envelope& envelope);

/// By Value::weight, names of fields included.
std::size_t PayloadWeight(contract::Array<contract::Field> fields, const Envelope& envelope);

}  // namespace mesh::route
