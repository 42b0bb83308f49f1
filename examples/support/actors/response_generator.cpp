#include "shop_support/actors/response_generator.h"

#include <string>
#include <utility>
#include <vector>

#include "rules/response.h"

namespace shop_support::actors {
namespace {

/// Fills in a template. A text too long for one mail is an error.
class ResponseGeneratorHandler final : public ResponseGenerator {
  Result<Output> handle(const Input& input, Context&) override {
    std::string text =
        rules::WriteAnswer(input.sentiment, input.intent, input.actions.value_or(NoActions()), input.history);
    if (text.size() > kLongestText)
      return errors::GenerationFailed{.message = "the text is too long for one mail"};
    return Output{.draft = std::move(text)};
  }

  static std::vector<ActionReport> NoActions() { return {}; }

  static constexpr std::size_t kLongestText = 500;
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeResponseGenerator() {
  return std::make_unique<ResponseGeneratorHandler>();
}

}  // namespace shop_support::actors
