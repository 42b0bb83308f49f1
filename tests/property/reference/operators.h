// Operators and functions on values, straight from section 6 of the language.
#pragma once

#include <cstdint>
#include <string_view>

#include "compiler/syntax/expression.h"
#include "mesh/value/value.h"

namespace meshc::property {

/// `+ - * / %` on ints, floats, strings and times. Throws ExpressionError.
mesh::Value Arithmetic(syntax::BinaryOperator op, const mesh::Value& a, const mesh::Value& b);
/// Unary minus. Throws ExpressionError.
mesh::Value Negated(const mesh::Value& value);
/// Below, equal or above 0, for ints, floats, strings and times.
int Compare(const mesh::Value& a, const mesh::Value& b);
std::int64_t CodePoints(std::string_view text);

}  // namespace meshc::property
