#include "compiler/diagnostics/mend.h"

#include <gtest/gtest.h>

#include "compiler/diagnostics/diagnostics_0_driver.h"

namespace meshc::diagnostics {
namespace {

class MendTest : public testing::Test {
 protected:
  void Load(std::string text) { file_ = sources_.Add("a.flow", std::move(text)); }

  source::SourceRange Find(std::string_view word) const {
    const auto at = static_cast<std::uint32_t>(sources_.Text(file_).find(word));
    return {file_, at, at + static_cast<std::uint32_t>(word.size())};
  }

  void Mend(std::string_view word, std::string text, Applicability applicability = Applicability::kMachine) {
    diagnostics_.Report(diag::EmptyFile, Find(word))
        .AddFix("mend it", {{Find(word), std::move(text)}}, applicability);
  }

  /// The new text; the old one if nothing is mended.
  std::string Mended() const {
    const auto files = ApplyMends(diagnostics_.all(), sources_);
    return files.empty() ? std::string(sources_.Text(file_)) : files.at(file_).text;
  }

  source::SourceManager sources_;
  source::FileId file_;
  Diagnostics diagnostics_;
};

TEST_F(MendTest, ReplacesInsertsAndRemoves) {
  Load("a bb c dd;\n");
  Mend("dd", "d");
  Mend("bb ", "");
  Mend("c", "cc");
  EXPECT_EQ(Mended(), "a cc d;\n");
  EXPECT_EQ(ApplyMends(diagnostics_.all(), sources_).at(file_).mends, 3U);
}

TEST_F(MendTest, LeavesToPeopleWhatNeedsAChoice) {
  Load("a b\n");
  Mend("a", "x", Applicability::kMaybe);
  diagnostics_.Report(diag::EmptyFile, Find("b")).AddHelp("think");
  EXPECT_TRUE(ApplyMends(diagnostics_.all(), sources_).empty());
}

TEST_F(MendTest, LeavesWhatTouchesAnEarlierMend) {
  Load("abcd\n");
  Mend("abc", "x");
  Mend("cd", "y");
  EXPECT_EQ(Mended(), "xd\n");
}

TEST_F(MendTest, OfTwoThatBeginAtOnePlaceOneIsMade) {
  Load("abcd\n");
  Mend("abc", "x");
  Mend("", "y");
  const auto files = ApplyMends(diagnostics_.all(), sources_);
  EXPECT_EQ(files.at(file_).text, "xd\n");
  EXPECT_EQ(files.at(file_).mends, 1U);
}

TEST_F(MendTest, ALineThatLosesAllItHeldGoes) {
  Load("one\n  two \r\nthree four\n");
  Mend("two", "");
  Mend("four", "");
  EXPECT_EQ(Mended(), "one\nthree \n");
}

}  // namespace
}  // namespace meshc::diagnostics
