// The handler of processor `draft`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_jobs/actors/draft.h"

#include "ledger.h"

namespace test_jobs::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class DraftHandler final : public Draft {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.score = Chance(5)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeDraft() { return std::make_unique<DraftHandler>(); }

}  // namespace test_jobs::actors
