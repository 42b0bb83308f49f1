#include "desk_assistant/actors/length_check.h"

namespace desk_assistant::actors {
namespace {

class LengthCheckHandler final : public LengthCheck {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.long_enough = input.draft.size() > 10};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeLengthCheck() { return std::make_unique<LengthCheckHandler>(); }

}  // namespace desk_assistant::actors
