#include "shop_orders/actors/carrier_canceller.h"

namespace shop_orders::actors {
namespace {

class CarrierCancellerHandler final : public CarrierCanceller {
  Result<Output> handle(const Input& input, Context& context) override {
    context.Log(mesh::actor::LogLevel::kInfo, "cancelled " + input.parcel);
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeCarrierCanceller() {
  return std::make_unique<CarrierCancellerHandler>();
}

}  // namespace shop_orders::actors
