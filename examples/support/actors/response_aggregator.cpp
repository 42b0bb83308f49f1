#include "shop_support/actors/response_aggregator.h"

#include <vector>

#include "rules/response.h"

namespace shop_support::actors {
namespace {

/// Makes one response of what the flow brought together.
class ResponseAggregatorHandler final : public ResponseAggregator {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.response = rules::Aggregate(input.draft.value_or(""), input.handoff.has_value(),
                                               input.fallback, input.actions.value_or(NoActions()))};
  }

  static std::vector<ActionReport> NoActions() { return {}; }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeResponseAggregator() {
  return std::make_unique<ResponseAggregatorHandler>();
}

}  // namespace shop_support::actors
