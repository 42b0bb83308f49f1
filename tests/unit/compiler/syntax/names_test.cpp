// Words of the language as names: soft ones anywhere, hard ones where a field or label may stand.
#include <gtest/gtest.h>

#include "parsed_text.h"

namespace meshc::syntax {
namespace {

using Findings = std::vector<std::string>;

const std::vector<std::string> kHard = {
    "mesh",      "import", "record", "enum",     "union",  "type",   "envelope", "error",
    "processor", "router", "flow",   "scenario", "policy", "flavor", "deploy",   "expose",
    "if",        "else",   "match",  "while",    "repeat", "loop",   "until",    "each",
    "parallel",  "try",    "on",     "finally",  "raise",  "return", "break",    "continue",
    "saga",      "tap",    "await",  "set",      "route",  "follow"};

const std::vector<std::string> kSoft = {
    "in",        "out",     "var",     "log",      "as",          "max",    "width",  "wait",     "timeout",
    "retry",     "backoff", "jitter",  "constant", "reserved",    "open",   "fatal",  "raises",   "effect",
    "none",      "by",      "shared",  "undo",     "concurrency", "steps",  "sla",    "optional", "all",
    "any",       "collect", "into",    "for",      "given",       "file",   "stub",   "returns",  "then",
    "times",     "chooses", "follows", "when",     "takes",       "signal", "expect", "visits",   "outcome",
    "succeeded", "failed",  "absent",  "hops",     "pattern",     "lanes",  "_"};

std::vector<std::string> Both() {
  std::vector<std::string> words = kHard;
  words.insert(words.end(), kSoft.begin(), kSoft.end());
  return words;
}

TEST(Names, AnyWordMayNameAMemberParamResultLabelOrValue) {
  for (const std::string& w : Both()) {
    const ParsedText parsed("enum A { " + w + ", b }\nunion U { " + w + ": int; }\nrecord R { " + w +
                            ": int; x: int; }\n" + "envelope E { in " + w + ": int; " + w +
                            ": int; var log: int; }\nerror e fatal { " + w + ": int; }\nprocessor p(" + w +
                            ": int) -> (" + w + ": int);\nrouter r() -> { " + w + " };\n");
    EXPECT_TRUE(parsed.Findings().empty()) << w << "\n" << parsed.Rendered();
    EXPECT_TRUE(parsed.HasNode("Value " + w)) << w;
    EXPECT_TRUE(parsed.HasNode("Tag " + w + ": int")) << w;
    EXPECT_TRUE(parsed.HasNode("Field in " + w + ": int")) << w;
    EXPECT_TRUE(parsed.HasNode("Field " + w + ": int")) << w;
    EXPECT_TRUE(parsed.HasNode("Param " + w + ": int")) << w;
    EXPECT_TRUE(parsed.HasNode("Result " + w + ": int")) << w;
    EXPECT_TRUE(parsed.HasNode("Label " + w)) << w;
  }
}

TEST(Names, AnyWordMayStandInExpressionsBindingsAndArms) {
  for (const std::string& w : Both()) {
    const ParsedText parsed =
        ParseBody("set " + w + "." + w + " = " + w + " == x." + w + " && " + w + "[0] < 1;\n" + "q(" + w +
                  ": " + w + ") as { " + w + ": " + w + " };\nq as " + w + ";\nif " + w + " { }\nmatch x { " +
                  w + " => q; }\nroute r { " + w + " => { } a, " + w + " => q; }\nset x = { " + w +
                  ": 1 };\nraise e { " + w + ": 1 };");
    EXPECT_TRUE(parsed.Findings().empty()) << w << "\n" << parsed.Rendered();
    EXPECT_TRUE(parsed.HasNode("Arm a, " + w)) << w;
    EXPECT_TRUE(parsed.HasNode("When " + w)) << w;
  }
}

TEST(Names, SoftWordsMayNameDeclarationsAndSteps) {
  for (const std::string& w : kSoft) {
    const ParsedText parsed("processor " + w + "();\nerror " + w + " fatal;\nenvelope " + w + " { }\nflow " +
                            w + " on " + w + " {\n  " + w + ";\n  " + w + " -> " + w + "();\n  " + w +
                            " as x;\n} on " + w + " as " + w + " { }\npolicy " + w + " = retry 3 on " + w +
                            ", " + w + ";\ntype " + w + " = [" + w + "];\n");
    EXPECT_TRUE(parsed.Findings().empty()) << w << "\n" << parsed.Rendered();
    EXPECT_TRUE(parsed.HasNode("Call " + w)) << w;
    EXPECT_TRUE(parsed.HasNode("On " + w + " as " + w)) << w;
  }
}

TEST(Names, HardWordsMayNotNameDeclarations) {
  for (const std::string& w : kHard) {
    const ParsedText parsed("processor " + w + "();\n\nprocessor q();");
    EXPECT_EQ(parsed.Findings(), Findings{"MC1042@1"}) << w << "\n" << parsed.Rendered();
    EXPECT_TRUE(parsed.HasNode("Processor q")) << w;
  }
}

TEST(Names, LiteralWordsAreNeverNames) {
  for (const std::string w : {"true", "false", "null"}) {
    EXPECT_EQ(ParsedText("enum A {\n" + w + "\n}").Findings(), Findings{"MC1042@2"}) << w;
    EXPECT_EQ(ParsedText("record A {\n" + w + ": int;\n}").Findings().size(), 1U) << w;
  }
}

TEST(Names, OptionalIsAnActorBeforeTheMarksOfACall) {
  const ParsedText parsed = ParseBody(
      "parallel { optional; optional(a: 1); optional -> q; optional as x; optional q; optional { } }");
  EXPECT_TRUE(parsed.Findings().empty()) << parsed.Rendered();
  std::vector<std::string> branches;
  for (const std::string& node : parsed.Nodes()) {
    if (node.starts_with("Branch")) branches.push_back(node);
  }
  EXPECT_EQ(branches,
            (Findings{"Branch", "Branch", "Branch", "Branch", "Branch optional", "Branch optional"}));
}

TEST(Names, AfterExpectTheWordsOfTheLanguageWin) {
  const ParsedText parsed(
      "scenario \"s\" for f { expect visits a; expect (visits) == 3; expect hops <= 3; expect x == visits; "
      "}");
  EXPECT_TRUE(parsed.Findings().empty()) << parsed.Rendered();
  EXPECT_TRUE(parsed.HasNode("Expect visits a"));
  EXPECT_TRUE(parsed.HasNode("Expect (== visits 3)"));
  EXPECT_TRUE(parsed.HasNode("Expect hops <= 3"));
  EXPECT_TRUE(parsed.HasNode("Expect (== x visits)"));
}

}  // namespace
}  // namespace meshc::syntax
