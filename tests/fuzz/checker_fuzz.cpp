// The whole compiler on any bytes, in memory: a verdict, never a bug of meshc. What has no errors goes
// through all back ends.
#include "compiler/driver/world/exit_code.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/support/memory_world.h"

namespace meshc::fuzz {
namespace {

/// The exit code.
int RequireVerdict(test::MemoryWorld& world, const std::vector<std::string>& arguments) {
  const test::Outcome outcome = world.Run(arguments);
  if (outcome.exit_code == driver::kInternalError) Fail(outcome.err);
  return outcome.exit_code;
}

}  // namespace
}  // namespace meshc::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto text = meshc::fuzz::TextOf(data, size);
  if (!text) return 0;
  meshc::test::MemoryWorld world;
  world.files.Put("fuzz.flow", std::move(*text));
  // The report is about programs without errors.
  if (meshc::fuzz::RequireVerdict(world, {"compile", "-o", "out", "fuzz.flow"}) == meshc::driver::kClean) {
    meshc::fuzz::RequireVerdict(world, {"check", "--report", "fuzz.flow"});
  }
  return 0;
}
