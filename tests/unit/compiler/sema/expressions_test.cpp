#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

/// An expression that is a condition.
std::string If(const std::string& condition) { return FlowCodes("if " + condition + " { p; }"); }
/// An expression where an int is needed, and so on.
std::string Int(const std::string& value) { return FlowCodes("set v_count = " + value + ";"); }
std::string Float(const std::string& value) { return FlowCodes("set v_score = " + value + ";"); }
std::string Text(const std::string& value) { return FlowCodes("set v_text = " + value + ";"); }

TEST(Expressions, ConditionsAreBool) {
  EXPECT_EQ(If("flag"), "");
  EXPECT_EQ(If("true && !flag || count > 3"), "");
  EXPECT_EQ(If("count"), "MC3002:1");
  EXPECT_EQ(If("text"), "MC3002:1");
  EXPECT_EQ(If("maybe"), "MC3002:1");
  EXPECT_EQ(If("!count"), "MC3004:1");
  EXPECT_EQ(If("flag && count"), "MC3004:1");
  EXPECT_EQ(If("text || flag"), "MC3004:1");
}

TEST(Expressions, Names) {
  EXPECT_EQ(If("flga"), "MC2032:1");
  EXPECT_EQ(If("flga && flag"), "MC2032:1");
  EXPECT_EQ(If("Tone"), "MC3036:1");
  EXPECT_EQ(Text("order.idd"), "MC2022:1");
  EXPECT_EQ(Text("text.size"), "MC3007:1");
  EXPECT_EQ(Text("prices.apple"), "MC3007:1");
  EXPECT_EQ(Text("answer.text"), "");
  EXPECT_EQ(Text("answer.txt"), "MC2023:1");
  EXPECT_EQ(Text("order.inner.maybe"), "");
  EXPECT_EQ(Text("orders[0].lines[count]"), "");
}

TEST(Expressions, OneMistakeGivesOneError) {
  EXPECT_EQ(Int("nope + 1 * nope2.x"), "MC2032:1 MC2032:1");
  EXPECT_EQ(Int("len(nope.x[3] + 1) + 2"), "MC2032:1");
  EXPECT_EQ(If("nope == calm"), "MC2032:1");
  EXPECT_EQ(Text("nope ?? text"), "MC2032:1");
  EXPECT_EQ(If("nope in words"), "MC2032:1");
}

TEST(Expressions, Arithmetic) {
  EXPECT_EQ(Int("count + 1 * 2 / 3 % 4 - 5"), "");
  EXPECT_EQ(Float("count + 1.5"), "");
  EXPECT_EQ(Float("count"), "");
  EXPECT_EQ(Float("3"), "");
  EXPECT_EQ(Int("score"), "MC3001:1");
  EXPECT_EQ(Int("count + score"), "MC3001:1");
  EXPECT_EQ(Int("-count"), "");
  EXPECT_EQ(Int("-text"), "MC3004:1");
  EXPECT_EQ(Text("text + \"a\""), "");
  EXPECT_EQ(Text("text - \"a\""), "MC3003:1");
  EXPECT_EQ(Text("text + count"), "MC3003:1");
  EXPECT_EQ(Int("count + flag"), "MC3003:1");
}

TEST(Expressions, Times) {
  EXPECT_EQ(If("when + 5m > when - pause"), "");
  EXPECT_EQ(If("pause + 1s > 30s"), "");
  EXPECT_EQ(If("pause * 2 > 30s"), "MC3003:1");
  EXPECT_EQ(If("when + when > when"), "MC3003:1");
  EXPECT_EQ(If("pause > 5"), "MC3003:1");
  EXPECT_EQ(If("pause > 64Ki"), "MC3032:1");
}

TEST(Expressions, Comparisons) {
  EXPECT_EQ(If("count < 3 && score >= 1 && text < \"b\""), "");
  EXPECT_EQ(If("flag < true"), "MC3003:1");
  EXPECT_EQ(If("order == order"), "");
  EXPECT_EQ(If("words == [\"a\"]"), "");
  EXPECT_EQ(If("[\"a\"] == words"), "");
  EXPECT_EQ(If("words == []"), "");
  EXPECT_EQ(If("words == [1]"), "MC3001:1");
  EXPECT_EQ(If("count == score"), "");
  EXPECT_EQ(If("count == text"), "MC3003:1");
  EXPECT_EQ(If("maybe == \"a\""), "");
  EXPECT_EQ(If("order.inner == { n: 1 }"), "");
}

