#include "bank_payments/actors/bank_transfer.h"

namespace bank_payments::actors {
namespace {

/// Stands for a bank; the host sees to it that a reference is paid once.
class BankTransferHandler final : public BankTransfer {
  Result<Output> handle(const Input& input, Context& context) override {
    context.Log(mesh::actor::LogLevel::kInfo, "paid " + input.reference + " to " + input.to);
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeBankTransfer() { return std::make_unique<BankTransferHandler>(); }

}  // namespace bank_payments::actors
