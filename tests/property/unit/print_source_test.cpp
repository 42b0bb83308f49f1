// What is parsed, printed and parsed again is the same: the AST loses nothing of the text.
#include "tests/property/print/print_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "compiler/source/file_system.h"
#include "tests/property/program/random_program.h"
#include "tests/support/places.h"

namespace meshc::property {
namespace {

/// None if `text` does not parse.
std::optional<std::string> Shape(const std::string& text, std::string* printed) {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  const syntax::File file = syntax::ParseFile(sources, sources.Add("a.flow", text), diagnostics);
  if (diagnostics.HasErrors()) return std::nullopt;
  if (printed != nullptr) *printed = PrintSource(file);
  return PrintShape(file, sources);
}

void ExpectSameShape(const std::string& text) {
  std::string printed;
  const auto shape = Shape(text, &printed);
  ASSERT_TRUE(shape.has_value()) << text;
  const auto again = Shape(printed, nullptr);
  ASSERT_TRUE(again.has_value()) << printed;
  EXPECT_EQ(*again, *shape) << printed;
}

TEST(PrintSource, RandomProgramsComeBack) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    ExpectSameShape(RandomProgram(seed, Features::All()).Text());
    if (HasFailure()) return;
  }
}

TEST(PrintSource, EveryFileOfTheRepositoryThatParsesComesBack) {
  const source::FileSystem& disk = source::DiskFileSystem();
  int files = 0;
  for (const char* folder : {"tests", "examples", "stdlib"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::SourceFolder() / folder)) {
      if (entry.path().extension() != ".flow") continue;
      const auto text = std::get<std::string>(disk.Read(entry.path().string()));
      if (!Shape(text, nullptr)) continue;
      ++files;
      ExpectSameShape(text);
      if (HasFailure()) FAIL() << entry.path();
    }
  }
  EXPECT_GT(files, 20);
}

TEST(PrintSource, RareFormsComeBack) {
  ExpectSameShape(R"(mesh a.b;
import "x.flow" as x;
import std.resilience;
/// First line.
/// Second line.
@owner("team") @was("old")
type Short = string(1..80, pattern "a\"b\\c");
record R { m: {[int](..5)?}?; n: a.B = { c: 1 }; reserved x, y; }
)");
  ExpectSameShape(R"(mesh a.b;
type Wide = float(-1.5..);
policy patient = retry 4 backoff exponential 1s..30s jitter on x.e, f;
open enum E { @deprecated("no") a, type }
processor p(n: int = -3, m: [int] = [1, -2]) -> (r: {json}) { effect idempotent by a.b shared; concurrency 3; }
flow f on x.E sla 7d {
  set a.b = -(3) - -3 + (-x).y ?? !b in [c ? 1.0 : 1e300] ? "\u{1}\n\0\"" : { "k": 1, k: 2 };
  p(n: -9223372036854775808) as _ retry patient timeout 250ms -> p as { r: _ };
  ;
  parallel { optional { } optional p; each v in [1] width 2 { } { ; } }
  raise e { a: 1 };
  { tap p; }
}
)");
}

}  // namespace
}  // namespace meshc::property
