// The handler of processor `refund`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/refund.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class RefundHandler final : public Refund {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeRefund() { return std::make_unique<RefundHandler>(); }

}  // namespace test_statements::actors
