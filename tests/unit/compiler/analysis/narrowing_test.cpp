#include <gtest/gtest.h>

#include "tests/unit/compiler/analysis/flow_text.h"

namespace meshc::test {
namespace {

using Strings = std::vector<std::string>;

/// Errors of `if CONDITION { THEN } else { OTHERWISE }`.
Strings ErrorsOfIf(const std::string& condition, const std::string& then, const std::string& otherwise = "") {
  return CheckBody("if " + condition + " { " + then + " } else { " + otherwise + " }").Errors();
}

const Strings kNone;
const Strings kOne{"MC4050@32"};

TEST(Narrowing, HasMakesPresentInItsBranchOnly) {
  EXPECT_EQ(ErrorsOfIf("has(a)", "need(x: a);"), kNone);
  EXPECT_EQ(ErrorsOfIf("has(a)", "", "need(x: a);"), kOne);
  EXPECT_EQ(ErrorsOfIf("!has(a)", "", "need(x: a);"), kNone);
}

TEST(Narrowing, ComparisonWithNullIsATestToo) {
  EXPECT_EQ(ErrorsOfIf("extra != null", "need(x: extra);"), kNone);
  EXPECT_EQ(ErrorsOfIf("extra == null", "", "need(x: extra);"), kNone);
  EXPECT_EQ(ErrorsOfIf("null != extra", "need(x: extra);"), kNone);
  EXPECT_EQ(ErrorsOfIf("extra == null", "need(x: extra);"), kOne);
  EXPECT_EQ(ErrorsOfIf("a != null", "need(x: a);"), kNone);
  EXPECT_EQ(ErrorsOfIf("inner.note != null", "need(x: inner.note);"), kNone);
}

TEST(Narrowing, FollowsTheBooleanStructure) {
  EXPECT_EQ(ErrorsOfIf("has(a) && has(b)", "need(x: a + b);"), kNone);
  EXPECT_EQ(ErrorsOfIf("has(a) || has(b)", "need(x: a);"), kOne);
  EXPECT_EQ(ErrorsOfIf("!has(a) || !has(b)", "", "need(x: a + b);"), kNone);
  EXPECT_EQ(ErrorsOfIf("!(has(a) && has(b))", "", "need(x: a + b);"), kNone);
  EXPECT_EQ(ErrorsOfIf("(has(a) && flag) || (has(a) && n > 1)", "need(x: a);"), kNone);
  EXPECT_EQ(ErrorsOfIf("flag ? has(a) : false", "need(x: a);"), kNone);
  EXPECT_EQ(ErrorsOfIf("flag ? has(a) : true", "need(x: a);"), kOne);
  EXPECT_EQ(ErrorsOfIf("has(a) ? true : has(b)", "need(x: a);"), kOne);
}

TEST(Narrowing, DominatesWithinAnExpression) {
  EXPECT_EQ(ErrorsOfIf("has(a) && a == \"x\"", ""), kNone);
  EXPECT_EQ(ErrorsOfIf("!has(a) || a == \"x\"", ""), kNone);
  EXPECT_EQ(ErrorsOfIf("a == \"x\" && has(a)", ""), kOne);
  EXPECT_EQ(CheckBody("need(x: has(a) ? a : \"x\");").Errors(), kNone);
  EXPECT_EQ(CheckBody("need(x: has(a) ? \"x\" : a);").Errors(), kOne);
}

TEST(Narrowing, EarlyExitsCount) {
  EXPECT_EQ(CheckBody("if !has(a) { return; } need(x: a);").Errors(), kNone);
  EXPECT_EQ(CheckBody("if !has(a) { make_a; } need(x: a);").Errors(), kNone);
  EXPECT_EQ(CheckBody("if has(a) { return; } need(x: a);").Errors(), kOne);
}

TEST(Narrowing, ALoopsConditionHoldsInItsBody) {
  EXPECT_EQ(CheckBody("while has(extra) max 2 { need(x: extra); }").Errors(), kNone);
}

TEST(Narrowing, MembersNarrowUntilTheirRecordIsWritten) {
  EXPECT_EQ(CheckBody("make_inner; need(x: inner.note);").Errors(), kOne);
  EXPECT_EQ(CheckBody("make_inner; if has(inner.note) { need(x: inner.note); }").Errors(), kNone);
  EXPECT_EQ(CheckBody("make_inner; if has(inner.note) { make_inner;\nneed(x: inner.note); }").Errors(),
            Strings{"MC4050@33"});
  EXPECT_EQ(
      CheckBody("make_inner; if has(inner.note) { set inner.text = \"x\"; need(x: inner.note); }").Errors(),
      kNone);
}

TEST(Narrowing, APathNarrowsItsWholeWay) {
  EXPECT_EQ(CheckBody("if has(inner.note) { need(x: inner.text); }").Errors(), kNone);
  EXPECT_EQ(CheckBody("need(x: inner.note ?? \"none\");").Errors(), kNone);
}

TEST(Narrowing, ATagIsKnownInItsOwnArmOnly) {
  std::string wants = "processor area(x: float);";
  EXPECT_EQ(CheckBody("if has(shape) { match shape { circle => area(x: shape.circle); _ => { } } }", wants)
                .Errors(),
            kNone);
  EXPECT_EQ(
      CheckBody("if has(shape) { match shape { circle, square => area(x: shape.circle); } }", wants).Errors(),
      Strings{"MC4053@32"});
  EXPECT_EQ(CheckBody("if has(shape) { match shape { circle => { } _ => area(x: shape.square); } }", wants)
                .Errors(),
            Strings{"MC4053@32"});
}

TEST(Narrowing, AMatchOnABoolNarrowsLikeAnIf) {
  EXPECT_EQ(CheckBody("match has(a) { true => need(x: a); false => { } }").Errors(), kNone);
}

TEST(Narrowing, WhatIsKnownOfACaughtErrorEndsWithItsClause) {
  std::string errors = "error rich recoverable { hint: string?; }\nprocessor risky() { raises rich; }";
  EXPECT_EQ(
      CheckBody("try { risky; } on rich as e { if has(e.detail.hint) { need(x: e.detail.hint); } }", errors)
          .Errors(),
      kNone);
  EXPECT_EQ(CheckBody("try { risky; } on rich as e { need(x: e.detail.hint); }", errors).Errors(), kOne);
}

TEST(Narrowing, ManyOperandsAreNoProblem) {
  std::string condition = "has(a)";
  for (int i = 0; i < 900; ++i) condition += " && has(b)";
  EXPECT_EQ(ErrorsOfIf(condition, "need(x: a + b);"), kNone);
}

TEST(Narrowing, OfAnOrTheRightSideMayNotBeEvaluated) {
  EXPECT_EQ(ErrorsOfIf("!has(a) || a == \"x\"", "need(x: a);"), kOne);
  EXPECT_EQ(ErrorsOfIf("!has(a) || a == \"x\"", "", "need(x: a);"), kNone);
}

TEST(Narrowing, HasOfAPathIntoJsonMakesTheJsonPresent) {
  const std::string mesh = "mesh t; envelope E { in j: json?; } processor u(v: json);\n";
  EXPECT_EQ(CheckText(mesh + "flow f on E { if has(j.a) { u(v: j); } }").Errors(), kNone);
  EXPECT_EQ(CheckText(mesh + "flow f on E { if j.a.b != null { u(v: j); } }").Errors(), kNone);
  EXPECT_EQ(CheckText(mesh + "flow f on E { if has(j.a) { } u(v: j); }").Errors(), Strings{"MC4050@2"});
}

}  // namespace
}  // namespace meshc::test
