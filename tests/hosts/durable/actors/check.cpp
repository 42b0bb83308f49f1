// The handler of processor `check`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_jobs/actors/check.h"

#include "ledger.h"

namespace test_jobs::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class CheckHandler final : public Check {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.checked = Enter("check", input.id, context.effect_key())};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeCheck() { return std::make_unique<CheckHandler>(); }

}  // namespace test_jobs::actors
