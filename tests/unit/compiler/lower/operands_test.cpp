#include <gtest/gtest.h>

#include "compiler/ir/print_point.h"
#include "tests/support/checked_mesh.h"

namespace meshc::test {
namespace {

CheckedMesh LowerOperands(const std::string& body) {
  return CheckText(R"(mesh test.operands;
enum Size { small, large }
record Inner { text: string; note: string? ; level: int = 3; }
union Shape { circle: float; square: float; }
error rich recoverable { code: int; why: string = "no reason"; }
envelope E {
  in flag: bool; in n: int; in size: Size; in data: json; in list: [int]; in lookup: {string};
  in maybe: string?; in inner: Inner; in shape: Shape;
  var v: string; var x: float = 0.0; var made: Inner; var shaped: Shape; var items: [int] = []; log trail: float;
  plain: string;
}
processor one(maybe: string?, n: float, other: string = "d", v: string?) -> (plain: string, trail: float);
processor two(maybe: string) -> (plain: string);
processor fails() { raises rich; }
flow f on E {
)" + body + "\n}\n");
}

/// What the first `set` of the body assigns.
std::string SetValue(const std::string& value, const std::string& target = "v") {
  auto checked = LowerOperands("set " + target + " = " + value + ";");
  const ir::Point* point = checked.Point("f/set#1");
  if (point == nullptr) return checked.Reports().empty() ? "nothing" : checked.Reports()[0];
  const auto& set = std::get<ir::Set>(point->body);
  return ir::PrintExpression(checked.mesh, set.value, checked.mesh.flows[types::FlowId{0}].envelope);
}

std::string Head(const CheckedMesh& checked, std::string_view name) {
  const ir::Point* point = checked.Point(name);
  std::string text = point == nullptr ? "no such point" : ir::PrintPoint(checked.mesh, *point);
  return text.substr(0, text.find("; then"));
}

TEST(Operands, PathsAndOperators) {
  EXPECT_EQ(SetValue("inner.text + (lookup[\"k\"] ?? \"none\")"), "inner.text + (lookup[\"k\"] ?? \"none\")");
  EXPECT_EQ(SetValue("1.5 * (x - 2.0) / -x", "x"), "1.5 * (x - 2.0) / -x");
  EXPECT_EQ(SetValue("flag ? \"a\" : n > 3 && !flag ? \"b\" : \"c\""),
            "flag ? \"a\" : n > 3 && !flag ? \"b\" : \"c\"");
  EXPECT_EQ(SetValue("string(data.a[\"b\"])"), "string(data.a[\"b\"])");
  EXPECT_EQ(SetValue("lower(trim(v ?? \"\"))"), "lower(trim(v ?? \"\"))");
}

TEST(Operands, EnumValuesAreText) {
  auto checked =
      LowerOperands("if size == Size.large { set v = \"x\"; } if size == small { set v = \"y\"; }");
  EXPECT_EQ(Head(checked, "f/if#1/test").substr(0, 28), "branch size == large; true #");
  EXPECT_EQ(Head(checked, "f/if#2/test").substr(0, 28), "branch size == small; true #");
}

TEST(Operands, IntsBecomeFloatsWhereFloatsAreWanted) {
  EXPECT_EQ(SetValue("3", "x"), "3.0");
  EXPECT_EQ(SetValue("n", "x"), "float(n)");
  EXPECT_EQ(SetValue("x + n", "x"), "x + float(n)");
}

TEST(Operands, RecordsAreFilledUp) {
  EXPECT_EQ(SetValue("{ text: \"t\" }", "made"), "{ text: \"t\", note: null, level: 3 }");
  EXPECT_EQ(SetValue("{ level: n, text: \"t\", note: \"m\" }", "made"),
            "{ text: \"t\", note: \"m\", level: n }");
  EXPECT_EQ(SetValue("{ square: 2.5 }", "shaped"), "{ square: 2.5 }");
}

TEST(Operands, SettingWithAnOperatorReadsTheTarget) {
  auto checked =
      LowerOperands("set x += 1; set made = inner; set made.level -= n; set trail += 0.5; set items += 4;");
  EXPECT_EQ(Head(checked, "f/set#1"), "set x = x + 1.0");
  EXPECT_EQ(Head(checked, "f/set#3"), "set made.level = made.level - n");
  EXPECT_EQ(Head(checked, "f/set#4"), "set trail += 0.5");
  EXPECT_EQ(Head(checked, "f/set#5"), "set items += 4");
}

TEST(Operands, CallsBindAndWrite) {
  auto checked = LowerOperands("one(other: \"o\") as { plain: v, trail: _ } timeout 5s retry 3;");
  EXPECT_EQ(
      Head(checked, "f/one#1"),
      "call one(maybe?: maybe, n: float(n), other: \"o\", v?: v) as plain: v, trail: _ timeout 5s retry 3");
}

TEST(Operands, ALogTakesResultsByAppending) {
  auto checked = LowerOperands("one;");
  EXPECT_EQ(Head(checked, "f/one#1"),
            "call one(maybe?: maybe, n: float(n), v?: v) as plain: plain, trail: trail +=");
}

TEST(Operands, OnlyPathsIntoOptionalParamsAreSoft) {
  auto checked = LowerOperands("one(maybe: inner.note, n: 1.0, v: \"x\"); if has(maybe) { two; }");
  EXPECT_EQ(Head(checked, "f/one#1").substr(0, 44), "call one(maybe?: inner.note, n: 1.0, v: \"x\")");
  EXPECT_EQ(Head(checked, "f/if#1[then]/two#1"), "call two(maybe: maybe) as plain: plain");
}

TEST(Operands, ARaiseCarriesItsDetail) {
  auto checked = LowerOperands("raise rich(\"m\" + inner.text) { code: n };");
  EXPECT_EQ(Head(checked, "f/raise#1"), "raise rich(\"m\" + inner.text) { code: n, why: \"no reason\" }");
}

TEST(Operands, ACaughtErrorIsCountedFromTheInnermostClause) {
  auto checked = LowerOperands(
      "try { fails; } on rich as e { try { fails; } on rich as g { set v = e.message + g.name; set n2 = 1; } "
      "}");
  EXPECT_EQ(checked.Reports().size(), 1U);  // `n2` is unknown: nothing is lowered.
  checked = LowerOperands(
      "try { fails; } on rich as e { try { fails; } on rich as g { set v = e.detail.why + g.name; } }");
  EXPECT_EQ(Head(checked, "f/try#1[rich]/try#1[rich]/set#1"), "set v = e.detail.why + g.name");
  std::vector<std::uint32_t> levels;
  for (const ir::Expression& expression : checked.mesh.expressions) {
    if (expression.kind == ir::ExpressionKind::kCaught) levels.push_back(expression.index);
  }
  EXPECT_EQ(levels, (std::vector<std::uint32_t>{1, 0}));
}

TEST(Operands, ANullTestIsHas) {
  EXPECT_EQ(SetValue("maybe == null ? \"a\" : \"b\""), "!has(maybe) ? \"a\" : \"b\"");
  EXPECT_EQ(SetValue("null != inner.note ? \"a\" : \"b\""), "has(inner.note) ? \"a\" : \"b\"");
  EXPECT_EQ(SetValue("data.a == null ? \"a\" : \"b\""), "!has(data.a) ? \"a\" : \"b\"");
}

TEST(Operands, VariablesAndMembersBelowThemAreSoftToo) {
  auto checked = CheckText(
      "mesh t; record R { c: int?; } envelope E { in xs: [int?]; in rs: [R]; } processor a(x: int?, y: int = "
      "1); "
      "flow f on E { each x in xs { a(y: x); } each r in rs { a(x: r.c, y: r.c); } a(x: xs[0]); }");
  ASSERT_EQ(checked.Errors(), std::vector<std::string>{});
  EXPECT_EQ(Head(checked, "f/each#1/a#1"), "call a(x?: x, y?: x)");
  EXPECT_EQ(Head(checked, "f/each#2/a#1"), "call a(x?: r.c, y?: r.c)");
  EXPECT_EQ(Head(checked, "f/a#1"), "call a(x: xs[0])");
}

TEST(Operands, AnIntForAFloatParamWithADefaultIsSoft) {
  auto checked =
      CheckText("mesh t; envelope E { in n: int?; } processor a(x: float = 1.5); flow f on E { a(x: n); }");
  EXPECT_EQ(checked.Errors(), std::vector<std::string>{});
  EXPECT_EQ(Head(checked, "f/a#1"), "call a(x?: float(n))");
}

TEST(Operands, LongChainsOfOperatorsAreNoProblem) {
  std::string sum = "n";
  for (int i = 0; i < 900; ++i) sum += " + 1";
  auto checked = LowerOperands("set x = float(" + sum + ");");
  ASSERT_NE(checked.Point("f/set#1"), nullptr);
  EXPECT_GT(Head(checked, "f/set#1").size(), 3'000U);
}

}  // namespace
}  // namespace meshc::test
