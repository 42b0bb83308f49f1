// The handler of processor `measure`, of both versions.
#include "test_versions/actors/measure.h"

namespace test_versions::actors {
namespace {

class MeasureHandler final : public Measure {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.low = input.first, .high = input.second};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeMeasure() { return std::make_unique<MeasureHandler>(); }

}  // namespace test_versions::actors
