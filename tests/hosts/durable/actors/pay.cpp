// The handler of processor `pay`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_jobs/actors/pay.h"

#include "ledger.h"

namespace test_jobs::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class PayHandler final : public Pay {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.paid = Enter("pay", input.id, context.effect_key())};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakePay() { return std::make_unique<PayHandler>(); }

}  // namespace test_jobs::actors
