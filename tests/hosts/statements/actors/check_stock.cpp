// The handler of processor `check_stock`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/check_stock.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class CheckStockHandler final : public CheckStock {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.stock = input.id + 1};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeCheckStock() { return std::make_unique<CheckStockHandler>(); }

}  // namespace test_statements::actors
