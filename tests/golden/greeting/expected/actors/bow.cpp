// The handler of processor `bow`. This file is yours: meshc wrote it once and leaves it alone.
#include "demo_greeting/actors/bow.h"

namespace demo_greeting::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class BowHandler final : public Bow {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    // Given: input.guest (Guest), input.words (std::string)
    // Return Output{.greeting = ...}
    return errors::Crash{.message = "not implemented: bow"};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeBow() { return std::make_unique<BowHandler>(); }

}  // namespace demo_greeting::actors
