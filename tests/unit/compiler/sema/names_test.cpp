#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

TEST(Names, ProgramWithoutMistakesGivesNothing) { EXPECT_EQ(With(""), ""); }

TEST(Names, RootNeedsAMeshLine) {
  EXPECT_EQ(CodesOf("envelope T { } processor a(); flow f on T { a; }"), "MC2001:1");
}

TEST(Names, DuplicatesAreReportedAtTheSecondPlace) {
  EXPECT_EQ(With("record A { x: int; }\nrecord A { y: int; }"), "MC2007:2");
  EXPECT_EQ(With("record A { x: int; }\nenum A { y }"), "MC2007:2");
  EXPECT_EQ(With("\nprocessor f();\n"), "MC2007:3");
  EXPECT_EQ(With("record A { x: int;\n x: int; }"), "MC2007:2");
  EXPECT_EQ(With("enum A { x,\n x }"), "MC2007:2");
  EXPECT_EQ(With("envelope E { x: int;\n x: int; }"), "MC2007:2");
  EXPECT_EQ(With("processor b(x: int,\n x: int);"), "MC2007:2");
  EXPECT_EQ(With("processor b() -> (x: int,\n x: int);"), "MC2007:2");
  EXPECT_EQ(With("router b() -> { x,\n x };"), "MC2007:2");
  EXPECT_EQ(With("error b recoverable { x: int; }\nerror c: b { x: int; }"), "MC2007:2");
}

TEST(Names, EachNamespaceStandsAlone) {
  EXPECT_EQ(CodesOf("mesh t; error a recoverable; policy a = retry 2; envelope A { in a: string; }"
                    "processor a(a: string) { raises a; retry a; } flow f on A { a; }"),
            "");
}

TEST(Names, BuiltinsAreNotDeclaredAgain) {
  EXPECT_EQ(With("error timeout recoverable;"), "MC2013:1");
  EXPECT_EQ(With("error any recoverable;"), "MC2013:1");
  EXPECT_EQ(With("type string = int;"), "MC2013:1");
  EXPECT_EQ(With("error late: timeout; processor b() { raises late; } flow g on T { b; } "), "");
}

TEST(Names, UnknownOnesNameTheNearest) {
  const Checked checked = CheckFiles({{"main.flow",
                                       "mesh t; envelope T { in x: strng; } processor ask(x: string); "
                                       "processor a(x: string); flow f on T { akk; }"}});
  ASSERT_EQ(checked.diagnostics.all().size(), 2U);
  for (const auto& diagnostic : checked.diagnostics.all()) {
    ASSERT_EQ(diagnostic.fixes.size(), 1U) << diagnostic.message;
    ASSERT_EQ(diagnostic.fixes[0].edits.size(), 1U);
  }
  EXPECT_EQ(checked.diagnostics.all()[0].fixes[0].edits[0].text, "string");
  EXPECT_EQ(checked.diagnostics.all()[1].fixes[0].edits[0].text, "ask");
}

TEST(Names, OnlySlipsAreMendedWithoutAsking) {
  const auto mend_of = [](const std::string& step) {
    const Checked checked = CheckFiles({{"main.flow",
                                         "mesh t; envelope T { in x: string; } processor ask(x: string); "
                                         "processor answer(x: string); flow f on T { " +
                                             step + "; }"}});
    return checked.diagnostics.all().at(0).fixes.at(0).applicability;
  };
  using diagnostics::Applicability;
  EXPECT_EQ(mend_of("answr"), Applicability::kMachine);
  EXPECT_EQ(mend_of("answre"), Applicability::kMachine) << "two letters in each other's place";
  EXPECT_EQ(mend_of("Answer"), Applicability::kMachine);
  EXPECT_EQ(mend_of("ansvvr"), Applicability::kMaybe);
  EXPECT_EQ(mend_of("as"), Applicability::kMaybe) << "of short names every letter counts";
}

TEST(Names, UnknownOnesHaveACodePerKind) {
  EXPECT_EQ(With("record A { x: Nope; }"), "MC2015:1");
  EXPECT_EQ(With("flow g on Nope { a; }"), "MC2016:1");
  EXPECT_EQ(With("processor b() { raises nope; }"), "MC2017:1");
  EXPECT_EQ(With("error e: nope;"), "MC2017:1");
  EXPECT_EQ(With("flow g on T { nope; }"), "MC2018:1");
  EXPECT_EQ(With("processor b() { undo nope; }"), "MC2018:1");
  EXPECT_EQ(With("scenario \"s\" for nope { }"), "MC2019:1");
  EXPECT_EQ(With("processor b() { retry nope; }"), "MC2020:1");
  EXPECT_EQ(With("record A { x: nope.B; }"), "MC2029:1");
}

TEST(Names, KindsAreToldApart) {
  EXPECT_EQ(With("record A { x: T; }"), "MC2031:1");
  EXPECT_EQ(With("record R { x: int; } flow g on R { a; }"), "MC2031:1");
  EXPECT_EQ(With("processor b() { undo f; }"), "MC2031:1");
  EXPECT_EQ(With("router r() -> { l }; processor b() { undo r; }"), "MC2031:1");
  EXPECT_EQ(With("scenario \"s\" for a { }"), "MC2031:1");
}

