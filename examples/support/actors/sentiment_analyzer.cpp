#include "shop_support/actors/sentiment_analyzer.h"

#include "rules/sentiment.h"
#include "rules/text.h"

namespace shop_support::actors {
namespace {

/// A message without a single word has no tone: that is an error, tried again like any other.
class SentimentAnalyzerHandler final : public SentimentAnalyzer {
  Result<Output> handle(const Input& input, Context&) override {
    if (rules::Tokens(input.message).empty()) {
      return errors::AnalysisFailed{.message = "the message holds no word"};
    }
    return Output{.sentiment = rules::AnalyzeSentiment(input.message)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeSentimentAnalyzer() {
  return std::make_unique<SentimentAnalyzerHandler>();
}

}  // namespace shop_support::actors
