// The rules that act and answer.
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "actions.h"
#include "customers.h"
#include "guardrail.h"
#include "intent.h"
#include "response.h"
#include "sentiment.h"
#include "templates.h"
#include "text.h"

namespace shop_support::rules {
namespace {

constexpr Category kCategories[] = {
    Category::order_inquiry,      Category::delivery_issue,       Category::product_complaint,
    Category::return_request,     Category::cancellation_request, Category::billing_question,
    Category::escalation_request, Category::compliment,           Category::general_inquiry};
constexpr SentimentLabel kLabels[] = {SentimentLabel::positive, SentimentLabel::neutral,
                                      SentimentLabel::negative};

Sentiment Sounding(SentimentLabel label, bool complaint) {
  Sentiment sentiment;
  sentiment.label = label;
  sentiment.complaint.is_complaint = complaint;
  return sentiment;
}

Intent About(Category category) {
  Intent intent;
  intent.category = category;
  return intent;
}

TEST(Customers, ComeFromATable) {
  EXPECT_EQ(FindCustomer("john.doe@example.com").tier, Tier::premium);
  EXPECT_EQ(FindCustomer("john.doe@example.com").orders.size(), 3U);
  EXPECT_EQ(FindCustomer("jane.smith@example.com").tier, Tier::vip);
  EXPECT_EQ(FindCustomer("jane.smith@example.com").orders.size(), 7U);
  EXPECT_EQ(FindCustomer("bob.wilson@example.com").tier, Tier::standard);
  EXPECT_EQ(FindCustomer("bob.wilson@example.com").orders.size(), 1U);
  EXPECT_EQ(FindCustomer("nobody@example.com").tier, Tier::standard);
  EXPECT_TRUE(FindCustomer("nobody@example.com").orders.empty());
}

TEST(Guardrail, FailsOnForbiddenWordsAsWholeWords) {
  EXPECT_EQ(Validate("Go to Hell!").status, GuardrailStatus::failed);
  EXPECT_EQ(Validate("We take legal action.").status, GuardrailStatus::failed);
  EXPECT_EQ(Validate("The issue is solved: a shell, a diet, a courtyard, skills.").status,
            GuardrailStatus::passed);
}

TEST(Guardrail, FailsOnPersonalData) {
  EXPECT_EQ(Validate("123-45-6789").status, GuardrailStatus::failed);
  EXPECT_EQ(Validate("1234567812345678").status, GuardrailStatus::failed);
  EXPECT_EQ(Validate("1234-5678-1234-5678").status, GuardrailStatus::failed);
  EXPECT_EQ(Validate("1234 5678 1234 567").status, GuardrailStatus::passed);
}

TEST(Guardrail, FailsOnAnEmptyText) {
  EXPECT_EQ(Validate("").status, GuardrailStatus::failed);
  EXPECT_EQ(Validate(" \n").status, GuardrailStatus::failed);
}

TEST(Guardrail, WarnsOfPromisesAndLargeAmounts) {
  EXPECT_EQ(Validate("We guarantee it.").status, GuardrailStatus::warning);
  EXPECT_EQ(Validate("It is 100% certain.").status, GuardrailStatus::warning);
  EXPECT_EQ(Validate("You get $1,000.01").status, GuardrailStatus::warning);
  EXPECT_EQ(Validate("You get $1000").status, GuardrailStatus::passed);
  EXPECT_EQ(Validate("We promise to sue.").status, GuardrailStatus::failed);
}

TEST(Guardrail, NamesTheRuleAndNotTheText) {
  const Guardrail guardrail = Validate("damn, we promise");
  ASSERT_EQ(guardrail.findings.size(), 2U);
  EXPECT_EQ(guardrail.findings[0].rule, "forbidden word");
  EXPECT_EQ(guardrail.findings[0].severity, Severity::critical);
  EXPECT_EQ(guardrail.findings[1].severity, Severity::high);
}

TEST(Actions, FollowFromTheIntent) {
  EXPECT_EQ(ActionsFor(Category::return_request),
            (std::vector<Action>{Action::generate_return_label, Action::process_return}));
  EXPECT_EQ(ActionsFor(Category::cancellation_request), std::vector<Action>{Action::cancel_order});
  EXPECT_EQ(ActionsFor(Category::billing_question), std::vector<Action>{Action::add_customer_note});
  EXPECT_TRUE(ActionsFor(Category::compliment).empty());
}

TEST(Actions, CancelOnlyForThoseWhoMay) {
  Customer customer;
  customer.tier = Tier::standard;
  Intent intent = About(Category::cancellation_request);
  intent.confidence = 0.8;
  Urgency urgency;
  urgency.level = UrgencyLevel::medium;
  EXPECT_FALSE(IsAllowed(Action::cancel_order, customer, intent, urgency));
  EXPECT_TRUE(IsAllowed(Action::process_return, customer, intent, urgency));
  intent.confidence = 0.81;
  EXPECT_TRUE(IsAllowed(Action::cancel_order, customer, intent, urgency));
  intent.confidence = 0.7;
  urgency.level = UrgencyLevel::high;
  EXPECT_TRUE(IsAllowed(Action::cancel_order, customer, intent, urgency));
  urgency.level = UrgencyLevel::low;
  customer.tier = Tier::premium;
  EXPECT_TRUE(IsAllowed(Action::cancel_order, customer, intent, urgency));
}

TEST(Ledger, HasOneEffectForOneMessage) {
  Ledger ledger;
  const std::string first = ledger.Perform("message-1", Action::cancel_order, "text");
  EXPECT_EQ(ledger.Perform("message-1", Action::cancel_order, "text"), first);
  EXPECT_EQ(ledger.effect_count(), 1U);
  ledger.Perform("message-2", Action::cancel_order, "text");
  EXPECT_EQ(ledger.effect_count(), 2U);
}

TEST(Templates, PassTheGuardrailEverywhere) {
  for (const Category category : kCategories) {
    for (const SentimentLabel label : kLabels) {
      EXPECT_EQ(Validate(TemplateFor(category, label)).status, GuardrailStatus::passed)
          << TemplateFor(category, label);
    }
  }
  for (const char* reason : {"unsafe_text", "analysis_failed", "timeout", ""}) {
    EXPECT_EQ(Validate(FallbackFor(reason)).status, GuardrailStatus::passed) << reason;
  }
}

TEST(Templates, DifferByIntentAndTone) {
  std::set<std::string_view> texts;
  for (const Category category : kCategories) {
    for (const SentimentLabel label : kLabels) texts.insert(TemplateFor(category, label));
  }
  EXPECT_EQ(texts.size(), 27U);
}

TEST(Answer, ToAComplaintShowsRegret) {
  for (const Category category : kCategories) {
    for (const SentimentLabel label : kLabels) {
      const std::string text = WriteAnswer(Sounding(label, true), About(category), {}, std::nullopt);
      EXPECT_TRUE(Found(text, "apologize|understand|sorry")) << text;
    }
  }
}

TEST(Answer, TellsWhatWasDoneAndWhatWasRefused) {
  ActionReport done;
  done.action = Action::generate_return_label;
  done.status = ActionStatus::done;
  done.receipt = "RL-1";
  ActionReport refused;
  refused.action = Action::cancel_order;
  refused.status = ActionStatus::refused;
  const std::string text = WriteAnswer(Sounding(SentimentLabel::neutral, false),
                                       About(Category::return_request), {done, refused}, {});
  EXPECT_NE(text.find("RL-1"), std::string::npos);
  EXPECT_NE(text.find("could not cancel"), std::string::npos);
}

TEST(Answer, TellsWhatIsStillOpen) {
  const OrderHistory history = SumUp(FindCustomer("jane.smith@example.com"));
  EXPECT_EQ(history.order_count, 7);
  EXPECT_EQ(history.open_orders, (std::vector<std::string>{"ORD-JS0006", "ORD-JS0007"}));
  const std::string text =
      WriteAnswer(Sounding(SentimentLabel::neutral, false), About(Category::order_inquiry), {}, history);
  EXPECT_NE(text.find("ORD-JS0006, ORD-JS0007"), std::string::npos);
}

TEST(Response, IsTheFallbackWheneverThereIsOne) {
  EXPECT_EQ(Aggregate("draft", false, "safe", {}).text, "safe");
  EXPECT_EQ(Aggregate("draft", false, "safe", {}).source, Source::fallback);
  EXPECT_EQ(Aggregate("draft", true, std::nullopt, {}).text, "draft");
  EXPECT_TRUE(Aggregate("draft", true, std::nullopt, {}).handed_over);
  EXPECT_EQ(Aggregate("", true, std::nullopt, {}).source, Source::handoff);
  EXPECT_FALSE(Aggregate("", true, std::nullopt, {}).text.empty());
}

}  // namespace
}  // namespace shop_support::rules
