#include "bank_payments/actors/sender_notifier.h"

namespace bank_payments::actors {
namespace {

/// Stands for a message to whoever wanted to pay.
class SenderNotifierHandler final : public SenderNotifier {
  Result<Output> handle(const Input& input, Context& context) override {
    context.Log(mesh::actor::LogLevel::kInfo, "told the sender of payment " + input.reference);
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeSenderNotifier() {
  return std::make_unique<SenderNotifierHandler>();
}

}  // namespace bank_payments::actors
