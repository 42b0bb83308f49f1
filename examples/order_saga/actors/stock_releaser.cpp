#include "shop_orders/actors/stock_releaser.h"

namespace shop_orders::actors {
namespace {

class StockReleaserHandler final : public StockReleaser {
  Result<Output> handle(const Input& input, Context& context) override {
    context.Log(mesh::actor::LogLevel::kInfo, "released " + input.reservation);
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeStockReleaser() { return std::make_unique<StockReleaserHandler>(); }

}  // namespace shop_orders::actors
