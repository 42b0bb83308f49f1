#include "shop_support/actors/context_retriever.h"

#include "rules/customers.h"

namespace shop_support::actors {
namespace {

/// Looks the customer up by address.
class ContextRetrieverHandler final : public ContextRetriever {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.customer = rules::FindCustomer(input.email)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeContextRetriever() {
  return std::make_unique<ContextRetrieverHandler>();
}

}  // namespace shop_support::actors
