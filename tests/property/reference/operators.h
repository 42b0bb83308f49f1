// Operators and functions on values, straight from section 6 of the language.
#pragma once

#include <cstdint>
#include <string_view>

#include "compiler/syntax/expression.h"
#include "mesh/value/value.h"

namespace meshc::property {

/// `+ - * / %` on ints, floats and strings. Throws ExpressionError.
mesh::Value Arithmetic(syntax::BinaryOperator op, const mesh::Value& a, const mesh::Value& b);
/// Below, equal or above 0, for ints, floats and strings.
int Compare(const mesh::Value& a, const mesh::Value& b);
std::int64_t CodePoints(std::string_view text);
mesh::Value Upper(const mesh::Value& text);

}  // namespace meshc::property
