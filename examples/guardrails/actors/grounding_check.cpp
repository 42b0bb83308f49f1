#include "desk_assistant/actors/grounding_check.h"

#include "text.h"

namespace desk_assistant::actors {
namespace {

class GroundingCheckHandler final : public GroundingCheck {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.grounded = text::SharesLongWord(input.draft, input.source)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeGroundingCheck() {
  return std::make_unique<GroundingCheckHandler>();
}

}  // namespace desk_assistant::actors
