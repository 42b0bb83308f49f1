#include <gtest/gtest.h>

#include "parsed_text.h"

namespace meshc::syntax {
namespace {

using Findings = std::vector<std::string>;

TEST(Recovery, EachDeclarationOfALineHasItsError) {
  EXPECT_EQ(ParsedText("record R { a: int } enum Q { a; b }").Findings(), (Findings{"MC1041@1", "MC1056@1"}));
  EXPECT_EQ(ParsedText("record R { a: int b: int c: int }").Findings().size(), 1U);
}

TEST(Recovery, ThreeMistakesInOneFlowAreFoundAtTheirLines) {
  const ParsedText parsed = ParseBody(R"(
  set a = * 2;
  q
  if b = 3 { r; }
  s;
)");
  EXPECT_EQ(parsed.Findings(), (Findings{"MC1040@2", "MC1041@3", "MC1056@4"})) << parsed.Rendered();
  EXPECT_TRUE(parsed.HasNode("Call q"));
  EXPECT_TRUE(parsed.HasNode("Call r"));
  EXPECT_TRUE(parsed.HasNode("Call s"));
}

TEST(Recovery, MistakesInDifferentDeclarationsAreFoundAndTheRestIsKept) {
  const ParsedText parsed(R"(mesh a;
record R { x: int; y }
processor p(a: ) -> (b: int);
processor good();
flow f E { good; }
enum A { a; b }
flow g on E { good; }
)");
  EXPECT_EQ(parsed.Findings(), (Findings{"MC1040@2", "MC1040@3", "MC1040@5", "MC1056@6"}))
      << parsed.Rendered();
  for (const char* node :
       {"Processor good", "Flow g", "Flow f (recovered)", "Value b", "Member x: int", "Result b: int"}) {
    EXPECT_TRUE(parsed.HasNode(node)) << node << "\n" << parsed.Tree();
  }
}

TEST(Recovery, MistakesInsideOfNestedBlocksAreAllFound) {
  const ParsedText parsed = ParseBody(R"(
  try {
    while a < 3 max 5 {
      set = 4;
      match b {
        x => set b 5;
        y -> q;
        z => r;
      }
      q(a b: 3);
    }
  } on e {
    raise 5;
  }
)");
  EXPECT_EQ(parsed.Findings(), (Findings{"MC1040@4", "MC1040@6", "MC1056@7", "MC1040@10", "MC1040@13"}))
      << parsed.Rendered();
  EXPECT_TRUE(parsed.HasNode("Arm z"));
}

TEST(Recovery, AMissingSemicolonIsMendedByAFix) {
  const ParsedText parsed = ParseBody("\n  q\n  r;\n");
  ASSERT_EQ(parsed.Findings(), Findings{"MC1041@2"});
  const diagnostics::Fix& fix = parsed.diagnostics().all()[0].fixes.at(0);
  EXPECT_EQ(fix.applicability, diagnostics::Applicability::kMachine);
  EXPECT_EQ(fix.edits.at(0).text, ";");
  EXPECT_EQ(fix.edits.at(0).range.begin, fix.edits.at(0).range.end);
  EXPECT_EQ(parsed.Text({fix.edits[0].range.file, 0, fix.edits[0].range.begin}), "flow f on E {\n  q");
}

TEST(Recovery, AMissingSemicolonIsFoundBeforeABraceAndBeforeADeclaration) {
  EXPECT_EQ(ParseBody("\n  q\n").Findings(), Findings{"MC1041@2"});
  EXPECT_EQ(ParsedText("import std.x\nimport std.y;").Findings(), Findings{"MC1041@1"});
  EXPECT_EQ(ParsedText("record R { a: int }").Findings(), Findings{"MC1041@1"});
}

TEST(Recovery, AnAssignmentWithoutSetIsToldSo) {
  const ParsedText parsed = ParseBody("\n  a = 3;\n  q;");
  EXPECT_EQ(parsed.Findings(), Findings{"MC1056@2"});
  EXPECT_NE(parsed.Rendered().find("write `set"), std::string::npos);
  EXPECT_TRUE(parsed.HasNode("Call q"));
}

TEST(Recovery, AMissingConditionCostsNoMore) {
  const ParsedText parsed = ParseBody("\n  if {\n    q;\n  } else if {\n    r;\n  }\n  while max 3 { s; }");
  EXPECT_EQ(parsed.Findings(), (Findings{"MC1040@2", "MC1040@4", "MC1040@7"})) << parsed.Rendered();
  for (const char* node : {"Call q", "Call r", "Call s"}) EXPECT_TRUE(parsed.HasNode(node)) << node;
}

TEST(Recovery, ALargeStatementBehindAnArrowNeedsBraces) {
  const ParsedText parsed = ParseBody("\n  match a {\n    x => if b { q; }\n    _ => r;\n  }");
  EXPECT_EQ(parsed.Findings(), Findings{"MC1040@3"});
  EXPECT_TRUE(parsed.HasNode("Arm _"));
}

TEST(Brackets, AnUnclosedBlockIsReportedOnceAndTheNextDeclarationIsKept) {
  const ParsedText parsed(
      "flow a on E {\n  if x {\n    q;\n}\nflow b on E { q; }\n@owner(\"t\")\nprocessor q();\n");
  EXPECT_EQ(parsed.Findings(), Findings{"MC1021@2"}) << parsed.Rendered();
  EXPECT_TRUE(parsed.HasNode("Flow b"));
  EXPECT_TRUE(parsed.HasNode("Annotation owner \"t\""));
}

TEST(Brackets, IndentationTellsWhichBlockIsOpen) {
  const ParsedText parsed("flow a on E {\n  if x {\n    if y {\n      q;\n  }\n  r;\n}\nprocessor q();\n");
  EXPECT_EQ(parsed.Findings(), Findings{"MC1021@3"}) << parsed.Rendered();
}

TEST(Brackets, AnUnclosedParenthesisEndsWithItsStatement) {
  EXPECT_EQ(ParseBody("\nq(a: 1;\nr(b: [1, 2);\n").Findings(), (Findings{"MC1021@2", "MC1021@3"}));
  EXPECT_EQ(ParseBody("\nq(a: { b: 1 );\n").Findings(), Findings{"MC1021@2"});
  EXPECT_EQ(ParsedText("processor p(a: int -> (b: int);\nprocessor q();").Findings(), Findings{"MC1021@1"});
}

TEST(Brackets, ASurplusCloserIsLeftOut) {
  const ParsedText parsed("flow a on E { q; } }\nenum A { x )}\nenum B { y }");
  EXPECT_EQ(parsed.Findings(), (Findings{"MC1022@1", "MC1022@2"}));
  EXPECT_TRUE(parsed.HasNode("Enum B"));
}

TEST(Brackets, DoubledCommasAreOne) {
  const ParsedText parsed = ParseBody("\nset a = [1, , 2];");
  EXPECT_EQ(parsed.Findings(), Findings{"MC1023@2"});
  EXPECT_TRUE(parsed.HasNode("Set a = (list 1 2)"));
}

TEST(Builders, RefuseWhatTheGrammarCannotTell) {
  EXPECT_EQ(ParsedText("envelope E { foo a: int; }").Findings(), Findings{"MC1047@1"});
  EXPECT_EQ(ParsedText("record R { in a: int; }").Findings(), Findings{"MC1047@1"});
  EXPECT_EQ(ParsedText("error e bad;").Findings(), Findings{"MC1047@1"});
  EXPECT_EQ(ParsedText("policy p = retry 3 backoff quick 1s;").Findings(), Findings{"MC1047@1"});
  EXPECT_EQ(ParsedText("processor p() { effect foo; }").Findings(), Findings{"MC1047@1"});
  EXPECT_EQ(ParseBody("parallel wait most { q; }").Findings(), Findings{"MC1047@1"});
  EXPECT_EQ(ParseBody("parallel max 3 { q; }").Findings(), Findings{"MC1040@1"});
  EXPECT_EQ(ParseBody("q timeout 1s timeout 2s;").Findings(), Findings{"MC1046@1"});
  EXPECT_EQ(ParseBody("loop max 3s { break; }").Findings(), Findings{"MC1040@1"});
  EXPECT_EQ(ParseBody("q timeout 1.5;").Findings(), Findings{"MC1040@1"});
  EXPECT_EQ(ParseBody("if a { } else { } else { }").Findings(), Findings{"MC1050@1"});
  EXPECT_EQ(ParsedText("type A = int(..);").Findings(), Findings{"MC1040@1"});
  EXPECT_EQ(ParsedText("scenario \"s\" for f { stub p returns {} then e(\"m\"); }").Findings(),
            Findings{"MC1051@1"});
  EXPECT_EQ(ParsedText("scenario \"s\" for f { expect outcome failed; }").Findings(), Findings{"MC1040@1"});
}

TEST(Builders, RefuseEmptyLists) {
  EXPECT_EQ(ParsedText("enum A { }").Findings(), Findings{"MC1044@1"});
  EXPECT_EQ(ParsedText("union A { }").Findings(), Findings{"MC1044@1"});
  EXPECT_EQ(ParsedText("router r() -> { };").Findings(), Findings{"MC1044@1"});
  EXPECT_EQ(ParsedText("router r() -> steps { } max 1;").Findings(), Findings{"MC1044@1"});
  EXPECT_TRUE(ParsedText("record A { } envelope B { } flow f on B { }").Findings().empty());
}

TEST(Declarations, TheMeshLineComesFirstAndOnce) {
  EXPECT_EQ(ParsedText("mesh a;\nmesh b;").Findings(), Findings{"MC1049@2"});
  EXPECT_EQ(ParsedText("enum A { a }\nmesh b;").Findings(), Findings{"MC1049@2"});
}

TEST(Declarations, ExposeIsReserved) {
  const ParsedText parsed("expose support on http { path \"/\"; }\nprocessor q();");
  EXPECT_EQ(parsed.Findings(), Findings{"MC1043@1"});
  EXPECT_TRUE(parsed.HasNode("Processor q"));
}

TEST(Declarations, WhatBeginsNoneIsReported) {
  EXPECT_EQ(ParsedText("foo;\nenum A { a }").Findings(), Findings{"MC1040@1"});
  EXPECT_EQ(ParsedText("enum A { a } foo\nenum B { b }").Findings(), Findings{"MC1040@1"});
  EXPECT_TRUE(ParsedText("enum A { a };;").Findings().empty());
}

}  // namespace
}  // namespace meshc::syntax
