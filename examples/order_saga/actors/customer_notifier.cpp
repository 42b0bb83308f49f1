#include "shop_orders/actors/customer_notifier.h"

namespace shop_orders::actors {
namespace {

class CustomerNotifierHandler final : public CustomerNotifier {
  Result<Output> handle(const Input& input, Context& context) override {
    const std::string end = input.status == OrderStatus::shipped ? "shipped" : "cancelled: " + *input.reason;
    context.Log(mesh::actor::LogLevel::kInfo, "order " + input.number + " is " + end);
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeCustomerNotifier() {
  return std::make_unique<CustomerNotifierHandler>();
}

}  // namespace shop_orders::actors
