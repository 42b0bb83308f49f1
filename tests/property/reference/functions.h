// The built-in functions on values, straight from section 6 of the language.
#pragma once

#include <string_view>

#include "mesh/value/value.h"

namespace meshc::property {

/// Any but `has`, which takes a path. Throws ExpressionError.
mesh::Value CallFunction(std::string_view name, const mesh::ValueList& arguments);

}  // namespace meshc::property