TEST(Names, VariablesHideNothing) {
  EXPECT_EQ(FlowCodes("try { raises_odd; } on odd as text { }"), "MC2010:1");
  EXPECT_EQ(FlowCodes("try { p; } on odd as e { try { p; } on odd as e { } }"), "MC2010:1");
  EXPECT_EQ(FlowCodes("try { p; } on odd as e { } try { p; } on odd as e { }"), "");
}

TEST(Names, ReservedAndFormerNames) {
  EXPECT_EQ(With("record A { x: int;\n reserved x; }"), "MC2011:1");
  EXPECT_EQ(With("envelope E { x: int;\n reserved x; }"), "MC2011:1");
  EXPECT_EQ(With("record A { @was(\"y\") x: int; y: int; }"), "MC2012:1");
  EXPECT_EQ(With("@was(\"a\") processor b();"), "MC2012:1");
  EXPECT_EQ(CodesOf("mesh t; record A { @was(\"z\") x: int; reserved z; } envelope T { in a: A; }"
                    "processor p(a: A); flow f on T { p; }"),
            "");
}

TEST(Names, Annotations) {
  EXPECT_EQ(With("@nope processor b();"), "MC2030:1");
  EXPECT_EQ(With("@cost(\"a lot\") processor b();"), "MC3033:1");
  EXPECT_EQ(With("@deprecated processor b();"), "MC3033:1");
  EXPECT_EQ(With("@allow(MC5001) processor b();"), "MC3033:1");
  EXPECT_EQ(CodesOf("mesh t; @owner(\"us\") @cost(0.5) processor a(@sensitive x: string);"
                    "envelope T { in x: string; } flow f on T { a; }"),
            "");
}

TEST(Names, OrderOfDeclarationsDoesNotMatter) {
  EXPECT_EQ(CodesOf("mesh t; flow f on T { a; } processor a(x: Alias); type Alias = R; envelope T { in x: R; "
                    "} record R { y: int; }"),
            "");
}

TEST(Names, IdsFollowNamesNotSource) {
  const auto one = CheckFiles(
      {{"main.flow", "mesh t; processor b(); processor a(); record Z { x: int; } record Y { x: int; }"}});
  const auto two = CheckFiles(
      {{"main.flow", "mesh t; record Y { x: int; } record Z { x: int; } processor a(); processor b();"}});
  EXPECT_EQ(PrintSymbols(one.program), PrintSymbols(two.program));
  EXPECT_EQ(one.program.declarations.actors[ActorId{0}].name, "a");
  EXPECT_EQ(one.program.declarations.records[types::RecordId{0}].name, "Y");
}

TEST(Names, BuiltinErrorsStandFirst) {
  const auto checked = CheckFiles({{"main.flow", "mesh t; error aaa recoverable;"}});
  const auto& errors = checked.program.declarations.errors;
  EXPECT_EQ(errors[types::IdOf(types::BuiltinError::kAny)].name, "any");
  EXPECT_EQ(errors[types::IdOf(types::BuiltinError::kUnroutable)].name, "unroutable");
  EXPECT_EQ(errors[ErrorId{10}].name, "aaa");
}

TEST(Names, MeshesHaveALimit) {
  std::string text = "mesh t;\n";
  for (int i = 0; i < 100'000; ++i) text += "processor p" + std::to_string(i) + "();\n";
  EXPECT_EQ(CodesOf(text).find("MC2014"), std::string::npos);
  const std::string codes = CodesOf(text + "router r() -> { a };");
  EXPECT_EQ(codes, "MC2014:100002");
}

TEST(Names, InheritedFieldsHaveALimit) {
  std::string text = "mesh t; error e0 recoverable { f0: int; }\n";
  for (int i = 1; i < 600; ++i) {
    const std::string n = std::to_string(i);
    text += "error e" + n + ": e" + std::to_string(i - 1) + " { f" + n + ": int; }\n";
    if (i != 400) continue;
    EXPECT_EQ(CodesOf(text).find("MC2035"), std::string::npos);
  }
  const std::string codes = CodesOf(text);
  EXPECT_NE(codes.find("MC2035:448"), std::string::npos) << codes;
  EXPECT_EQ(codes.find("MC2035"), codes.rfind("MC2035"));
}

TEST(Names, EnvelopesHaveALimit) {
  std::string text = "mesh t; envelope E {\n";
  for (int i = 0; i < 4096; ++i) text += "in f" + std::to_string(i) + ": int;\n";
  EXPECT_EQ(CodesOf(text + "}").find("MC2036"), std::string::npos);
  EXPECT_NE(CodesOf(text + "in last: int; }").find("MC2036:4098"), std::string::npos);
}

TEST(Names, LongListsAreCut) {
  std::string text = "mesh t; enum E { v0";
  for (int i = 1; i < 100; ++i) text += ", v" + std::to_string(i);
  EXPECT_EQ(MessageOf(text + " } envelope T { in e: E; } flow f on T { match e { v0 => { } } }"),
            "`match` does not cover `v1`, `v2`, `v3`, `v4`, `v5`, `v6`, `v7`, `v8` and 91 more");
}

TEST(Names, SyntaxErrorsDoNotHideOthers) {
  const std::string codes = CodesOf("mesh t;\nrecord A { x: Nope; }\nprocessor 5;\nrecord B { x: Nope; }\n");
  EXPECT_NE(codes.find("MC2015:2"), std::string::npos) << codes;
  EXPECT_NE(codes.find("MC2015:4"), std::string::npos) << codes;
}

}  // namespace
}  // namespace meshc::sema::test
