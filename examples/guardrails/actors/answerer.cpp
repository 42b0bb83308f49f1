#include "desk_assistant/actors/answerer.h"

#include "text.h"

namespace desk_assistant::actors {
namespace {

/// Stands for a model: quotes what the source says about the question, one sentence more on each attempt.
class AnswererHandler final : public Answerer {
  Result<Output> handle(const Input& input, Context&) override {
    std::string draft;
    std::int64_t sentences = 0;
    for (const std::string& sentence : text::Sentences(input.source)) {
      if (sentences == input.attempt || !text::SharesLongWord(sentence, input.question)) continue;
      draft += (sentences++ == 0 ? "" : " ") + sentence;
    }
    return Output{.draft = sentences == 0 ? "Yes." : std::move(draft)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeAnswerer() { return std::make_unique<AnswererHandler>(); }

}  // namespace desk_assistant::actors
