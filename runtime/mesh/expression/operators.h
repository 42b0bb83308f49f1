// Operators on values. Each takes operands whose kinds the compiler has checked, and fails with a
// message where the language says `expression_error`; kinds that do not fit fail as well.
#pragma once

#include <string>

#include "mesh/contract/route_table.h"
#include "mesh/value/value.h"

namespace mesh::expression {

/// `left` becomes `left op right`, for kAdd to kRemainder. False: `message` says why not.
bool Calculate(contract::Op op, Value& left, const Value& right, std::string& message);
bool Negate(Value& value, std::string& message);

/// `left` becomes the bool `left op right`, for kEqual to kGreaterEqual.
bool Compare(contract::Op op, Value& left, const Value& right, std::string& message);
/// -1, 0 or 1 in `order`; false where the kinds have no order.
bool Order(const Value& left, const Value& right, int& order);

/// `element` becomes whether `container` (list or map) holds it.
bool Contains(Value& element, const Value& container, std::string& message);

}  // namespace mesh::expression
