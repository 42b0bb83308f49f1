// The handler of router `polite`. This file is yours: meshc wrote it once and leaves it alone.
#include "demo_greeting/actors/polite.h"

namespace demo_greeting::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class PoliteHandler final : public Polite {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    // Given: input.style (Style)
    // Return Output::bow or Output::wave
    return errors::Crash{.message = "not implemented: polite"};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakePolite() { return std::make_unique<PoliteHandler>(); }

}  // namespace demo_greeting::actors