TEST(Expressions, EnumValues) {
  EXPECT_EQ(If("tone == calm"), "");
  EXPECT_EQ(If("calm == tone"), "");
  EXPECT_EQ(If("tone == Tone.calm"), "");
  EXPECT_EQ(If("tone == clam"), "MC2032:1");
  EXPECT_EQ(If("tone == Tone.clam"), "MC2024:1");
  EXPECT_EQ(If("tone == \"calm\""), "MC3003:1");
  EXPECT_EQ(If("tone in [calm, angry]"), "");
  EXPECT_EQ(If("order.tone == calm"), "");
  EXPECT_EQ(If("calm"), "MC2032:1");
  EXPECT_EQ(If("(flag ? calm : angry) == tone"), "MC2032:1");
  EXPECT_EQ(If("tone == (flag ? calm : angry)"), "");
}

TEST(Expressions, FieldsWinOverEnumValues) {
  EXPECT_EQ(CodesOf("mesh t; enum E { calm, other } envelope T { in e: E; in calm: E; } processor p(); flow "
                    "f on T { if e == calm { p; } }"),
            "");
  EXPECT_EQ(CodesOf("mesh t; enum E { calm, other } envelope T { in e: E; in calm: int; } processor p(); "
                    "flow f on T { if e == calm { p; } }"),
            "MC3003:1");
}

TEST(Expressions, Null) {
  EXPECT_EQ(If("maybe != null"), "");
  EXPECT_EQ(If("null == maybe"), "");
  EXPECT_EQ(If("any_json == null"), "");
  EXPECT_EQ(If("text == null"), "");
  EXPECT_EQ(If("len(text) == null"), "MC3001:1");
  EXPECT_EQ(FlowCodes("set v_maybe = null;"), "");
  EXPECT_EQ(Text("null"), "MC3001:1");
  EXPECT_EQ(Text("flag ? text : null"), "MC3001:1");
  EXPECT_EQ(FlowCodes("set v_maybe = flag ? text : null;"), "");
}

TEST(Expressions, OptionalReadsCountAsPresent) {
  EXPECT_EQ(Text("maybe"), "");
  EXPECT_EQ(Text("lower(maybe)"), "");
  EXPECT_EQ(Text("maybe + \"a\""), "");
  const auto checked = CheckFiles(
      {{"main.flow", "mesh t; envelope T { in a: int?; var b: int = 0; } flow f on T { set b = a; }"}});
  const auto& set = static_cast<const syntax::SetStatement&>(
      *checked.program.flows[FlowId{0}].declaration->body.statements[0]);
  EXPECT_EQ(types::PrintType(checked.program.declarations, checked.program.FactsOf(*set.value).type), "int?");
}

TEST(Expressions, Coalesce) {
  EXPECT_EQ(Text("maybe ?? \"none\""), "");
  EXPECT_EQ(Text("maybe ?? v_maybe ?? \"none\""), "");
  EXPECT_EQ(Text("words[3] ?? prices[\"a\"] ?? \"none\""), "MC3001:1");
  EXPECT_EQ(Text("lower(text) ?? \"none\""), "MC3009:1");
  EXPECT_EQ(Text("maybe ?? 3"), "MC3001:1");
  EXPECT_EQ(If("(order.tone ?? calm) == angry"), "");
  EXPECT_EQ(Float("prices[\"a\"] ?? 1"), "");
  EXPECT_EQ(FlowCodes("takes_text(text: v_words[0] ?? \"\");"), "");
}

TEST(Expressions, In) {
  EXPECT_EQ(If("text in words"), "");
  EXPECT_EQ(If("\"a\" in prices"), "");
  EXPECT_EQ(If("count in words"), "MC3003:1");
  EXPECT_EQ(If("count in prices"), "MC3003:1");
  EXPECT_EQ(If("text in text"), "MC3003:1");
  EXPECT_EQ(If("count in [1, 2]"), "");
}

TEST(Expressions, Json) {
  EXPECT_EQ(If("any_json.a[\"b\"].c == any_json"), "");
  EXPECT_EQ(If("any_json.kind == \"order\""), "");
  EXPECT_EQ(If("any_json.kind == text"), "MC3003:1");
  EXPECT_EQ(If("any_json.n > 3"), "MC3003:1");
  EXPECT_EQ(If("int(any_json.n) > 3"), "");
  EXPECT_EQ(Text("any_json.a"), "MC3001:1");
  EXPECT_EQ(Text("string(any_json.a)"), "");
  EXPECT_EQ(If("any_json[flag] == any_json"), "MC3001:1");
}

