#include "shop_support/actors/deep_context_retriever.h"

#include "rules/customers.h"

namespace shop_support::actors {
namespace {

/// Sums the orders up.
class DeepContextRetrieverHandler final : public DeepContextRetriever {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.history = rules::SumUp(input.customer)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeDeepContextRetriever() {
  return std::make_unique<DeepContextRetrieverHandler>();
}

}  // namespace shop_support::actors
