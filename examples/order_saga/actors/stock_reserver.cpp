#include "shop_orders/actors/stock_reserver.h"

namespace shop_orders::actors {
namespace {

/// Stands for a warehouse: there are three of each rare article, and more than enough of everything else.
class StockReserverHandler final : public StockReserver {
  Result<Output> handle(const Input& input, Context&) override {
    if (input.line.sku.starts_with("rare-") && input.line.quantity > kRareArticles) {
      return errors::OutOfStock{.message = "not enough of " + input.line.sku};
    }
    return Output{.reservation = input.number + "/" + input.line.sku};
  }

  static constexpr int kRareArticles = 3;
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeStockReserver() { return std::make_unique<StockReserverHandler>(); }

}  // namespace shop_orders::actors
