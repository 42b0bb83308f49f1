// The handler of processor `weigh`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_jobs/actors/weigh.h"

#include "ledger.h"

namespace test_jobs::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class WeighHandler final : public Weigh {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.part = Enter("weigh", input.id, context.effect_key())};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeWeigh() { return std::make_unique<WeighHandler>(); }

}  // namespace test_jobs::actors
