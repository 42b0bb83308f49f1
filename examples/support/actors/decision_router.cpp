#include "shop_support/actors/decision_router.h"

#include "rules/decision.h"

namespace shop_support::actors {
namespace {

/// Sends a ticket to a person or to the template writer.
class DecisionRouterHandler final : public DecisionRouter {
  Result<Output> handle(const Input& input, Context&) override {
    return rules::NeedsPerson(input.sentiment, input.intent, input.customer) ? Output::escalate
                                                                             : Output::answer;
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeDecisionRouter() {
  return std::make_unique<DecisionRouterHandler>();
}

}  // namespace shop_support::actors
