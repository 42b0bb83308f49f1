// The handler of processor `carry`, of both versions.
#include "test_versions/actors/carry.h"

namespace test_versions::actors {
namespace {

class CarryHandler final : public Carry {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.way_back = input.way};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeCarry() { return std::make_unique<CarryHandler>(); }

}  // namespace test_versions::actors
