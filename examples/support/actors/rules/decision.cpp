#include "decision.h"

#include "sentiment.h"

namespace shop_support::rules {

bool NeedsPerson(const Sentiment& sentiment, const Intent& intent, const Customer& customer) {
  return sentiment.urgency.score >= 5 ||
         (sentiment.label == SentimentLabel::negative && Intensity(sentiment) > 0.8) ||
         sentiment.escalation.wished || intent.category == Category::escalation_request ||
         (customer.tier == Tier::vip && sentiment.urgency.level == UrgencyLevel::high);
}

}  // namespace shop_support::rules
