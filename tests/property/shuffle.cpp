// Compiles random programs in two orders of their declarations, with all back ends: the trees are the
// same but for what names places of the source.
//
//   shuffle_test [--seed FIRST] [--count N]
//
// Fails on the first difference, printing the seed, the program in both orders and the first file.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>

#include "tests/property/program/random_program.h"
#include "tests/support/placeless_tree.h"

namespace meshc::property {
namespace {

using test::PlacelessTree;

/// Empty: the compiler rejects the program.
PlacelessTree Compile(const Program& program) {
  source::MemoryFileSystem files;
  files.Put("random.flow", program.Text());
  std::string errors;
  return test::CompilePlaceless(files, "random.flow", errors);
}

enum class Verdict { kEqual, kRejected, kDifferent };

Verdict Compare(std::uint64_t seed) {
  const Program program = RandomProgram(seed, Features::All());
  const Program shuffled = Shuffled(program, seed);
  const PlacelessTree tree = Compile(program);
  const std::string difference = test::FirstDifference(tree, Compile(shuffled));
  if (!difference.empty()) {
    fmt::print("{}\n--- shuffled\n{}\n--- seed {} differs: {}\n", program.Text(), shuffled.Text(), seed,
               difference);
    return Verdict::kDifferent;
  }
  return tree.empty() ? Verdict::kRejected : Verdict::kEqual;
}

/// Compares until `count` programs were accepted by the compiler. The exit code.
int RunAll(std::uint64_t seed, int count) {
  int equal = 0;
  for (int rejected = 0; equal < count; ++seed) {
    const Verdict verdict = Compare(seed);
    if (verdict == Verdict::kDifferent) return 1;
    ++(verdict == Verdict::kEqual ? equal : rejected);
    if (rejected > equal + 20) {
      fmt::print("the generator is worthless: {} programs rejected, {} accepted\n", rejected, equal);
      return 1;
    }
  }
  fmt::print("the order of declarations does not show in {} programs\n", equal);
  return 0;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Compiles random programs in two orders of their declarations");
  std::uint64_t seed = 1;
  int count = 200;
  app.add_option("--seed", seed, "First seed");
  app.add_option("--count", count, "Programs to compare");
  CLI11_PARSE(app, argc, argv);
  return meshc::property::RunAll(seed, count);
}
