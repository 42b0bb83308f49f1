#include "shop_orders/actors/price_calculator.h"

namespace shop_orders::actors {
namespace {

class PriceCalculatorHandler final : public PriceCalculator {
  Result<Output> handle(const Input& input, Context&) override {
    double total = 0.0;
    for (const Line& line : input.lines) total += static_cast<double>(line.quantity) * line.price;
    return Output{.total = total};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakePriceCalculator() {
  return std::make_unique<PriceCalculatorHandler>();
}

}  // namespace shop_orders::actors
