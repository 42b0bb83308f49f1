#include "shop_support/actors/fallback_responder.h"

#include <string>

#include "rules/templates.h"

namespace shop_support::actors {
namespace {

/// Has a text for every reason.
class FallbackResponderHandler final : public FallbackResponder {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.fallback = std::string(rules::FallbackFor(input.reason))};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeFallbackResponder() {
  return std::make_unique<FallbackResponderHandler>();
}

}  // namespace shop_support::actors
