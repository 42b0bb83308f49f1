#include "compiler/diagnostics/render.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "compiler/diagnostics/diagnostics_0_driver.h"

namespace meshc::diagnostics {
namespace {

/// One file and a way to point into it by its words.
class RenderTest : public testing::Test {
 protected:
  void Load(std::string text) { file_ = sources_.Add("a.flow", std::move(text)); }

  source::SourceRange Find(std::string_view word, std::size_t from = 0) const {
    const auto at = static_cast<std::uint32_t>(sources_.Text(file_).find(word, from));
    return {file_, at, at + static_cast<std::uint32_t>(word.size())};
  }

  Builder ReportAt(source::SourceRange range) {
    return diagnostics_.Report(diag::UnknownAllow, range, Lexeme{"x"});
  }

  std::vector<FoundIn> Found() const { return {{&diagnostics_.all(), &sources_, "a.flow", ""}}; }

  std::string Text(bool colour = false) const { return RenderText(diagnostics_.all(), sources_, colour); }

  source::SourceManager sources_;
  source::FileId file_;
  Diagnostics diagnostics_;
};

TEST_F(RenderTest, ShowsPlaceLineAndCaret) {
  Load("mesh a;\n  scorr -> b;\n");
  ReportAt(Find("scorr"));
  EXPECT_EQ(Text(), R"(a.flow:2:3: warning[MC0004]: `@allow` names `x`, which is no code
 2 |   scorr -> b;
   |   ^^^^^
)");
}

TEST_F(RenderTest, ShowsLabelsNotesHelpAndPath) {
  Load("one\ntwo\nthree\nfour\nfive\n");
  ReportAt(Find("four"))
      .AddLabel(Find("one"), "declared here")
      .AddNote("a note")
      .AddNote("a note with a place", Find("two"))
      .AddHelp("do this")
      .SetPath({"a", "[else]", "b"});
  EXPECT_EQ(Text(), R"(a.flow:4:1: warning[MC0004]: `@allow` names `x`, which is no code
 1 | one
   | --- declared here
 ...
 4 | four
   | ^^^^
  note: a note
  a.flow:2:1: note: a note with a place
 2 | two
   | ---
  help: do this
  path: a > [else] > b
)");
}

TEST_F(RenderTest, MarksSeveralPlacesOfOneLine) {
  Load("a(x: 1, x: 2);\n");
  ReportAt(Find("x: 2")).AddLabel(Find("x: 1"), "first given here");
  EXPECT_EQ(Text(), R"(a.flow:1:9: warning[MC0004]: `@allow` names `x`, which is no code
 1 | a(x: 1, x: 2);
   |         ^^^^
   |   ---- first given here
)");
}

TEST_F(RenderTest, ShowsLabelsOfOtherFilesBelow) {
  Load("here\n");
  const auto other = sources_.Add("b.flow", "there\n");
  ReportAt(Find("here")).AddLabel({other, 0, 5}, "declared here");
  EXPECT_EQ(Text(), R"(a.flow:1:1: warning[MC0004]: `@allow` names `x`, which is no code
 1 | here
   | ^^^^
  in b.flow:
 1 | there
   | ----- declared here
)");
}

TEST_F(RenderTest, AlignsTabsAndWideCharacters) {
  Load("\tx = \"漢字é\" bad\n");
  ReportAt(Find("bad"));
  EXPECT_EQ(Text(),
            "a.flow:1:12: warning[MC0004]: `@allow` names `x`, which is no code\n"
            " 1 |     x = \"漢字é\" bad\n"
            "   |                 ^^^\n");
}

TEST_F(RenderTest, ClipsLongLinesAroundTheMark) {
  Load(std::string(5000, 'a') + " bad " + std::string(5000, 'b'));
  ReportAt(Find("bad"));
  const std::string text = Text();
  EXPECT_LT(text.size(), 500U);
  EXPECT_NE(text.find("…" + std::string(39, 'a') + " bad "), std::string::npos) << text;
  EXPECT_NE(text.find("\n   | " + std::string(41, ' ') + "^^^\n"), std::string::npos) << text;
}

TEST_F(RenderTest, MarksTheFirstLineOfALongSpan) {
  Load("ab {\n}\n");
  ReportAt({file_, 3, 6});
  EXPECT_NE(Text().find(" 1 | ab {\n   |    ^\n"), std::string::npos) << Text();
}

TEST_F(RenderTest, SurvivesBytesThatAreNotUtf8) {
  Load("caf\xE9 x\n");
  ReportAt({file_, 3, 4});
  EXPECT_NE(Text().find("caf\xEF\xBF\xBD x\n   |    ^\n"), std::string::npos) << Text();
  EXPECT_NO_THROW(RenderJson(Found()));
}

/// Texts of a mesh are people's, and a terminal would obey them.
TEST_F(RenderTest, TellsATerminalNothingThatItObeys) {
  Load("one\n");
  diagnostics_.Report(diag::UnknownAllow, Find("one"), Lexeme{"\x1b[31m\n\xc2\x85é"})
      .AddLabel(Find("one"), "a\x07z")
      .AddNote("b\x7fz")
      .AddHelp("c\xe2\x80\xaez")
      .SetPath({"d\xffz"});
  EXPECT_EQ(Text(), R"(a.flow:1:1: warning[MC0004]: `@allow` names `�[31m��é`, which is no code
 1 | one
   | ^^^
   | --- a�z
  note: b�z
  help: c�z
  path: d�z
)");
}

TEST_F(RenderTest, PaintsOnlyIfAsked) {
  Load("bad\n");
  ReportAt(Find("bad"));
  EXPECT_EQ(Text().find('\x1b'), std::string::npos);
  EXPECT_NE(Text(true).find("\x1b[1;33mwarning[MC0004]\x1b[0m"), std::string::npos);
}

TEST_F(RenderTest, PrintsAFindingWithoutAPlace) {
  diagnostics_.Report(diag::EmptyFile, {});
  EXPECT_EQ(Text(), "error[MC0002]: the file is empty\n");
}

TEST_F(RenderTest, WritesJsonWithPlacesAndEdits) {
  Load("mesh a;\n  scorr;\n");
  ReportAt(Find("scorr"))
      .AddFix("did you mean `scorer`?", {{Find("scorr"), "scorer"}}, Applicability::kMachine);
  const auto json = nlohmann::json::parse(RenderJson(Found()));
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["code"], "MC0004");
  EXPECT_EQ(json[0]["flag"], "unknown-allow");
  EXPECT_EQ(json[0]["severity"], "warning");
  EXPECT_EQ(json[0]["place"]["line"], 2);
  EXPECT_EQ(json[0]["place"]["column"], 3);
  EXPECT_EQ(json[0]["place"]["begin"], 10);
  EXPECT_EQ(json[0]["fixes"][0]["applicability"], "machine");
  EXPECT_EQ(json[0]["fixes"][0]["edits"][0]["text"], "scorer");
}

TEST_F(RenderTest, WritesWorkflowCommandsThatStayOnTheirLine) {
  Load("mesh a;\n  scorr {\n};\n");
  ReportAt(Find("scorr")).AddNote("100 % of\r\nit").SetPath({"a", "[else]", "b"});
  ReportAt({file_, 10, 18});
  diagnostics_.Report(diag::EmptyFile, {});
  EXPECT_EQ(RenderGithub(Found()),
            "::warning file=a.flow,line=2,endLine=2,col=3,endColumn=8,title=MC0004::"
            "`@allow` names `x`, which is no code%0Apath: a > [else] > b%0Anote: 100 %25 of%0D%0Ait\n"
            "::warning file=a.flow,line=2,endLine=3,title=MC0004::`@allow` names `x`, which is no code\n"
            "::error title=MC0002::the file is empty\n");
  EXPECT_TRUE(RenderGithub(Found(), "mesh/shop").starts_with("::warning file=mesh/shop/a.flow,line=2,"));
}

TEST_F(RenderTest, WritesSarifWithRulesPlacesAndMends) {
  Load("mesh a;\n  scorr;\n");
  ReportAt(Find("scorr"))
      .AddLabel(Find("mesh"), "the mesh")
      .AddHelp("for people")
      .AddFix("did you mean `scorer`?", {{Find("scorr"), "scorer"}}, Applicability::kMachine);
  diagnostics_.Report(diag::EmptyFile, {});
  const auto run = nlohmann::json::parse(RenderSarif(Found(), "1.2.3"))["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["semanticVersion"], "1.2.3");
  ASSERT_EQ(run["tool"]["driver"]["rules"].size(), 2U);
  EXPECT_EQ(run["tool"]["driver"]["rules"][0]["id"], "MC0002");
  EXPECT_EQ(run["tool"]["driver"]["rules"][0]["shortDescription"]["text"], "the file is empty");

  const auto& result = run["results"][0];
  EXPECT_EQ(result["ruleIndex"], 1);
  EXPECT_EQ(result["level"], "warning");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["endColumn"], 8);
  EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "the mesh");
  ASSERT_EQ(result["fixes"].size(), 1U) << "help without edits stands in the message";
  EXPECT_EQ(result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"], "scorer");
  EXPECT_FALSE(run["results"][1].contains("locations"));
}

}  // namespace
}  // namespace meshc::diagnostics
