#include "desk_assistant/actors/safe_responder.h"

namespace desk_assistant::actors {
namespace {

class SafeResponderHandler final : public SafeResponder {
  Result<Output> handle(const Input&, Context&) override {
    return Output{.answer = "I cannot answer that. Somebody will come back to you."};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeSafeResponder() { return std::make_unique<SafeResponderHandler>(); }

}  // namespace desk_assistant::actors
