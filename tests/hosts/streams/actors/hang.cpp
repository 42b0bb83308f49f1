// The handler of processor `hang`. This file is yours: meshc wrote it once and leaves it alone.
#include <unistd.h>

#include "test_streams/actors/hang.h"

namespace test_streams::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class HangHandler final : public Hang {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    for (;;) pause();
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeHang() { return std::make_unique<HangHandler>(); }

}  // namespace test_streams::actors
