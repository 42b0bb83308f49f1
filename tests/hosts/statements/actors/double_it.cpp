// The handler of processor `double_it`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/double_it.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class DoubleItHandler final : public DoubleIt {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.doubled = input.n * 2};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeDoubleIt() { return std::make_unique<DoubleItHandler>(); }

}  // namespace test_statements::actors
