#include "shop_orders/actors/price_calculator.h"

namespace shop_orders::actors {
namespace {

class PriceCalculatorHandler final : public PriceCalculator {
  Result<Output> handle(const Input& input, Context&) override {
    Output output;
    for (const Line& line : input.lines) output.total += static_cast<double>(line.quantity) * line.price;
    return output;
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakePriceCalculator() {
  return std::make_unique<PriceCalculatorHandler>();
}

}  // namespace shop_orders::actors
