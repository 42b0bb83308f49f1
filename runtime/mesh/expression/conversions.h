// `int()`, `float()`, `string()`: also how a json value becomes a typed one.
#pragma once

#include <string>

#include "mesh/value/value.h"

namespace mesh::expression {

// Each converts in place. False: `message` says why the value does not fit.

/// From int, float (truncated towards zero) and decimal text.
bool ToInt(Value& value, std::string& message);
/// From float, int and decimal text with or without fraction and exponent.
bool ToFloat(Value& value, std::string& message);
/// From string, bool, int, float, timestamp and duration, as they look on the wire.
bool ToString(Value& value, std::string& message);

}  // namespace mesh::expression
