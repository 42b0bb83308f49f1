// The handler of processor `ship`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/ship.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class ShipHandler final : public Ship {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    // Errors are returned by type: return errors::Broken{.message = "..."};
    if (input.id % 5 == 0) return errors::Broken{};
    return Output{.receipt = "r" + std::to_string(input.price)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeShip() { return std::make_unique<ShipHandler>(); }

}  // namespace test_statements::actors
