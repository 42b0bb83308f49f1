#include "people_handbook/actors/answer_validator.h"

#include "handbook.h"

namespace people_handbook::actors {
namespace {

/// An answer speaks of at least half of what the question speaks of, in its words or in others.
class AnswerValidatorHandler final : public AnswerValidator {
  Result<Output> handle(const Input& input, Context&) override {
    const std::vector<std::string> keywords = handbook::Keywords(input.question);
    std::size_t answered = 0;
    for (const std::string& keyword : keywords) {
      if (handbook::CountShared(handbook::WithSynonyms({keyword}), input.draft) > 0) ++answered;
    }
    const bool grounded = !input.draft.empty() && 2 * answered >= keywords.size();
    return Output{.verdict = grounded ? Verdict::grounded : Verdict::unsupported};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeAnswerValidator() {
  return std::make_unique<AnswerValidatorHandler>();
}

}  // namespace people_handbook::actors