TEST(Expressions, Functions) {
  EXPECT_EQ(Int("len(text) + len(words) + len(prices) + len(raw)"), "");
  EXPECT_EQ(Int("len(count)"), "MC3006:1");
  EXPECT_EQ(Text("lower(upper(trim(text)))"), "");
  EXPECT_EQ(Text("lower(count)"), "MC3001:1");
  EXPECT_EQ(If("contains(text, \"a\") && starts_with(text, \"b\") && ends_with(text, text)"), "");
  EXPECT_EQ(If("contains(text)"), "MC3005:1");
  EXPECT_EQ(If("matches(text, \"a+\")"), "");
  EXPECT_EQ(If("matches(text, \"(\")"), "MC3018:1");
  EXPECT_EQ(If("has(order.tone) && has(words[3]) && has(answer.text)"), "");
  EXPECT_EQ(If("has(3)"), "MC3009:1");
  EXPECT_EQ(If("has(Tone.calm)"), "MC3009:1");
  EXPECT_EQ(Int("min(count, 3) + max(1, 2, count) + abs(count)"), "");
  EXPECT_EQ(Float("min(count, 1.5)"), "");
  EXPECT_EQ(Int("min(count, text)"), "MC3006:1");
  EXPECT_EQ(Int("int(score) + int(\"3\")"), "");
  EXPECT_EQ(Int("int(flag)"), "MC3006:1");
  EXPECT_EQ(Text("string(score) + string(tone) + string(when)"), "");
  EXPECT_EQ(Text("string(order)"), "MC3006:1");
  EXPECT_EQ(Int("length(text)"), "MC2028:1");
}

TEST(Expressions, Literals) {
  EXPECT_EQ(FlowCodes("set v_order = { id: \"a\", amount: 1, inner: { }, lines: [], prices: { } };"), "");
  EXPECT_EQ(FlowCodes("set v_order = { id: \"a\", amount: 1, inner: { }, lines: [] };"), "MC3010:1");
  EXPECT_EQ(FlowCodes("set v_order = { idd: \"a\", amount: 1, inner: { }, lines: [], prices: { } };"),
            "MC2022:1");
  EXPECT_EQ(
      FlowCodes("set v_order = { id: \"a\", id: \"a\", amount: 1, inner: { }, lines: [], prices: { } };"),
      "MC3011:1");
  EXPECT_EQ(If("answer == { text: \"a\" }"), "");
  EXPECT_EQ(If("answer == { text: \"a\", number: 1 }"), "MC3012:1");
  EXPECT_EQ(If("answer == { }"), "MC3012:1");
  EXPECT_EQ(If("prices == { a: 1, \"b c\": 2.5 }"), "");
  EXPECT_EQ(If("prices == { a: 1, \"a\": 2.5 }"), "MC3011:1");
  EXPECT_EQ(Int("len([])"), "MC3013:1");
  EXPECT_EQ(Int("len({ a: 1 })"), "MC3013:1");
  EXPECT_EQ(Int("{ a: 1 }"), "MC3001:1");
  EXPECT_EQ(Int("[1]"), "MC3001:1");
  EXPECT_EQ(FlowCodes("set v_words = [text, \"a\"];"), "");
  EXPECT_EQ(FlowCodes("set v_words = [text, 1];"), "MC3001:1");
}

TEST(Expressions, Conditionals) {
  EXPECT_EQ(Int("flag ? 1 : 2"), "");
  EXPECT_EQ(Int("count ? 1 : 2"), "MC3002:1");
  EXPECT_EQ(Int("flag ? 1 : \"a\""), "MC3001:1");
  EXPECT_EQ(If("(flag ? 1 : \"a\") == 1"), "MC3003:1");
  EXPECT_EQ(Float("(flag ? 1 : 2.5) + 1"), "");
}

TEST(Expressions, RangesAndBounds) {
  EXPECT_EQ(FlowCodes("takes_level(level: 25);"), "");
  EXPECT_EQ(FlowCodes("takes_level(level: 5);"), "MC3014:1");
  EXPECT_EQ(FlowCodes("takes_level(level: count);"), "");
  EXPECT_EQ(FlowCodes("takes_level(level: level);"), "MC3015:1");
}

/// What a field of one type, bound to a param of another, is told.
std::string Bound(const std::string& from, const std::string& to) {
  return CodesOf("mesh t; envelope T { in x: " + from + "; } processor p(x: " + to + "); flow f on T { p; }");
}

TEST(Expressions, RangesThatShareOneValueAreNotDisjoint) {
  EXPECT_EQ(Bound("int(0..5)", "int(5..10)"), "");
  EXPECT_EQ(Bound("int(5..10)", "int(0..5)"), "");
  EXPECT_EQ(Bound("int(0..4)", "int(5..10)"), "MC3038:1");
  EXPECT_EQ(Bound("float(0.0..0.5)", "float(0.5..1.0)"), "");
  EXPECT_EQ(Bound("float(0.0..0.4)", "float(0.5..1.0)"), "MC3038:1");
  EXPECT_EQ(Bound("string(..3)", "string(3..)"), "");
  EXPECT_EQ(Bound("string(..2)", "string(3..)"), "MC3038:1");
  EXPECT_EQ(Bound("[int](..3)", "[int](3..9)"), "");
  EXPECT_EQ(Bound("[int](..2)", "[int](3..9)"), "MC3038:1");
}

