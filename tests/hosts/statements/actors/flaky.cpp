// The handler of processor `flaky`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/flaky.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class FlakyHandler final : public Flaky {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    // Errors are returned by type: return errors::Broken{.message = "..."};
    if (input.id % 2 == 1) return errors::Broken{};
    return Output{.audit = "ok"};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeFlaky() { return std::make_unique<FlakyHandler>(); }

}  // namespace test_statements::actors
