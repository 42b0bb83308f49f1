// Input of calls: params and fields of own envelopes from bindings.
#pragma once

#include <optional>
#include <span>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/route/router.h"

namespace mesh::route {

/// Values for the params of `actor` from `bindings`, checked against their types; what no binding
/// gives takes its default, or stays absent where it is optional. They stand at `point`. `call`: what
/// undo params see of the call that they undo.
std::variant<Arguments, Error> BindParams(const Router& router, const Envelope& envelope,
                                          contract::Index actor, const contract::Point& point,
                                          contract::Span bindings, std::span<const Value> call = {});

/// The payload with which the flow call at `point` enters its callee, without defaults.
std::variant<ValueList, Error> BindFields(const Router& router, const Envelope& envelope,
                                          const contract::Point& point);

}  // namespace mesh::route
