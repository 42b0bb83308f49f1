#include "compiler/diagnostics/diagnostics.h"
#include "compiler/diagnostics/diagnostics_0_driver.h"
#include "compiler/diagnostics/edit_distance.h"
#include "compiler/diagnostics/name_list.h"

#include <gtest/gtest.h>

namespace meshc::diagnostics {
namespace {

source::SourceRange At(std::uint32_t file, std::uint32_t begin) { return {{file}, begin, begin + 1}; }

TEST(Diagnostics, CountsErrorsOnly) {
  Diagnostics diagnostics;
  diagnostics.Report(diag::UnknownAllow, At(0, 0), Lexeme{"x"});
  EXPECT_FALSE(diagnostics.HasErrors());
  diagnostics.Report(diag::EmptyFile, At(0, 0));
  EXPECT_EQ(diagnostics.ErrorCount(), 1U);
}

TEST(Diagnostics, AppendsTheFindingsOfAnother) {
  Diagnostics a;
  Diagnostics b;
  b.Report(diag::EmptyFile, At(0, 0));
  a.Append(std::move(b));
  EXPECT_EQ(a.all().size(), 1U);
  EXPECT_TRUE(a.HasErrors());
}

TEST(Diagnostics, SortsByPlaceAndSaysNothingTwice) {
  Diagnostics diagnostics;
  diagnostics.Report(diag::EmptyFile, At(1, 0));
  diagnostics.Report(diag::UnknownAllow, At(0, 9), Lexeme{"x"});
  diagnostics.Report(diag::UnknownAllow, At(0, 4), Lexeme{"x"});
  diagnostics.Report(diag::UnknownAllow, At(0, 4), Lexeme{"y"});
  diagnostics.Report(diag::UnknownAllow, At(0, 4), Lexeme{"x"});
  diagnostics.Report(diag::EmptyFile, At(1, 0));
  diagnostics.Sort();
  ASSERT_EQ(diagnostics.all().size(), 4U);
  EXPECT_EQ(diagnostics.all()[0].message, "`@allow` names `x`, which is no code");
  EXPECT_EQ(diagnostics.all()[1].message, "`@allow` names `y`, which is no code");
  EXPECT_EQ(diagnostics.all()[2].range.begin, 9U);
  EXPECT_EQ(diagnostics.all()[3].range.file.index, 1U);
  EXPECT_EQ(diagnostics.ErrorCount(), 1U);
}

TEST(Diagnostics, SortsFindingsOfOnePlaceByCode) {
  Diagnostics diagnostics;
  diagnostics.Report(diag::UnknownAllow, At(0, 0), Lexeme{"x"});
  diagnostics.Report(diag::EmptyFile, At(0, 0)).AddLabel(At(0, 5), "here");
  diagnostics.Report(diag::EmptyFile, At(0, 0)).AddLabel(At(0, 5), "here");
  diagnostics.Sort();
  ASSERT_EQ(diagnostics.all().size(), 2U);
  EXPECT_EQ(diagnostics.all()[0].code, diag::EmptyFile.code);
  EXPECT_EQ(diagnostics.all()[1].code, diag::UnknownAllow.code);
}

TEST(Nearest, KnowsWhetherAnotherIsAsNear) {
  EXPECT_TRUE(Nearest("scorr", {"scorer", "writer"}).alone);
  EXPECT_FALSE(Nearest("score", {"scores", "scorer"}).alone);
  EXPECT_EQ(Nearest("score", {"scores", "scorer"}).name, "scores");
  EXPECT_TRUE(Nearest("scoer", {"stores", "scoers"}).alone);
}

TEST(Nearest, FindsWhatWasMeant) {
  EXPECT_EQ(Nearest("scorr", {"writer", "scorer"}).name, "scorer");
  EXPECT_EQ(Nearest("Scorer", {"scorer"}).name, "scorer");
  EXPECT_EQ(Nearest("banana", {"writer", "scorer"}).name, "");
  EXPECT_EQ(Nearest("a", {}).name, "");
}

TEST(EditDistance, CountsLettersUpToALimit) {
  EXPECT_EQ(EditDistance("", "", 3), 0U);
  EXPECT_EQ(EditDistance("scorer", "scorer", 0), 0U);
  EXPECT_EQ(EditDistance("scorer", "scrore", 5), 2U);
  EXPECT_EQ(EditDistance("abc", "xbcd", 2), 2U);
  EXPECT_GT(EditDistance("writer", "banana", 3), 3U);
  EXPECT_GT(EditDistance("", "abc", 2), 2U);
}

// By the table of all pairs of letters these two names take 40,000,000,000 steps.
TEST(Nearest, FindsANameOf200000LettersWithoutComparingAllPairsOfThem) {
  std::string meant = "a";
  while (meant.size() < 200'000) meant += meant.size() % 7 == 0 ? 'b' : 'a';
  std::string written = meant;
  written[1'000] = 'x';
  written[150'000] = 'x';
  EXPECT_EQ(Nearest(written, {meant, "short"}).name, meant);
  EXPECT_EQ(Nearest(std::string(200'000, 'c'), {meant}).name, "");
}

TEST(ListNames, EndsALongListInHowManyAreLeftOut) {
  const std::vector<std::string> names(1500, "e");
  EXPECT_EQ(ListNames(names).text, "`e`, `e`, `e`, `e`, `e`, `e`, `e`, `e` and 1492 more");
  EXPECT_EQ(ListNames({"a", "b"}).text, "`a` and `b`");
}

TEST(JoinNames, ReadsLikeASentence) {
  EXPECT_EQ(JoinNames({}).text, "");
  EXPECT_EQ(JoinNames({"a"}).text, "`a`");
  EXPECT_EQ(JoinNames({"a", "b"}).text, "`a` and `b`");
  EXPECT_EQ(JoinNames({"a", "b", "c"}).text, "`a`, `b` and `c`");
}

}  // namespace
}  // namespace meshc::diagnostics
