#include "tests/property/schema/judged_pairs.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace meshc::property {

int CheckJudgedPairs(int argc, char** argv, const JudgedPairs& pairs) {
  CLI::App app(pairs.about);
  std::uint64_t seed = 1;
  int count = 5000;
  app.add_option("--seed", seed, "First seed");
  app.add_option("--count", count, "Pairs to judge");
  CLI11_PARSE(app, argc, argv);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t own = seed + static_cast<std::uint64_t>(i);
    const std::string wrong = pairs.check(own, tally);
    if (wrong.empty()) continue;
    fmt::print("seed {}: {}\n", own, wrong);
    return 1;
  }
  fmt::print("{}\n", fmt::format(fmt::runtime(pairs.told), count, seed, tally.fits, tally.breaks));
  for (const mesh::compatibility::Rule rule : pairs.rules) {
    if (tally.caught.contains(rule)) continue;
    fmt::print("nothing would show that the rule `{}` is missing\n", RowOf(rule).name);
    return 1;
  }
  return 0;
}

}  // namespace meshc::property
