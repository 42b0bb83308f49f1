#include "compiler/budget/path.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace meshc::budget {
namespace {

std::string Text(const Paths& paths, PathId path) {
  return fmt::format("{}", fmt::join(PathText(paths, path), " > "));
}

class Path : public testing::Test {
 protected:
  /// A step that stands at `place` and takes `time`.
  PathId Step(const std::string& text, std::uint32_t place = 0, std::int64_t time = 0) {
    return paths_.Add({text, {{0}, place, place + 1}, Amount(time), {}});
  }

  Paths paths_;
};

TEST_F(Path, WithoutStepsIsEmpty) {
  EXPECT_TRUE(PathText(paths_, {}).empty());
  EXPECT_FALSE(paths_.Then({}, {}).has_value());
  EXPECT_FALSE(paths_.Times({}, Amount(3)).has_value());
  EXPECT_FALSE(paths_.Times(Step("a"), Amount()).has_value());
}

TEST_F(Path, ShowsRepetitionInOnePiece) {
  const PathId round = paths_.Then(Step("a"), paths_.Times(Step("b"), Amount(2)));
  const PathId path = paths_.Then(paths_.Times(round, Amount(3)), Step("c"));
  EXPECT_EQ(PathText(paths_, path), (std::vector<std::string>{"3 x (a > 2 x b)", "c"}));
  EXPECT_EQ(Text(paths_, paths_.Times(Step("d"), Amount::Unbounded())), "n x d");
}

TEST_F(Path, OfManyStepsIsCutOff) {
  PathId path;
  for (int i = 0; i < 100'000; ++i) path = paths_.Then(path, Step("a"));
  path = paths_.Then(Step("first"), paths_.Then(path, Step("last")));
  const auto text = PathText(paths_, path);
  ASSERT_EQ(text.size(), 8U + 1U + 24U);
  EXPECT_EQ(text.front(), "first");
  EXPECT_EQ(text[8], "…");
  EXPECT_EQ(text.back(), "last");
  const std::string twice = Text(paths_, paths_.Then(Step("b"), paths_.Times(path, Amount(2))));
  EXPECT_TRUE(twice.starts_with("b > 2 x (first > a > ")) << twice;
  EXPECT_TRUE(twice.ends_with(" > a > last)")) << twice;
}

TEST_F(Path, IsCutInsideOfEachGroup) {
  PathId round;
  for (int i = 0; i < 40; ++i) round = paths_.Then(round, Step("a"));
  const PathId path = paths_.Then(paths_.Times(round, Amount(2)), paths_.Times(round, Amount(3)));
  const auto text = PathText(paths_, path);
  ASSERT_EQ(text.size(), 2U);
  EXPECT_TRUE(text[0].ends_with(" > a > …)")) << text[0];
  EXPECT_TRUE(text[1].starts_with("3 x (… > a > ")) << text[1];
}

TEST_F(Path, ThatIsTwiceAsLongAtEachLevelIsShownAndWeighedAtOnce) {
  PathId path = Step("a", 7, 2);
  for (int level = 0; level < 30; ++level) path = paths_.Then(path, paths_.Times(path, Amount(2)));
  EXPECT_NE(Text(paths_, path).find("…"), std::string::npos);
  const auto found = LargestContributions(paths_, path, 3);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].times, Amount(205'891'132'094'649));
}

TEST_F(Path, TellsWhatTakesMost) {
  const PathId a = Step("a", 1, 10);
  const PathId b = Step("b", 2, 7);
  const PathId mark = paths_.Mark("[then]");
  PathId path = paths_.Then(paths_.Times(b, Amount(3)), paths_.Then(mark, a));
  path = paths_.Then(path, paths_.Then(b, Step("c", 3, 1)));
  const auto found = LargestContributions(paths_, path, 2);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].step.text, "b");
  EXPECT_EQ(found[0].times, Amount(4));
  EXPECT_EQ(found[0].time, Amount(28));
  EXPECT_EQ(found[1].step.text, "a");
}

}  // namespace
}  // namespace meshc::budget
