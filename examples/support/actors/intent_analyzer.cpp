#include "shop_support/actors/intent_analyzer.h"

#include "rules/intent.h"
#include "rules/text.h"

namespace shop_support::actors {
namespace {

/// Reads the intent off the cues in the message.
class IntentAnalyzerHandler final : public IntentAnalyzer {
  Result<Output> handle(const Input& input, Context&) override {
    if (rules::Tokens(input.message).empty()) {
      return errors::AnalysisFailed{.message = "the message holds no word"};
    }
    return Output{.intent = rules::FindIntent(input.message)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeIntentAnalyzer() {
  return std::make_unique<IntentAnalyzerHandler>();
}

}  // namespace shop_support::actors
