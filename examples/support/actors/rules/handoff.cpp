#include "handoff.h"

#include <string>

#include "text.h"

namespace shop_support::rules {
namespace {

constexpr std::size_t kLongestQuote = 80;

std::string QueueFor(const Intent& intent, const Customer& customer) {
  if (customer.tier == Tier::vip) return "vip";
  return intent.category == Category::billing_question ? "billing" : "support";
}

}  // namespace

Handoff HandOff(std::string_view message, const Sentiment& sentiment, const Intent& intent,
                const Customer& customer) {
  Handoff handoff;
  handoff.queue = QueueFor(intent, customer);
  const bool urgent = sentiment.urgency.level == UrgencyLevel::high || sentiment.escalation.wished;
  handoff.priority = urgent ? Priority::urgent : Priority::normal;
  handoff.summary = Shorten(message, kLongestQuote);
  return handoff;
}

}  // namespace shop_support::rules
