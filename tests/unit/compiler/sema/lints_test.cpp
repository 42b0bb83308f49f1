#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

TEST(Lints, ChildrenOfWhatAnActorRaisesAreUsed) {
  const auto codes = [](const std::string& raises) {
    return CodesOf(
        "mesh t; error top recoverable; error child: top; error grandchild: child; error other recoverable; "
        "envelope T { in x: int; } processor p(x: int) { raises " +
        raises + "; } flow f on T { p; } on top, other { }");
  };
  EXPECT_EQ(codes("top, other"), "");
  EXPECT_EQ(codes("child, other"), "");
  EXPECT_EQ(codes("other"), "MC5001:1");
}

TEST(Unused, DeclarationsOfTheRoot) {
  EXPECT_EQ(With("processor b();"), "MC5001:1");
  EXPECT_EQ(With("record R { x: int; }"), "MC5001:1");
  EXPECT_EQ(With("type N = int;"), "MC5001:1");
  EXPECT_EQ(With("error e recoverable;"), "MC5001:1");
  EXPECT_EQ(With("policy g = retry 2;"), "MC5001:1");
  EXPECT_EQ(With("envelope E { }"), "MC5001:1");
  EXPECT_EQ(With("flow g on T { a; }"), "");
  EXPECT_EQ(With("router r() -> { l };"), "MC5001:1");
}

TEST(Unused, FieldsOfTheRoot) {
  EXPECT_EQ(
      CodesOf("mesh t; envelope T { in x: string;\n y: int; } processor a(x: string); flow f on T { a; }"),
      "MC5002:2");
  EXPECT_EQ(CodesOf("mesh t; envelope T { in x: string;\n y: int; } processor a(x: string) -> (y: int); flow "
                    "f on T { a; }"),
            "");
  EXPECT_EQ(CodesOf("mesh t; envelope T { in x: string;\n var y: int; } processor a(x: string); flow f on T "
                    "{ a; set y = 1; }"),
            "");
}

TEST(Unused, MentionsInScenariosAreNoUses) {
  EXPECT_EQ(With("processor b(); scenario \"s\" for f { given { x: \"a\" }; stub b returns { }; expect "
                 "visits a, b; }"),
            "MC5001:1");
}

TEST(Unused, ImportsAndFlowsAreNotReported) {
  EXPECT_EQ(CodesOfFiles({{"main.flow",
                           "mesh t; import \"a.flow\"; envelope T { in x: string; } "
                           "processor a(x: string); flow f on T { a; }"},
                          {"a.flow", "processor b(); envelope E { y: int; }"}}),
            "");
}

TEST(Unused, StaysSilentBesideErrors) {
  EXPECT_EQ(With("processor scorer(); flow g on T { scorrer; }"), "MC2018:1");
}

TEST(Conventions, TypesAreCamelTheRestIsSnake) {
  EXPECT_EQ(With("record r { x: int; } processor b(y: r = { x: 1 }); flow g on T { b; }"), "MC5003:1");
  EXPECT_EQ(With("record R_x { x: int; } processor b(y: R_x = { x: 1 }); flow g on T { b; }"), "MC5003:1");
  EXPECT_EQ(With("record R { xY: int; } processor b(y: R = { xY: 1 }); flow g on T { b; }"), "MC5003:1");
  EXPECT_EQ(With("flow Gg on T { a; }"), "MC5003:1");
  EXPECT_EQ(With("flow g_2 on T { a; }"), "");
}

TEST(Deprecated, UseIsAWarning) {
  EXPECT_EQ(With("@deprecated(\"old\") processor b();\nflow g on T { b; }"), "MC5004:2");
  EXPECT_EQ(With("@deprecated(\"old\") record R { x: int; }\nprocessor b(y: R?); flow g on T { b; }"),
            "MC5004:2");
  EXPECT_EQ(CodesOf("mesh t; envelope T { @deprecated(\"old\") in x: string; } processor a(x: string);\nflow "
                    "f on T { a; }"),
            "MC5004:2");
  EXPECT_EQ(CodesOf("mesh t; enum E { @deprecated(\"old\") v, w } envelope T { in x: E; } processor "
                    "a();\nflow f on T { if x == v { a; } }"),
            "MC5004:2");
  EXPECT_EQ(CodesOf("mesh t; record R { @deprecated(\"old\") v: int; } envelope T { in x: R; } processor "
                    "a(y: int);\nflow f on T { a(y: x.v); }"),
            "MC5004:2");
  EXPECT_EQ(With("@deprecated(\"old\") flow g on T { a; }"), "");
}

TEST(Annotations, MisplacedOnesAreAWarning) {
  EXPECT_EQ(With("@cost(1) router r() -> { l }; flow g on T { route r { l => { } } }"), "MC5006:1");
  EXPECT_EQ(With("@sensitive processor b(); flow g on T { b; }"), "MC5006:1");
  EXPECT_EQ(With("enum E { @owner(\"x\") v } processor b(y: E = v); flow g on T { b; }"), "MC5006:1");
}

}  // namespace
}  // namespace meshc::sema::test
