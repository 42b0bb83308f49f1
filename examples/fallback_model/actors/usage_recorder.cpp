#include "desk_answers/actors/usage_recorder.h"

namespace desk_answers::actors {
namespace {

class UsageRecorderHandler final : public UsageRecorder {
  Result<Output> handle(const Input& input, Context& context) override {
    const bool answered = input.model.value_or(Model::none) != Model::none;
    context.Log(mesh::actor::LogLevel::kInfo,
                answered ? "a question was answered" : "a question was dropped");
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeUsageRecorder() { return std::make_unique<UsageRecorderHandler>(); }

}  // namespace desk_answers::actors
