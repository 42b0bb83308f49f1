// The rules that read a message.
#include <gtest/gtest.h>

#include "complaint.h"
#include "decision.h"
#include "escalation.h"
#include "intent.h"
#include "sentiment.h"
#include "text.h"
#include "urgency.h"

namespace shop_support::rules {
namespace {

TEST(Tokens, AreRunsOfWordCharactersInLowerCase) {
  EXPECT_EQ(Tokens("I don't, REALLY_1!"), (std::vector<std::string>{"i", "don", "t", "really_1"}));
  EXPECT_TRUE(Tokens("?! …").empty());
}

TEST(Sentiment, CountsPositiveAndNegativeWords) {
  const Sentiment sentiment = AnalyzeSentiment("good good bad");
  EXPECT_DOUBLE_EQ(sentiment.score, 1.0);
  EXPECT_EQ(sentiment.label, SentimentLabel::positive);
  EXPECT_DOUBLE_EQ(sentiment.confidence, 1.0 / 3);
}

TEST(Sentiment, WeighsAWordMoreIfAnIntensifierIsAmongTheTwoBefore) {
  EXPECT_DOUBLE_EQ(AnalyzeSentiment("very good").score, 1.5);
  EXPECT_DOUBLE_EQ(AnalyzeSentiment("very, so good").score, 1.5);
  EXPECT_DOUBLE_EQ(AnalyzeSentiment("very much so good").score, 1.0);
  EXPECT_DOUBLE_EQ(AnalyzeSentiment("very really good").score, 1.5);
}

TEST(Sentiment, TurnsAWordAroundIfANegationIsAmongTheTwoBefore) {
  EXPECT_DOUBLE_EQ(AnalyzeSentiment("not good").score, -1.0);
  EXPECT_DOUBLE_EQ(AnalyzeSentiment("not very good").score, -1.5);
  EXPECT_DOUBLE_EQ(AnalyzeSentiment("never a problem").score, 1.0);
  EXPECT_DOUBLE_EQ(AnalyzeSentiment("not that it was good").score, 1.0);
}

TEST(Sentiment, IsNeutralUpToHalfAPoint) {
  EXPECT_EQ(AnalyzeSentiment("very good, bad").label, SentimentLabel::neutral);
  EXPECT_EQ(AnalyzeSentiment("good").label, SentimentLabel::positive);
  EXPECT_EQ(AnalyzeSentiment("late").label, SentimentLabel::negative);
  const Sentiment none = AnalyzeSentiment("a chair");
  EXPECT_EQ(none.label, SentimentLabel::neutral);
  EXPECT_DOUBLE_EQ(none.confidence, 0.0);
}

TEST(Sentiment, HasAnIntensityOfOneAtMost) {
  EXPECT_DOUBLE_EQ(Intensity(AnalyzeSentiment("bad bad")), 2.0 / 3);
  EXPECT_DOUBLE_EQ(Intensity(AnalyzeSentiment("bad bad bad bad bad")), 1.0);
}

struct Scored {
  const char* text;
  int score;
};

TEST(Urgency, AddsWordsAndPhrases) {
  const Scored cases[] = {{"a chair", 0},
                          {"urgent", 1},
                          {"today", 3},
                          {"tonight", 2},
                          {"it expires soon", 4},
                          {"it expire tomorrow", 2},
                          {"I need the chair asap", 2},
                          {"I need the chair, the table and the lamp asap", 0},
                          {"time sensitive, with a due date", 4},
                          {"supposed to be here yesterday", 3},
                          {"it should have come", 2},
                          {"it was expected to come", 2}};
  for (const auto& [text, score] : cases) EXPECT_EQ(FindUrgency(text).score, score) << text;
}

TEST(Urgency, IsMediumFromOneAndHighFromThree) {
  EXPECT_EQ(FindUrgency("hello").level, UrgencyLevel::low);
  EXPECT_EQ(FindUrgency("soon").level, UrgencyLevel::medium);
  EXPECT_EQ(FindUrgency("tonight").level, UrgencyLevel::medium);
  EXPECT_EQ(FindUrgency("Today").level, UrgencyLevel::high);
}

TEST(Complaint, AddsWordsAndPhrases) {
  const Scored cases[] = {
      {"a chair", 0},           {"my order", 1},           {"I want to file a complaint", 4},
      {"This is awful", 3},     {"I am unsatisfied", 3},   {"I want a refund", 4},
      {"I want money back", 3}, {"there is a problem", 4}, {"very frustrated", 4}};
  for (const auto& [text, score] : cases) EXPECT_EQ(FindComplaint(text).score, score) << text;
}

TEST(Complaint, TakesMoreAmongKindWords) {
  EXPECT_TRUE(FindComplaint("the order is late").is_complaint);
  EXPECT_FALSE(FindComplaint("thanks, the order is late").is_complaint);
  EXPECT_TRUE(FindComplaint("thanks, the order is late and broken: return").is_complaint);
  EXPECT_TRUE(FindComplaint("my gloves are late, my order is broken").is_complaint) << "gloves are no love";
}

TEST(Escalation, IsWishedFromThree) {
  const Scored cases[] = {{"a chair", 0},
                          {"the manager", 1},
                          {"let me speak to your manager", 4},
                          {"speak to supervisor", 3},
                          {"This is unacceptable", 3},
                          {"I will report it", 3},
                          {"terrible service", 4},
                          {"lawyer, ceo", 2}};
  for (const auto& [text, score] : cases) {
    EXPECT_EQ(FindEscalation(text).score, score) << text;
    EXPECT_EQ(FindEscalation(text).wished, score >= 3) << text;
  }
}

TEST(Intent, IsTheFirstThatMatches) {
  const std::pair<const char*, Category> cases[] = {
      {"Reorder", Category::order_inquiry},
      {"The shipping of a broken chair", Category::delivery_issue},
      {"wrong colour, I want to exchange it", Category::product_complaint},
      {"send back", Category::return_request},
      {"cancel", Category::cancellation_request},
      {"money back", Category::billing_question},
      {"escalate", Category::escalation_request},
      {"lovely", Category::compliment},
      {"hello", Category::general_inquiry},
  };
  for (const auto& [text, category] : cases) EXPECT_EQ(FindIntent(text).category, category) << text;
  EXPECT_DOUBLE_EQ(FindIntent("order").confidence, 0.7);
  EXPECT_DOUBLE_EQ(FindIntent("manager").confidence, 0.8);
  EXPECT_DOUBLE_EQ(FindIntent("thank").confidence, 0.6);
  EXPECT_DOUBLE_EQ(FindIntent("hm").confidence, 0.3);
}

TEST(Entities, AreFoundAsTheyStand) {
  EXPECT_EQ(
      FindEntities("ORD-ABC123, #1234567, TRK9F8E7D6C, a.b@c.example and $1,250.00!"),
      (std::vector<std::string>{"ORD-ABC123", "#1234567", "TRK9F8E7D6C", "a.b@c.example", "$1,250.00"}));
  EXPECT_TRUE(FindEntities("ord-abc123, ORD-A1, #12345, TRK123").empty());
}

Sentiment Calm() { return AnalyzeSentiment("a chair"); }

TEST(Decision, LeavesCalmCustomersToTheTemplates) {
  EXPECT_FALSE(NeedsPerson(Calm(), FindIntent("order"), Customer{}));
}

TEST(Decision, HandsOverOnEachOfFiveGrounds) {
  Sentiment urgent = Calm();
  urgent.urgency.score = 5;
  EXPECT_TRUE(NeedsPerson(urgent, FindIntent("order"), Customer{}));
  urgent.urgency.score = 4;
  EXPECT_FALSE(NeedsPerson(urgent, FindIntent("order"), Customer{}));

  EXPECT_TRUE(NeedsPerson(AnalyzeSentiment("bad bad bad"), FindIntent("order"), Customer{}));
  EXPECT_FALSE(NeedsPerson(AnalyzeSentiment("bad bad"), FindIntent("order"), Customer{}));
  EXPECT_FALSE(NeedsPerson(AnalyzeSentiment("good good good"), FindIntent("order"), Customer{}));

  Sentiment wishing = Calm();
  wishing.escalation.wished = true;
  EXPECT_TRUE(NeedsPerson(wishing, FindIntent("order"), Customer{}));

  EXPECT_TRUE(NeedsPerson(Calm(), FindIntent("supervisor"), Customer{}));

  Customer vip;
  vip.tier = Tier::vip;
  Sentiment high = Calm();
  high.urgency.level = UrgencyLevel::high;
  EXPECT_TRUE(NeedsPerson(high, FindIntent("order"), vip));
  vip.tier = Tier::premium;
  EXPECT_FALSE(NeedsPerson(high, FindIntent("order"), vip));
}

}  // namespace
}  // namespace shop_support::rules
