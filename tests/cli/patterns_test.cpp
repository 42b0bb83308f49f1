// Patterns of strings on their way through the compiler: each type keeps its own, and it covers the whole
// text.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/memory_world.h"

namespace meshc::driver {
namespace {

constexpr const char* kPatternFlow = R"(mesh m;
envelope E { in a: string(pattern "x|y"); in b: string(pattern "b+"); in c: string; out d: string; }
flow f on E { set d = a + b + c; }
)";

/// The outcomes of these lines, one letter each.
std::string Outcomes(const std::string& lines) {
  test::MemoryWorld world;
  world.files.Put("m.flow", kPatternFlow);
  const auto run = world.Run({"run", "--stub", "m.flow"}, lines);
  std::string outcomes;
  std::istringstream results(run.out);
  for (std::string line; std::getline(results, line);)
    outcomes += line.find("\"succeeded\"") != std::string::npos ? 's' : 'f';
  return outcomes;
}

TEST(Patterns, OfTwoTypesOfOneMeshAreTwo) {
  EXPECT_EQ(Outcomes(R"({"a": "x", "b": "bb", "c": "anything"})"
                     "\n"
                     R"({"a": "x", "b": "y", "c": ""})"
                     "\n"
                     R"({"a": "b", "b": "b", "c": ""})"
                     "\n"),
            "sff");
}

TEST(Patterns, WithAlternativesCoverTheWholeText) {
  EXPECT_EQ(Outcomes("{\"a\": \"y\", \"b\": \"b\", \"c\": \"\"}\n{\"a\": \"xz\", \"b\": \"b\", \"c\": \"\"}\n"
                     "{\"a\": \"zy\", \"b\": \"b\", \"c\": \"\"}\n"),
            "sff");
}

TEST(Patterns, WithAlternativesAreAnchoredAsOneInSchemas) {
  test::MemoryWorld world;
  world.files.Put("m.flow", kPatternFlow);
  const auto compiled = world.Run({"compile", "--only", "schema", "-o", "out", "m.flow"});
  ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  const auto schema = nlohmann::json::parse(world.output.files.at("out/schema/E.entry.schema.json"));
  EXPECT_EQ(schema["properties"]["a"]["pattern"], R"(^(?:x|y)$(?!\n))");
}

}  // namespace
}  // namespace meshc::driver
