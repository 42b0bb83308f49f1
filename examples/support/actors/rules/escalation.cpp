#include "escalation.h"

#include "lexicons.h"
#include "text.h"

namespace shop_support::rules {
namespace {

constexpr std::string_view kEscalationPhrases[] = {
    "speak to (your |a )?(manager|supervisor)",
    "this is unacceptable",
    "i will (sue|report|review)",
    "terrible service|worst experience",
};

}  // namespace

Escalation FindEscalation(std::string_view message) {
  const int score =
      CountTokens(Tokens(message), EscalationWords()) + 3 * CountPatterns(message, kEscalationPhrases);
  Escalation escalation;
  escalation.score = score;
  escalation.wished = score >= 3;
  return escalation;
}

}  // namespace shop_support::rules
