#include "guardrail.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "text.h"

namespace shop_support::rules {
namespace {

constexpr std::string_view kForbidden =
    R"(\b(damn|hell|crap|stupid|idiot|sue|lawsuit|lawyer|court|hate|kill|die|murder|legal action)\b)";
constexpr std::string_view kSocialSecurityNumber = R"(\d{3}-\d{2}-\d{4})";
constexpr std::string_view kCardNumber = R"(\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4})";
constexpr std::string_view kPromise =
    R"(\b(guarantee|promise|definitely will|for sure|100% certain|absolutely will)\b)";
constexpr double kLargeAmount = 1000;

bool IsBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

bool NamesLargeAmount(std::string_view text) {
  static const re2::RE2 amount(R"(\$ ?(\d[\d,]*(?:\.\d+)?))");
  re2::StringPiece rest(text.data(), text.size());
  for (std::string digits; re2::RE2::FindAndConsume(&rest, amount, &digits);) {
    std::erase(digits, ',');
    if (std::strtod(digits.c_str(), nullptr) > kLargeAmount) return true;
  }
  return false;
}

Finding MakeFinding(Severity severity, std::string rule) {
  Finding finding;
  finding.severity = severity;
  finding.rule = std::move(rule);
  return finding;
}

GuardrailStatus StatusOf(const std::vector<Finding>& findings) {
  if (findings.empty()) return GuardrailStatus::passed;
  const bool critical = std::any_of(findings.begin(), findings.end(),
                                    [](const Finding& f) { return f.severity == Severity::critical; });
  return critical ? GuardrailStatus::failed : GuardrailStatus::warning;
}

}  // namespace

Guardrail Validate(std::string_view text) {
  Guardrail guardrail;
  const auto report = [&](bool found, Severity severity, const char* rule) {
    if (found) guardrail.findings.push_back(MakeFinding(severity, rule));
  };
  report(IsBlank(text), Severity::critical, "empty text");
  report(Found(text, kForbidden), Severity::critical, "forbidden word");
  report(Found(text, kSocialSecurityNumber) || Found(text, kCardNumber), Severity::critical, "personal data");
  report(Found(text, kPromise), Severity::high, "promise");
  report(NamesLargeAmount(text), Severity::high, "large amount");
  guardrail.status = StatusOf(guardrail.findings);
  return guardrail;
}

}  // namespace shop_support::rules
