#include "compiler/sema/whole_number.h"

#include <algorithm>
#include <string>

namespace meshc::sema {
namespace {

constexpr std::int64_t kFarExponent = 1'000'000'000;

/// `e+12`, or nothing; what is beyond all reason counts as far.
std::int64_t ReadExponent(llvm::StringRef text) {
  if (text.empty()) return 0;
  text = text.drop_front();
  const bool negative = text.consume_front("-");
  text.consume_front("+");
  std::int64_t exponent = 0;
  if (text.getAsInteger(10, exponent) || exponent > kFarExponent) exponent = kFarExponent;
  return negative ? -exponent : exponent;
}

}  // namespace

std::optional<std::int64_t> WholeNumber(llvm::StringRef written) {
  std::string plain_digits = written.str();
  plain_digits.erase(std::remove(plain_digits.begin(), plain_digits.end(), '_'), plain_digits.end());
  llvm::StringRef digits = plain_digits;
  constexpr std::int64_t kMostDigits = 19;
  const bool negative = digits.consume_front("-");
  const llvm::StringRef mantissa = digits.take_until([](char c) { return c == 'e' || c == 'E'; });
  std::int64_t exponent = ReadExponent(digits.drop_front(mantissa.size()));
  const auto [whole, fraction] = mantissa.split('.');
  exponent -= static_cast<std::int64_t>(fraction.size());
  const std::string text = whole.str() + fraction.str();
  const llvm::StringRef kept = llvm::StringRef(text).rtrim('0');
  const llvm::StringRef significant = kept.ltrim('0');
  if (significant.empty()) return 0;
  exponent += static_cast<std::int64_t>(text.size() - kept.size());
  const auto length = static_cast<std::int64_t>(significant.size());
  if (exponent < 0 || length + exponent > kMostDigits) return std::nullopt;
  const std::string plain =
      (negative ? "-" : "") + significant.str() + std::string(static_cast<std::size_t>(exponent), '0');
  std::int64_t number = 0;
  if (llvm::StringRef(plain).getAsInteger(10, number)) return std::nullopt;
  return number;
}

}  // namespace meshc::sema
