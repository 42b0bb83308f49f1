// The style, rule by rule.
#include <gtest/gtest.h>

#include "formatted.h"

namespace meshc::format {
namespace {

/// A text of the style itself: formatting leaves it alone.
void ExpectUnchanged(const std::string& text) { EXPECT_EQ(Formatted(text), text); }

TEST(Lines, HoldOneStatementIndentedByTwo) {
  EXPECT_EQ(FormattedBody("a;b ( x : 1 ) ->c ; if x { d ; } else{return;}"),
            "a;\nb(x: 1) -> c;\nif x {\n  d;\n} else {\n  return;\n}\n");
}

TEST(Lines, KeepOneEmptyLineBetweenGroupsAndNoneAtTheEdges) {
  EXPECT_EQ(FormattedBody("\n\n  a;\n\n\n  b;\n  c;\n\n"), "a;\n\nb;\nc;\n");
  EXPECT_EQ(Formatted("\n\nmesh a;\n\n\n\nrecord R {}\nrecord S {}\n\n\n"),
            "mesh a;\n\nrecord R {}\nrecord S {}\n");
}

TEST(Lines, EndInLineFeeds) {
  EXPECT_EQ(Formatted("\xEF\xBB\xBFmesh a;\r\n\r\n// b\r\nrecord R {}"), "mesh a;\n\n// b\nrecord R {}\n");
}

TEST(Lines, OfAFileWithoutDeclarationsAreItsComments) {
  EXPECT_EQ(Formatted("\n// a\n\n\n/* b */"), "// a\n\n/* b */\n");
  EXPECT_EQ(Formatted(" \n"), "\n");
}

TEST(EmptyStatements, AreLeftOut) {
  EXPECT_EQ(FormattedBody("; a;; ; b;"), "a;\nb;\n");
  EXPECT_EQ(FormattedBody("parallel { ; a; ; }"), "parallel {\n  a;\n}\n");
  EXPECT_EQ(FormattedBody("route r { a => ; }"), "route r {\n  a => ;\n}\n");
}

TEST(Fields, StandOnLinesOfTheirOwnWithModesInOrder) {
  EXPECT_EQ(Formatted("envelope E { var in a:T; out b: U = 1 ; log x:int; c :V;reserved d ,e,; }"),
            "envelope E {\n  in var a: T;\n  out b: U = 1;\n  log x: int;\n  c: V;\n  reserved d, e;\n}\n");
}

TEST(Members, StandOnOneLineIfTheyAreFewAndFit) {
  ExpectUnchanged("record R { a: int; b: int; c: int; }\n");
  EXPECT_EQ(Formatted("record R { a: int; b: int; c: int; d: int; }"),
            "record R {\n  a: int;\n  b: int;\n  c: int;\n  d: int;\n}\n");
  ExpectUnchanged("record R {\n  /// What it is.\n  a: int;\n}\n");
  ExpectUnchanged("error e: f retriable { a: int; }\n");
}

TEST(Properties, StandOnOneLineIfThereIsOne) {
  ExpectUnchanged("processor p(a: int) -> (b: int) { timeout 5s; }\n");
  EXPECT_EQ(Formatted("processor p(){timeout 5s;undo q;}"), "processor p() {\n  timeout 5s;\n  undo q;\n}\n");
}

TEST(Chains, OfOperatorsThatBindAlikeBreakBeforeAllOfThem) {
  const std::string name(40, 'x');
  const auto expect_broken = [&name](const std::string& first, const std::string& second) {
    EXPECT_EQ(FormattedBody("set v = " + name + first + name + second + name + ";"),
              "set v = " + name + "\n   " + first + name + "\n   " + second + name + ";\n");
  };
  expect_broken(" + ", " - ");
  expect_broken(" * ", " / ");
  expect_broken(" % ", " * ");
}

TEST(Params, GoToLinesOfTheirOwnBeforeResultsDo) {
  const std::string name(70, 'p');
  EXPECT_EQ(Formatted("processor " + name + "(a: int, b: int) -> (c: int);"),
            "processor " + name + "(\n  a: int,\n  b: int,\n) -> (c: int);\n");
}

TEST(Annotations, StandAboveDeclarationsAndBesideMembers) {
  EXPECT_EQ(Formatted("@owner( \"t\" ) @cost(0.1)processor p(@sensitive a:int);"),
            "@owner(\"t\")\n@cost(0.1)\nprocessor p(@sensitive a: int);\n");
}

TEST(Annotations, ThatBelongToNothingAreKept) {
  ExpectUnchanged("@owner(\"t\")\nmesh a;\n\nrecord R {\n  @was(\"x\") reserved y;\n}\n");
}

TEST(Semicolons, BehindDeclarationsAreLeftOut) {
  EXPECT_EQ(Formatted("mesh a;; record R {};\n\n; record S {} // s\n;"),
            "mesh a;\nrecord R {}\nrecord S {} // s\n");
}

TEST(Lists, ThatAreTooLongHoldOneElementALineAndACommaAtTheEnd) {
  const std::string value(60, 'v');
  EXPECT_EQ(FormattedBody("set a = [" + value + ", [" + value + "],];"),
            "set a = [\n  " + value + ",\n  [" + value + "],\n];\n");
  EXPECT_EQ(FormattedBody("set a = { a: " + value + ", b: {c: " + value + ",} };"),
            "set a = {\n  a: " + value + ",\n  b: { c: " + value + " },\n};\n");
}

TEST(Chains, ThatAreTooLongBreakBeforeEachArrow) {
  const std::string name(50, 'a');
  EXPECT_EQ(FormattedBody(name + " -> " + name + " -> b(x: 1);"),
            name + "\n    -> " + name + "\n    -> b(x: 1);\n");
}

TEST(Names, FillTheirLines) {
  std::string names;
  for (int i = 0; i < 30; ++i) names += (i > 0 ? ", " : "") + std::string("abcd");
  const std::string text =
      Formatted("flow f on E {}\nscenario \"s\" for f { expect visits " + names + "; }\n");
  EXPECT_NE(text.find("abcd,\n      abcd"), std::string::npos) << text;
  EXPECT_NE(text.find("abcd, abcd"), std::string::npos) << text;
}

TEST(Operators, KeepTheirParenthesesAndBreakBeforeThemselves) {
  EXPECT_EQ(FormattedBody("set a=((b+c)*-(d))?? !e.f[ 1 ].g;"), "set a = ((b + c) * -(d)) ?? !e.f[1].g;\n");
  const std::string name(40, 'a');
  EXPECT_EQ(FormattedBody("if " + name + " && " + name + "&&" + name + "{ return; }"),
            "if " + name + "\n    && " + name + "\n    && " + name + " {\n  return;\n}\n");
}

TEST(Literals, StayAsTheyAreWritten) {
  EXPECT_EQ(FormattedBody("set a=[1_000,- 5,1e-3,\"\\u{1F3AD}\",500m];"),
            "set a = [1_000, -5, 1e-3, \"\\u{1F3AD}\", 500m];\n");
  const std::string raw = "\"\"\"one\r\n  two  \n\"\"\"";
  EXPECT_EQ(Formatted("flow f on E{set a=" + raw + ";}"), "flow f on E {\n  set a = " + raw + ";\n}\n");
}

TEST(Settings, AreWordsWithSignsBetweenThem) {
  EXPECT_EQ(
      Formatted("flavor f{scale 0 .. 5 per 1;a . b;c 9 : 1;d- 5;node{selector \"a\" \"b\";}}"),
      "flavor f {\n  scale 0..5 per 1;\n  a.b;\n  c 9:1;\n  d -5;\n  node { selector \"a\" \"b\"; }\n}\n");
  EXPECT_EQ(
      Formatted("deploy d for a.b{lanes{x,y}policy weighted 9:1;actor p : f , g { scale 1..2; }}"),
      "deploy d for a.b {\n  lanes { x, y } policy weighted 9:1;\n  actor p: f, g { scale 1..2; }\n}\n");
}

TEST(Comments, StayBehindAndBeforeWhatTheyStoodAt) {
  EXPECT_EQ(FormattedBody("a;   // behind\n// before\nb; /* behind */\n/* before */ c;\n\n// last"),
            "a; // behind\n// before\nb; /* behind */\n/* before */ c;\n\n// last\n");
}

TEST(Comments, BreakTheListThatTheyStandIn) {
  EXPECT_EQ(FormattedBody("a(x: 1, // one\n y: 2);"), "a(\n  x: 1, // one\n  y: 2,\n);\n");
  EXPECT_EQ(FormattedBody("a(x: /* one */ 1, y: 2 /* two */);"), "a(x: /* one */ 1, y: 2 /* two */);\n");
}

TEST(Comments, StandBehindTheCommaOrSemicolonThatTheyStoodBefore) {
  EXPECT_EQ(FormattedBody("a // one\n; b /* two */ ;"), "a; // one\nb /* two */;\n");
}

TEST(Comments, OfSeveralLinesMoveIfTheirLinesAreStarred) {
  EXPECT_EQ(FormattedBody("\n      /* a\n         * b\n         */\n  c;"), "/* a\n * b\n */\nc;\n");
  EXPECT_EQ(Formatted("/* a  \n       b */\nmesh c;\n"), "/* a\n       b */\nmesh c;\n");
}

TEST(Comments, KeepDocsAtWhatTheyDescribe) {
  const std::string text = "record R { a: int /// of b\n; b: int; }";
  EXPECT_EQ(ParsedFile(Formatted(text)).Tree(), ParsedFile(text).Tree());
}

}  // namespace
}  // namespace meshc::format
