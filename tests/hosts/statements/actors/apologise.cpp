// The handler of processor `apologise`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/apologise.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class ApologiseHandler final : public Apologise {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.receipt = "sorry" + std::to_string(input.id)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeApologise() { return std::make_unique<ApologiseHandler>(); }

}  // namespace test_statements::actors
