#include "shop_orders/actors/card_refunder.h"

namespace shop_orders::actors {
namespace {

class CardRefunderHandler final : public CardRefunder {
  Result<Output> handle(const Input& input, Context& context) override {
    context.Log(mesh::actor::LogLevel::kInfo, "refunded " + input.charge);
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeCardRefunder() { return std::make_unique<CardRefunderHandler>(); }

}  // namespace shop_orders::actors
