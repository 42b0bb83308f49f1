#include "mesh/value/json_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include <nlohmann/json.hpp>

namespace mesh {
namespace {

/// `digits` times ten to the `exponent`; no zeros at either end, none at all for 0.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

constexpr std::int64_t kFarExponent = 1'000'000'000;

/// `e+12`; what is beyond all reason counts as far.
std::int64_t ReadExponent(std::string_view text) {
  if (text.empty()) return 0;
  text.remove_prefix(1);
  const bool negative = text.front() == '-';
  if (negative || text.front() == '+') text.remove_prefix(1);
  std::int64_t exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (error != std::errc{} || exponent > kFarExponent) exponent = kFarExponent;
  return negative ? -exponent : exponent;
}

Decimal ReadDecimal(std::string_view text) {
  Decimal number;
  number.negative = text.front() == '-';
  if (number.negative) text.remove_prefix(1);
  const std::size_t mantissa_end = std::min(text.find_first_of("eE"), text.size());
  number.exponent = ReadExponent(text.substr(mantissa_end));
  text = text.substr(0, mantissa_end);
  const std::size_t point = std::min(text.find('.'), text.size());
  number.digits = text.substr(0, point);
  if (point < text.size()) {
    number.digits += text.substr(point + 1);
    number.exponent -= static_cast<std::int64_t>(text.size() - point - 1);
  }
  const std::size_t last = number.digits.find_last_not_of('0');
  if (last == std::string::npos) return {};
  number.exponent += static_cast<std::int64_t>(number.digits.size() - last - 1);
  number.digits.erase(last + 1);
  number.digits.erase(0, number.digits.find_first_not_of('0'));
  return number;
}

template <typename Json>
std::optional<std::string_view> DigitsOf(const Json& node) {
  if (!node.is_binary()) return std::nullopt;
  const auto& bytes = node.get_binary();
  return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace

nlohmann::json MakeExactNumber(std::string_view digits) {
  return nlohmann::json::binary({digits.begin(), digits.end()});
}

std::optional<std::string_view> ExactDigits(const nlohmann::json& node) { return DigitsOf(node); }
std::optional<std::string_view> ExactDigits(const nlohmann::ordered_json& node) { return DigitsOf(node); }

std::optional<std::int64_t> WholeNumber(std::string_view digits) {
  constexpr std::int64_t kMostDigits = 19;
  Decimal number = ReadDecimal(digits);
  if (number.digits.empty()) return 0;
  const auto length = static_cast<std::int64_t>(number.digits.size());
  if (number.exponent < 0 || length + number.exponent > kMostDigits) return std::nullopt;
  const std::string text = (number.negative ? "-" : "") + number.digits +
                           std::string(static_cast<std::size_t>(number.exponent), '0');
  std::int64_t whole = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
  return error == std::errc{} ? std::optional(whole) : std::nullopt;
}

double NearestFloat(std::string_view digits) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // Too small to tell from 0, or too large; a text that was read holds none of the latter.
  return error == std::errc{} ? value : 0;
}

bool MeansFloat(std::string_view digits, double value) {
  std::array<char, 32> buffer = {};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  const std::string_view shortest(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  return ReadDecimal(digits) == ReadDecimal(shortest);
}

std::optional<std::int64_t> IntOf(const JsonNode& node) {
  if (!node.is(JsonNode::Kind::kNumber)) return std::nullopt;
  std::int64_t number = 0;
  const char* const end = node.text.data() + node.text.size();
  const auto read = std::from_chars(node.text.data(), end, number);
  if (read.ec == std::errc{} && read.ptr == end) return number;
  return WholeNumber(node.text);
}

bool IsWhole(const JsonNode& node) {
  return node.is(JsonNode::Kind::kNumber) && ReadDecimal(node.text).exponent >= 0;
}

std::optional<std::uint64_t> CountOf(const JsonNode& node) {
  if (!node.is(JsonNode::Kind::kNumber)) return std::nullopt;
  std::uint64_t number = 0;
  const char* const end = node.text.data() + node.text.size();
  const auto read = std::from_chars(node.text.data(), end, number);
  return read.ec == std::errc{} && read.ptr == end ? std::optional(number) : std::nullopt;
}

std::optional<double> FloatOf(const JsonNode& node) {
  return node.is(JsonNode::Kind::kNumber) ? std::optional(NearestFloat(node.text)) : std::nullopt;
}

}  // namespace mesh
