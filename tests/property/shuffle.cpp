// Compiles random programs in two orders of their declarations, with all back ends: the trees are the
// same but for what names places of the source.
//
//   shuffle_test [--seed FIRST] [--count N]
//
// Fails on the first difference, printing the seed, the program in both orders and the first file.
#include <fmt/format.h>

#include <cstdint>

#include "tests/property/many_programs.h"
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

Verdict Compare(std::uint64_t seed) {
  const Program program = RandomProgram(seed, Features::All());
  const Program shuffled = Shuffled(program, seed);
  const PlacelessTree tree = Compile(program);
  const std::string difference = test::FirstDifference(tree, Compile(shuffled));
  if (!difference.empty()) {
    fmt::print("{}\n--- shuffled\n{}\n--- seed {} differs: {}\n", program.Text(), shuffled.Text(), seed,
               difference);
    return Verdict::kBroken;
  }
  return tree.empty() ? Verdict::kRejected : Verdict::kHolds;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  return meshc::property::CheckManyPrograms(
      argc, argv,
      {"Compiles random programs in two orders of their declarations",
       "the order of declarations does not show in {} programs", 200, meshc::property::Compare});
}