TEST(Expressions, IndicesThatAreNeverThereAreToldOf) {
  const auto is_told = [](const std::string& index) {
    return CodesOf(
               "mesh t; envelope T { in xs: [int](..3); in low: int(-5..-1); var n: int = 0; } "
               "processor p(n: int); flow f on T { set n = xs[" +
               index + "]; p; }")
               .find("MC5014") != std::string::npos;
  };
  EXPECT_TRUE(is_told("-1"));
  EXPECT_TRUE(is_told("3"));
  EXPECT_TRUE(is_told("low"));
  EXPECT_TRUE(is_told("len(xs) + 3"));
  EXPECT_FALSE(is_told("2"));
  EXPECT_FALSE(is_told("len(xs) - 1"));
}

TEST(Expressions, DivisionsByWhatIsAlwaysZeroAreToldOf) {
  const auto is_told = [](const std::string& by) {
    return CodesOf(
               "mesh t; envelope T { in z: int(0..0); in n: int; var q: float = 0.0; } "
               "processor p(q: float); flow f on T { set q = n / " +
               by + "; p; }")
               .find("MC5015") != std::string::npos;
  };
  EXPECT_TRUE(is_told("0"));
  EXPECT_TRUE(is_told("0.0"));
  EXPECT_TRUE(is_told("(1 - 1)"));
  EXPECT_TRUE(is_told("z"));
  EXPECT_FALSE(is_told("n"));
}

/// Warnings of a condition over fields with bounds.
std::string Decided(const std::string& condition) {
  const std::string codes = CodesOf(
      R"(mesh t; envelope T { in score: float(-1.0..1.0); in n: int(1..5); in xs: [int](1..3);
         in s: string(2..4); in code: string(pattern "[A-Z]+"); in free: int; in d: duration; }
         processor p(score: float, n: int, xs: [int], s: string, code: string, free: int, d: duration);
         flow f on T { p; if )" +
      condition + " { } }");
  return codes.substr(0, 6);
}

TEST(Expressions, ComparisonsThatARangeDecidesAreWarnings) {
  for (const char* condition :
       {"score > 2.0", "score <= 1.0", "score == 3", "n < 1", "n >= 1", "n != 9", "len(xs) == 0",
        "len(xs) > 3", "len(xs) >= 1", R"(s == "long one")", R"(code != "abc")", "abs(score) > 1.5",
        "n + 1 > 6", "n * 2 == 11", "min(n, 3) > 3", "-n > 0", "n % 3 > 2", "len(s) < 2"}) {
    EXPECT_EQ(Decided(condition), "MC5012") << condition;
  }
  for (const char* condition :
       {"score > 0.5", "score == 1", "n < 2", "n == 5", "len(xs) == 3", R"(s == "four")", R"(code == "ABC")",
        "free > 9223372036854775806", "free + 1 > free", "n % 3 > 1", "1 < 2", "d > 1s", "n - 1 == 0",
        "score * score > 0.9"}) {
    EXPECT_EQ(Decided(condition), "") << condition;
  }
}

TEST(Expressions, BracesThatHoldANameAreAWarning) {
  const auto set = [](const std::string& text) {
    return CodesOf(R"(mesh t; record R { a: int; } envelope T { in n: int; in r: R; var text: string = ""; }
                      processor p(text: string, n: int, r: R); flow f on T { set text = ")" +
                   text + R"("; p; })")
        .substr(0, 6);
  };
  EXPECT_EQ(set("{n}"), "MC5013");
  EXPECT_EQ(set("a ${r.a} b"), "MC5013");
  EXPECT_EQ(set("{{ n }}"), "MC5013");
  EXPECT_EQ(set("{other}"), "");
  EXPECT_EQ(set("{r.b}"), "");
  EXPECT_EQ(set("{}"), "");
  EXPECT_EQ(set(R"({\u{6E})"), "");
  EXPECT_EQ(set(R"(\u{6E}})"), "");
}

TEST(Expressions, IntsUsedAsFloatsAreMarked) {
  const auto checked =
      CheckFiles({{"main.flow",
                   "mesh t; envelope T { in a: int; var b: float = 0; } flow f on T { set b = a + 0.5; }"}});
  const auto& set = static_cast<const syntax::SetStatement&>(
      *checked.program.flows[FlowId{0}].declaration->body.statements[0]);
  const auto& sum = static_cast<const syntax::BinaryExpression&>(*set.value);
  EXPECT_TRUE(checked.program.FactsOf(*sum.left).to_float);
  EXPECT_FALSE(checked.program.FactsOf(sum).to_float);
  EXPECT_EQ(PrintTypes(checked.program, *checked.sources),
            "main.flow\n"
            "  1:75: `a + 0.5`: float\n"
            "  1:75: `a`: int, field, as float\n"
            "  1:79: `0.5`: float\n");
}

}  // namespace
}  // namespace meshc::sema::test
