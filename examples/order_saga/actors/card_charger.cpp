#include "shop_orders/actors/card_charger.h"

namespace shop_orders::actors {
namespace {

/// Stands for a bank that declines one card.
class CardChargerHandler final : public CardCharger {
  Result<Output> handle(const Input& input, Context&) override {
    if (input.card.ends_with("0002")) return errors::CardDeclined{.message = "ask your bank"};
    return Output{.charge = "charge-" + input.number};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeCardCharger() { return std::make_unique<CardChargerHandler>(); }

}  // namespace shop_orders::actors
