#include "shop_support/actors/human_handoff.h"

#include "rules/handoff.h"

namespace shop_support::actors {
namespace {

/// Picks the queue and says in a line what it is about.
class HumanHandoffHandler final : public HumanHandoff {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.handoff = rules::HandOff(input.message, input.sentiment, input.intent, input.customer)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeHumanHandoff() { return std::make_unique<HumanHandoffHandler>(); }

}  // namespace shop_support::actors
