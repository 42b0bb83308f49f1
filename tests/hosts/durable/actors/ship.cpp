// The handler of processor `ship`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_jobs/actors/ship.h"

#include "ledger.h"

namespace test_jobs::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class ShipHandler final : public Ship {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    if (Chance(3) == 0) return errors::Broken{.message = "by chance"};
    return Output{.receipt = "shipped"};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeShip() { return std::make_unique<ShipHandler>(); }

}  // namespace test_jobs::actors
