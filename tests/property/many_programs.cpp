#include "tests/property/many_programs.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

namespace meshc::property {
namespace {

int CheckAll(const ManyPrograms& programs, std::uint64_t seed, int count) {
  int held = 0;
  for (int rejected = 0; held < count; ++seed) {
    const Verdict verdict = programs.check(seed);
    if (verdict == Verdict::kBroken) return 1;
    ++(verdict == Verdict::kHolds ? held : rejected);
    if (rejected > held + 20) {
      fmt::print("the generator is worthless: {} programs rejected, {} accepted\n", rejected, held);
      return 1;
    }
  }
  fmt::print("{}\n", fmt::format(fmt::runtime(programs.held), held));
  return 0;
}

}  // namespace

int CheckManyPrograms(int argc, char** argv, const ManyPrograms& programs) {
  CLI::App app(programs.about);
  std::uint64_t seed = 1;
  int count = programs.count;
  app.add_option("--seed", seed, "First seed");
  app.add_option("--count", count, "Programs to check")->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  try {
    return CheckAll(programs, seed, count);
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}

}  // namespace meshc::property
