#include "people_handbook/actors/answer_writer.h"

namespace people_handbook::actors {
namespace {

/// Stands for a model: quotes the best passage.
class AnswerWriterHandler final : public AnswerWriter {
  Result<Output> handle(const Input& input, Context&) override {
    if (input.passages.empty()) return Output{.draft = "", .cited = std::vector<std::string>{}};
    const Passage& best = input.passages.front();
    return Output{.draft = best.text, .cited = {best.id}};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeAnswerWriter() { return std::make_unique<AnswerWriterHandler>(); }

}  // namespace people_handbook::actors
