// The handler of processor `pay`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/pay.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class PayHandler final : public Pay {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    // Errors are returned by type: return errors::Broken{.message = "..."};
    return Output{.paid = "p" + std::to_string(input.id)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakePay() { return std::make_unique<PayHandler>(); }

}  // namespace test_statements::actors
