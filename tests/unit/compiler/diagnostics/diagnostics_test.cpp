#include "compiler/diagnostics/diagnostics_0_driver.h"

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

TEST(JoinNames, ReadsLikeASentence) {
  EXPECT_EQ(JoinNames({}).text, "");
  EXPECT_EQ(JoinNames({"a"}).text, "`a`");
  EXPECT_EQ(JoinNames({"a", "b"}).text, "`a` and `b`");
  EXPECT_EQ(JoinNames({"a", "b", "c"}).text, "`a`, `b` and `c`");
}

}  // namespace
}  // namespace meshc::diagnostics
