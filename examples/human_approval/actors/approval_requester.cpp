#include "bank_payments/actors/approval_requester.h"

namespace bank_payments::actors {
namespace {

/// Stands for a message to the treasurers.
class ApprovalRequesterHandler final : public ApprovalRequester {
  Result<Output> handle(const Input& input, Context& context) override {
    context.Log(mesh::actor::LogLevel::kInfo, "may payment " + input.reference + " go out?");
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeApprovalRequester() {
  return std::make_unique<ApprovalRequesterHandler>();
}

}  // namespace bank_payments::actors
