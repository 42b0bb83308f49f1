#include "intent.h"

#include <re2/re2.h>

#include <algorithm>
#include <initializer_list>

#include "text.h"

namespace shop_support::rules {
namespace {

struct Rule {
  Category category;
  double confidence;
  std::vector<std::string_view> cues;
};

/// In order: the first that matches wins.
const std::vector<Rule>& Rules() {
  static const std::vector<Rule> rules = {
      {Category::order_inquiry, 0.7, {"order", "tracking", "status", "shipped"}},
      {Category::delivery_issue, 0.7, {"delivery", "deliver", "shipping", "carrier"}},
      {Category::product_complaint, 0.7, {"broken", "defective", "damaged", "wrong"}},
      {Category::return_request, 0.7, {"return", "exchange", "send back"}},
      {Category::cancellation_request, 0.7, {"cancel", "cancellation"}},
      {Category::billing_question, 0.7, {"refund", "money back", "charge", "billing"}},
      {Category::escalation_request, 0.8, {"manager", "supervisor", "escalate"}},
      {Category::compliment, 0.6, {"thank", "great", "excellent", "love"}},
  };
  return rules;
}

constexpr std::string_view kEntityPatterns[] = {
    R"((ORD-[A-Z0-9]{6,10}))",       R"((#\d{6,10}))",
    R"((TRK[A-Z0-9]{6,12}))",        R"(([A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+))",
    R"((\$\d[\d,]*(?:\.\d{1,2})?))",
};

bool Matches(const Rule& rule, std::string_view lowered) {
  return std::any_of(rule.cues.begin(), rule.cues.end(),
                     [&](std::string_view cue) { return lowered.find(cue) != std::string_view::npos; });
}

}  // namespace

Intent FindIntent(std::string_view message) {
  Intent intent;
  intent.category = Category::general_inquiry;
  intent.confidence = 0.3;
  intent.entities = FindEntities(message);
  const std::string lowered = Lower(message);
  for (const Rule& rule : Rules()) {
    if (!Matches(rule, lowered)) continue;
    intent.category = rule.category;
    intent.confidence = rule.confidence;
    break;
  }
  return intent;
}

std::vector<std::string> FindEntities(std::string_view message) {
  std::vector<std::string> entities;
  for (const std::string_view pattern : kEntityPatterns) {
    const re2::RE2 entity{re2::StringPiece(pattern.data(), pattern.size())};
    re2::StringPiece rest(message.data(), message.size());
    for (std::string text; re2::RE2::FindAndConsume(&rest, entity, &text);) entities.push_back(text);
  }
  return entities;
}

}  // namespace shop_support::rules
