// The handler of processor `watch`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/watch.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class WatchHandler final : public Watch {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeWatch() { return std::make_unique<WatchHandler>(); }

}  // namespace test_statements::actors
