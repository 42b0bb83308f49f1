#include "mesh/value/json_problem.h"

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/value/json.h"

namespace mesh {
namespace {

std::string ProblemOf(std::string_view text) {
  const auto problem = FindJsonProblem(text);
  return problem ? problem->Describe() : "";
}

TEST(JsonProblem, ThereIsNoneInJson) {
  for (const char* text : {"1", " -0.5e+3 ", "true", "null", "\"\"", "[]", "{}", "[[], {}, [1, {\"a\": []}]]",
                           R"({"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]})", R"("\ud83d\ude00 \u00e9 \" \/")",
                           "1e-999", "123456789012345678901234567890"}) {
    EXPECT_EQ(ProblemOf(text), "") << text;
  }
}

TEST(JsonProblem, IsToldByItsPlaceInOurWords) {
  EXPECT_EQ(ProblemOf(""), "line 1, column 1: the text ends where a value is expected");
  EXPECT_EQ(ProblemOf("{\n  \"a\": secret}"), "line 2, column 8: a value is expected");
  EXPECT_EQ(ProblemOf("{\"é\": 1,, }"), "line 1, column 9: a member's name in double quotes is expected");
  EXPECT_EQ(ProblemOf("{\"a\" 1}"), "line 1, column 6: a colon is expected");
  EXPECT_EQ(ProblemOf("{\"a\": 1 2}"), "line 1, column 9: a comma or } is expected");
  EXPECT_EQ(ProblemOf("[1 2]"), "line 1, column 4: a comma or ] is expected");
  EXPECT_EQ(ProblemOf("[1,]"), "line 1, column 4: a value is expected");
  EXPECT_EQ(ProblemOf("[1"), "line 1, column 3: the text ends within an array");
  EXPECT_EQ(ProblemOf("{} {}"), "line 1, column 4: nothing may follow the value");
  EXPECT_EQ(ProblemOf("\"abc"), "line 1, column 1: this string has no end");
  EXPECT_EQ(ProblemOf("\"a\tb\""),
            "line 1, column 3: a control character in a string must be written as an escape");
  EXPECT_EQ(ProblemOf(R"("\x")"), "line 1, column 2: JSON knows no such escape");
  EXPECT_EQ(ProblemOf(R"("\u12g4")"), "line 1, column 2: \\u takes four hexadecimal digits");
  EXPECT_EQ(ProblemOf(R"("\ud83d!")"), "line 1, column 2: this escape is half of a surrogate pair");
  EXPECT_EQ(ProblemOf("01"), "line 1, column 1: a number does not begin with a zero");
  EXPECT_EQ(ProblemOf("[-]"), "line 1, column 2: a minus sign is no number");
  EXPECT_EQ(ProblemOf("1e400"), "line 1, column 1: this number is too large");
  EXPECT_EQ(ProblemOf("\"a\xFF\""), "line 1, column 3: this is not UTF-8");
}

TEST(JsonProblem, AMemberStandsInItsObjectOnce) {
  EXPECT_EQ(ProblemOf(R"({"a": 1, "b": 2, "\u0061": 3})"),
            "line 1, column 18: this name stands in its object before");
  std::string many = "{";
  for (int i = 0; i < 100; ++i) many += "\"m" + std::to_string(i) + "\": 0, ";
  EXPECT_EQ(ProblemOf(many + "\"m100\": 0}"), "");
  EXPECT_NE(ProblemOf(many + "\"m7\": 0}").find("this name stands in its object before"), std::string::npos);
}

TEST(JsonProblem, DepthHasALimitAndCostsNoStack) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(ProblemOf(nested(kMaxJsonDepth)), "");
  EXPECT_NE(ProblemOf(nested(kMaxJsonDepth + 1)).find("nested deeper"), std::string::npos);
  EXPECT_NE(ProblemOf(std::string(1'000'000, '[')).find("nested deeper"), std::string::npos);
}

/// Whatever one of the two takes for JSON is that for the other one, but for doubled names.
TEST(JsonProblem, AgreesWithTheLibrary) {
  const std::string alphabet = "{}[]\",:0123-+.eE truefalsn\\u\n\x7F\xC3\xA9";
  std::uint64_t state = 1;
  const auto next = [&state](std::uint64_t bound) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33U) % bound;
  };
  int valid = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    for (std::uint64_t length = 1 + next(7); length > 0; --length) text += alphabet[next(alphabet.size())];
    const bool accepted = nlohmann::json::accept(text);
    valid += accepted ? 1 : 0;
    const std::string problem = ProblemOf(text);
    if (problem.find("stands in its object before") != std::string::npos) continue;
    ASSERT_EQ(problem.empty(), accepted) << text;
  }
  EXPECT_GT(valid, 1000);
}

}  // namespace
}  // namespace mesh
