// Numbers as JSON writes them: digits are kept where neither an int nor a float says the same.
//
// nlohmann::json holds numbers in 64 bits, and JSON does not. A number that it would alter
// (`12345678901234567890123`, `0.10000000000000000001`) or write in another way (`1e2`, `-0.0`)
// travels as a node of its own: the one kind of node that no JSON text has, `binary`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "mesh/value/json_tree.h"

namespace mesh {

/// The node for `digits`, which are a number of JSON.
nlohmann::json MakeExactNumber(std::string_view digits);
/// The digits of such a node; they live as long as it does. Nothing: it is another kind of node.
std::optional<std::string_view> ExactDigits(const nlohmann::json& node);
std::optional<std::string_view> ExactDigits(const nlohmann::ordered_json& node);

/// The int that `digits` stand for, however they are written (`300`, `3e2`, `300.0`); nothing for
/// fractions and for what needs more than 64 bits. Digits are never rounded.
std::optional<std::int64_t> WholeNumber(std::string_view digits);
/// The int that a node stands for: 3.0 is one too, and nothing is rounded. Nothing: it is no number, or none
/// of 64 bits.
std::optional<std::int64_t> IntOf(const JsonNode& node);
/// True for a number without a fraction, however large and however it is written.
bool IsWhole(const JsonNode& node);
/// The number of a node that is written without sign, fraction and exponent, if 64 bits hold it.
std::optional<std::uint64_t> CountOf(const JsonNode& node);
/// The nearest float to the number that a node is; nothing: it is no number.
std::optional<double> FloatOf(const JsonNode& node);

/// The nearest float.
double NearestFloat(std::string_view digits);
/// True if `digits` mean the very number that `value` prints as.
bool MeansFloat(std::string_view digits, double value);

}  // namespace mesh
