#include "urgency.h"

#include "lexicons.h"
#include "text.h"

namespace shop_support::rules {
namespace {

constexpr std::string_view kUrgentPhrases[] = {
    "today|tonight|this week",
    "expires? (today|tomorrow|soon)",
    "(need|want|require).{0,20}(immediately|asap|urgently)",
    "time sensitive",
    "deadline|due date",
    "supposed to (arrive|come|be here) (yesterday|today)",
    "should have (arrived|come|been here)",
    "was (supposed|expected) to",
};

UrgencyLevel LevelOf(int score) {
  if (score >= 3) return UrgencyLevel::high;
  return score >= 1 ? UrgencyLevel::medium : UrgencyLevel::low;
}

}  // namespace

Urgency FindUrgency(std::string_view message) {
  const int score = CountTokens(Tokens(message), UrgencyWords()) + 2 * CountPatterns(message, kUrgentPhrases);
  Urgency urgency;
  urgency.level = LevelOf(score);
  urgency.score = score;
  return urgency;
}

}  // namespace shop_support::rules
