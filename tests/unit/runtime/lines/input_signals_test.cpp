#include "mesh/lines/input_signals.h"

#include <gtest/gtest.h>

#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

/// The mesh waits for an int called `go`.
class Signals : public testing::Test {
 protected:
  std::string ProblemOf(std::string_view text) const {
    const auto read = lines::InputSignals::Read({&version_, 1}, text);
    const auto* problem = std::get_if<std::string>(&read);
    return problem == nullptr ? "" : *problem;
  }

  ForkMesh mesh_;
  const contract::Version version_{&mesh_.table()};
};

TEST_F(Signals, BelongToTheirInputInTheOrderOfTheFile) {
  const auto read = lines::InputSignals::Read({&version_, 1},
                                              "{\"input\": 2, \"name\": \"go\", \"value\": 5}\n\n"
                                              "{\"input\": 1, \"name\": \"go\", \"value\": 6}\r\n"
                                              "{\"input\": 2, \"name\": \"go\", \"value\": 7}");
  ASSERT_TRUE(std::holds_alternative<lines::InputSignals>(read)) << std::get<std::string>(read);
  const auto& signals = std::get<lines::InputSignals>(read);
  ASSERT_EQ(signals.Of(2).size(), 2U);
  EXPECT_EQ(signals.Of(2)[0].value.integer(), 5);
  EXPECT_EQ(signals.Of(2)[1].json, "7");
  EXPECT_EQ(signals.Of(1).front().line, 3U);
  EXPECT_TRUE(signals.Of(3).empty());
  EXPECT_EQ(signals.FindUnmet(2), "");
  EXPECT_EQ(signals.FindUnmet(1), "1: there is no input 2, but 1 in all");
}

TEST_F(Signals, ThatFitNothingAreRefusedWithTheirLine) {
  EXPECT_EQ(ProblemOf("\n{\"input\": 1, \"name\": \"gone\", \"value\": 5}"),
            "2: nothing waits for `gone`; there are: go");
  EXPECT_EQ(ProblemOf(R"({"input": 1, "name": "go", "value": "x"})").rfind("1: /value: ", 0), 0U);
  EXPECT_EQ(ProblemOf(R"({"input": 0, "name": "go", "value": 1})"),
            "1: /input: the number of an input is expected, counted from 1");
  EXPECT_EQ(ProblemOf(R"({"input": 1, "value": 1})"), "1: /name: it is missing in the signal");
  EXPECT_EQ(ProblemOf(R"({"input": 1, "name": "go", "value": 1, "at": 3})"),
            "1: /at: a signal has no such member");
  EXPECT_EQ(ProblemOf("[]"), "1: a signal is an object with `input`, `name` and `value`");
  EXPECT_EQ(ProblemOf("{\"input\"").rfind("1: ", 0), 0U);
}

}  // namespace
}  // namespace mesh::test
