#include "mesh/expression/evaluate.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "mesh/route/table_data.h"

namespace mesh::expression {
namespace {

using contract::ConstantKind;
using contract::Function;
using contract::Index;
using contract::Instruction;
using contract::Op;
using contract::TypeKind;

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();

class EvaluateTest : public testing::Test {
 protected:
  Instruction Int(std::int64_t value) { return Push({.kind = ConstantKind::kInt, .integer = value}); }
  Instruction Float(double value) { return Push({.kind = ConstantKind::kFloat, .number = value}); }
  Instruction Text(const char* value) { return Push({.kind = ConstantKind::kString, .text = value}); }
  Instruction Bool(bool value) { return Push({.kind = ConstantKind::kBool, .boolean = value}); }
  Instruction Null() { return Push({.kind = ConstantKind::kNull}); }
  Instruction Span(std::int64_t value) { return Push({.kind = ConstantKind::kDuration, .integer = value}); }
  Instruction Time(Timestamp value) {
    return Push(
        {.kind = ConstantKind::kTimestamp, .nanoseconds = value.nanoseconds, .integer = value.seconds});
  }
  static Instruction Call(Function function, Index arguments) {
    return {Op::kCall, static_cast<Index>(function), arguments};
  }
  Index String(const char* text) {
    pool_.strings.emplace_back(text);
    return static_cast<Index>(pool_.strings.size() - 1);
  }

  std::variant<Value, Failure> Run(std::vector<Instruction> code, const Scope& scope = {}) {
    pool_.programs.push_back({{static_cast<Index>(pool_.code.size()), static_cast<Index>(code.size())}});
    pool_.code.insert(pool_.code.end(), code.begin(), code.end());
    const Evaluator evaluator(pool_.View());
    return evaluator.Evaluate(static_cast<Index>(pool_.programs.size() - 1), scope);
  }
  Value Get(std::vector<Instruction> code, const Scope& scope = {}) {
    auto outcome = Run(std::move(code), scope);
    if (const auto* failure = std::get_if<Failure>(&outcome)) ADD_FAILURE() << failure->message;
    return outcome.index() == 0 ? std::get<Value>(outcome) : Value();
  }
  std::string Failing(std::vector<Instruction> code, const Scope& scope = {}) {
    auto outcome = Run(std::move(code), scope);
    return outcome.index() == 1 ? std::get<Failure>(outcome).message : "";
  }

  route::PoolData pool_;

 private:
  Instruction Push(contract::Constant constant) {
    pool_.constants.push_back(constant);
    return {Op::kConstant, static_cast<Index>(pool_.constants.size() - 1)};
  }
};

TEST_F(EvaluateTest, IntsAreExactOrFail) {
  EXPECT_EQ(Get({Int(7), Int(2), {Op::kDivide}}), Value::Int(3));
  EXPECT_EQ(Get({Int(-7), Int(2), {Op::kDivide}}), Value::Int(-3));
  EXPECT_EQ(Get({Int(-7), Int(2), {Op::kRemainder}}), Value::Int(-1));
  EXPECT_EQ(Get({Int(kSmallest), Int(-1), {Op::kRemainder}}), Value::Int(0));
  EXPECT_EQ(Failing({Int(kLargest), Int(1), {Op::kAdd}}), "an int overflows");
  EXPECT_EQ(Failing({Int(kSmallest), Int(1), {Op::kSubtract}}), "an int overflows");
  EXPECT_EQ(Failing({Int(kLargest), Int(2), {Op::kMultiply}}), "an int overflows");
  EXPECT_EQ(Failing({Int(kSmallest), Int(-1), {Op::kDivide}}), "an int overflows");
  EXPECT_EQ(Failing({Int(kSmallest), {Op::kNegate}}), "an int overflows");
  EXPECT_EQ(Failing({Int(kSmallest), Call(Function::kAbs, 1)}), "an int overflows");
  EXPECT_EQ(Failing({Int(1), Int(0), {Op::kDivide}}), "division by zero");
  EXPECT_EQ(Failing({Int(1), Int(0), {Op::kRemainder}}), "division by zero");
}

TEST_F(EvaluateTest, FloatsStayFinite) {
  EXPECT_EQ(Get({Float(1.5), Float(2), {Op::kMultiply}}), Value::Float(3));
  EXPECT_EQ(Get({Float(5.5), Float(2), {Op::kRemainder}}), Value::Float(1.5));
  EXPECT_EQ(Get({Int(3), {Op::kToFloat}, Float(2), {Op::kDivide}}), Value::Float(1.5));
  EXPECT_EQ(Failing({Float(1e308), Float(10), {Op::kMultiply}}), "a float overflows");
  EXPECT_EQ(Failing({Float(1), Float(0), {Op::kDivide}}), "division by zero");
}

TEST_F(EvaluateTest, IntsEndBelowTwoToThe63) {
  EXPECT_EQ(Failing({Float(9223372036854775808.0), Call(Function::kToInt, 1)}), "the value is not an int");
  EXPECT_EQ(Get({Float(-9223372036854775808.0), Call(Function::kToInt, 1)}), Value::Int(kSmallest));
  EXPECT_EQ(Get({Float(9223372036854774784.0), Call(Function::kToInt, 1)}), Value::Int(9223372036854774784));
}

TEST_F(EvaluateTest, AbsTakesTheSignOffNegativeZero) {
  EXPECT_FALSE(std::signbit(Get({Float(-0.0), Call(Function::kAbs, 1)}).number()));
  EXPECT_EQ(Get({Float(-1.5), Call(Function::kAbs, 1)}), Value::Float(1.5));
}

TEST_F(EvaluateTest, TimesAddUp) {
  EXPECT_EQ(Get({Time({10, 999'999'999}), Span(5), {Op::kAdd}}), Value::Time({11, 4}));
  EXPECT_EQ(Get({Time({10, 0}), Span(5), {Op::kSubtract}}), Value::Time({9, 999'999'995}));
  EXPECT_EQ(Get({Span(10), Span(15), {Op::kSubtract}}), Value::Span({-5}));
  EXPECT_EQ(Get({Span(10), {Op::kNegate}}), Value::Span({-10}));
  EXPECT_EQ(Failing({Span(kLargest), Span(5), {Op::kAdd}}), "a duration overflows");
}

TEST_F(EvaluateTest, TimestampsDoNotLeaveTheYears0001To9999) {
  EXPECT_EQ(Get({Time(kLastTimestamp), Span(0), {Op::kAdd}}), Value::Time(kLastTimestamp));
  EXPECT_EQ(Failing({Time(kLastTimestamp), Span(1), {Op::kAdd}}),
            "a timestamp leaves the years 0001 to 9999");
  EXPECT_EQ(Failing({Time(kFirstTimestamp), Span(1), {Op::kSubtract}}),
            "a timestamp leaves the years 0001 to 9999");
}

TEST_F(EvaluateTest, ComparisonsFollowTheirKinds) {
  EXPECT_EQ(Get({Int(2), Int(10), {Op::kLess}}), Value::Bool(true));
  EXPECT_EQ(Get({Text("2"), Text("10"), {Op::kLess}}), Value::Bool(false));
  EXPECT_EQ(Get({Float(2), Float(2), {Op::kGreaterEqual}}), Value::Bool(true));
  EXPECT_EQ(Get({Span(2), Span(2), {Op::kLessEqual}}), Value::Bool(true));
  EXPECT_EQ(Get({Time({2, 0}), Time({2, 0}), {Op::kGreater}}), Value::Bool(false));
  EXPECT_EQ(Get({Time({2, 1}), Time({2, 0}), {Op::kGreater}}), Value::Bool(true));
  EXPECT_EQ(Get({Time({-2, 900'000'000}), Time({-1, 0}), {Op::kLess}}), Value::Bool(true));
  EXPECT_EQ(Get({Null(), Text("x"), {Op::kNotEqual}}), Value::Bool(true));
  EXPECT_NE(Failing({Int(1), Float(1), {Op::kLess}}), "");
}

TEST_F(EvaluateTest, TextFunctionsWorkOnAscii) {
  EXPECT_EQ(Get({Text("aÄz"), Call(Function::kUpper, 1)}), Value::String("AÄZ"));
  EXPECT_EQ(Get({Text("AÄZ"), Call(Function::kLower, 1)}), Value::String("aÄz"));
  EXPECT_EQ(Get({Text(" \t a b \n"), Call(Function::kTrim, 1)}), Value::String("a b"));
  EXPECT_EQ(Get({Text("  "), Call(Function::kTrim, 1)}), Value::String(""));
  EXPECT_EQ(Get({Text("né🎭"), Call(Function::kLen, 1)}), Value::Int(3));
  EXPECT_EQ(Get({Text("abc"), Text("bc"), Call(Function::kEndsWith, 2)}), Value::Bool(true));
  EXPECT_EQ(Get({Text("abc"), Text("bc"), Call(Function::kStartsWith, 2)}), Value::Bool(false));
  EXPECT_EQ(Get({Text("abc"), Text(""), Call(Function::kContains, 2)}), Value::Bool(true));
  EXPECT_EQ(Get({Text("a"), Text("b"), {Op::kAdd}}), Value::String("ab"));
}

TEST_F(EvaluateTest, MatchesSearches) {
  EXPECT_EQ(Get({Text("order 42"), Text("[0-9]+"), Call(Function::kMatches, 2)}), Value::Bool(true));
  EXPECT_EQ(Get({Text("order"), Text("^[0-9]+$"), Call(Function::kMatches, 2)}), Value::Bool(false));
  const ValueList fields = {Value::String("[")};
  EXPECT_NE(Failing({Text("x"), {Op::kField, 0}, Call(Function::kMatches, 2)}, {.fields = fields}), "");
}

TEST_F(EvaluateTest, APatternChosenAtRunTimeIsTheOneThatCounts) {
  // `matches("b", c ? "a" : "b")`: the literal before the call is not the one on the stack.
  const std::vector<Instruction> code = {
      Text("b"),      {Op::kField, 0}, {Op::kJumpIfFalse, 5},      Text("a"),
      {Op::kJump, 6}, Text("b"),       Call(Function::kMatches, 2)};
  const ValueList yes = {Value::Bool(true)};
  const ValueList no = {Value::Bool(false)};
  EXPECT_EQ(Get(code, {.fields = yes}), Value::Bool(false));
  EXPECT_EQ(Get(code, {.fields = no}), Value::Bool(true));
}

TEST_F(EvaluateTest, ConversionsTakeWhatFits) {
  EXPECT_EQ(Get({Float(3.7), Call(Function::kToInt, 1)}), Value::Int(3));
  EXPECT_EQ(Get({Float(-3.7), Call(Function::kToInt, 1)}), Value::Int(-3));
  EXPECT_EQ(Get({Text("-12"), Call(Function::kToInt, 1)}), Value::Int(-12));
  EXPECT_EQ(Get({Text("1e3"), Call(Function::kToFloat, 1)}), Value::Float(1000));
  EXPECT_EQ(Get({Float(1), Call(Function::kToString, 1)}), Value::String("1.0"));
  EXPECT_EQ(Get({Bool(true), Call(Function::kToString, 1)}), Value::String("true"));
  EXPECT_EQ(Get({Span(1'500'000'000), Call(Function::kToString, 1)}), Value::String("1.5s"));
  EXPECT_EQ(Failing({Text("12x"), Call(Function::kToInt, 1)}), "`12x` is not an int");
  EXPECT_EQ(Failing({Text("inf"), Call(Function::kToFloat, 1)}), "`inf` is not a float");
  EXPECT_NE(Failing({Float(1e300), Call(Function::kToInt, 1)}), "");
  EXPECT_NE(Failing({Null(), Call(Function::kToString, 1)}), "");
}

TEST_F(EvaluateTest, ExtremesTakeAnyNumberOfArguments) {
  EXPECT_EQ(Get({Int(3), Int(1), Int(2), Call(Function::kMin, 3)}), Value::Int(1));
  EXPECT_EQ(Get({Float(3), Float(1), Call(Function::kMax, 2)}), Value::Float(3));
  EXPECT_EQ(Get({Int(-3), Call(Function::kAbs, 1)}), Value::Int(3));
}

TEST_F(EvaluateTest, AbsentFieldsFailUnlessTheyAreReadSoftly) {
  const ValueList fields = {Value()};
  EXPECT_EQ(Failing({{Op::kField, 0}}, {.fields = fields}), "a field is read before it is written");
  EXPECT_EQ(Get({{Op::kFieldSoft, 0}}, {.fields = fields}).kind(), ValueKind::kAbsent);
  EXPECT_EQ(Get({{Op::kFieldSoft, 0}, {Op::kIsPresent}}, {.fields = fields}), Value::Bool(false));
  EXPECT_EQ(Get({{Op::kFieldSoft, 0}, {Op::kJumpIfPresent, 3}, Int(5)}, {.fields = fields}), Value::Int(5));
  const ValueList present = {Value::Int(1)};
  EXPECT_EQ(Get({{Op::kFieldSoft, 0}, {Op::kJumpIfPresent, 3}, Int(5)}, {.fields = present}), Value::Int(1));
  EXPECT_NE(Failing({{Op::kParam, 0}}), "");
  EXPECT_NE(Failing({{Op::kVariable, 3}}), "");
}

TEST_F(EvaluateTest, PathsLeadIntoRecordsUnionsAndCollections) {
  const ValueList fields = {Value::Record({Value::Int(1), Value()}), Value::Union(1, Value::Int(2)),
                            Value::List({Value::Int(3)}), Value::Map({{"k", Value::Int(4)}})};
  const Scope scope{.fields = fields};
  EXPECT_EQ(Get({{Op::kField, 0}, {Op::kMember, 0}}, scope), Value::Int(1));
  EXPECT_NE(Failing({{Op::kField, 0}, {Op::kMember, 1}}, scope), "");
  EXPECT_FALSE(Get({{Op::kField, 0}, {Op::kMemberSoft, 1}, {Op::kMemberSoft, 7}}, scope).present());
  EXPECT_EQ(Get({{Op::kField, 1}, {Op::kTag, 1}}, scope), Value::Int(2));
  EXPECT_NE(Failing({{Op::kField, 1}, {Op::kTag, 0}}, scope), "");
  EXPECT_FALSE(Get({{Op::kField, 1}, {Op::kTagSoft, 0}}, scope).present());
  EXPECT_EQ(Get({{Op::kField, 2}, Int(0), {Op::kIndex}}, scope), Value::Int(3));
  EXPECT_EQ(Failing({{Op::kField, 2}, Int(1), {Op::kIndex}}, scope), "index 1 is outside of a list of 1");
  EXPECT_EQ(Failing({{Op::kField, 2}, Int(-1), {Op::kIndex}}, scope), "index -1 is outside of a list of 1");
  EXPECT_FALSE(Get({{Op::kField, 2}, Int(1), {Op::kIndexSoft}}, scope).present());
  EXPECT_EQ(Get({{Op::kField, 3}, Text("k"), {Op::kIndex}}, scope), Value::Int(4));
  EXPECT_EQ(Failing({{Op::kField, 3}, Text("x"), {Op::kIndex}}, scope), "there is no key `x`");
  EXPECT_EQ(Get({Text("k"), {Op::kField, 3}, {Op::kIn}}, scope), Value::Bool(true));
  EXPECT_EQ(Get({Int(3), {Op::kField, 2}, {Op::kIn}}, scope), Value::Bool(true));
  EXPECT_EQ(Get({{Op::kField, 3}, {Op::kJsonMember, String("k")}}, scope), Value::Int(4));
  EXPECT_NE(Failing({{Op::kField, 2}, {Op::kJsonMember, String("k")}}, scope), "");
}

TEST_F(EvaluateTest, LiteralsAreBuilt) {
  pool_.types = {{.kind = TypeKind::kInt},
                 {.kind = TypeKind::kOptional, .element = 0},
                 {.kind = TypeKind::kRecord, .members = {0, 2}},
                 {.kind = TypeKind::kUnion, .members = {0, 2}}};
  pool_.members = {{"n", 0}, {"o", 1}};
  EXPECT_EQ(Get({Int(1), Int(2), {Op::kList, 2}}), Value::List({Value::Int(1), Value::Int(2)}));
  EXPECT_EQ(Get({{Op::kList, 0}}), Value::List({}));
  const Value record = Get({Int(1), Null(), {Op::kRecord, 2}});
  EXPECT_EQ(record, Value::Record({Value::Int(1), Value()}));
  EXPECT_EQ(record.members()[1].kind(), ValueKind::kAbsent);
  EXPECT_EQ(Get({Int(1), {Op::kUnion, 3, 1}}), Value::Union(1, Value::Int(1)));
  EXPECT_EQ(Get({Text("b"), Int(1), Text("a"), Int(2), {Op::kMap, 2}}),
            Value::Map({{"a", Value::Int(2)}, {"b", Value::Int(1)}}));
}

TEST_F(EvaluateTest, LongListsLeaveTheInlineStack) {
  std::vector<Instruction> code;
  ValueList expected;
  for (int i = 0; i < 100; ++i) {
    code.push_back(Int(i));
    expected.push_back(Value::Int(i));
  }
  code.push_back({Op::kList, 100});
  EXPECT_EQ(Get(code), Value::List(expected));
}

TEST_F(EvaluateTest, CaughtErrorsAreSeenFromTheInnermostOut) {
  const Caught outer{
      .name = Value::String("outer"), .message = {}, .actor = {}, .detail = {}, .detail_json = {}};
  const Caught inner{.name = Value::String("inner"),
                     .message = Value::String("m"),
                     .actor = Value::String("a"),
                     .detail = Value::Record({Value::Int(9)}),
                     .detail_json = Value::Map({{"n", Value::Int(9)}})};
  const std::vector<Caught> caught = {outer, inner};
  const Scope scope{.caught = caught};
  EXPECT_EQ(Get({{Op::kCaught, 0, 0}}, scope), Value::String("inner"));
  EXPECT_EQ(Get({{Op::kCaught, 0, 1}}, scope), Value::String("outer"));
  EXPECT_EQ(Get({{Op::kCaught, 3, 0}, {Op::kMember, 0}}, scope), Value::Int(9));
  EXPECT_EQ(Get({{Op::kCaught, 3, 0}, {Op::kJsonMember, String("n")}}, scope), Value::Int(9));
  EXPECT_NE(Failing({{Op::kCaught, 0, 2}}, scope), "");
}

TEST_F(EvaluateTest, ConditionsShortCircuit) {
  // `false && 1 / 0 == 1`
  const std::vector<Instruction> code = {Bool(false),  {Op::kJumpIfFalse, 8}, Int(1),
                                         Int(0),       {Op::kDivide},         Int(1),
                                         {Op::kEqual}, {Op::kJump, 9},        Bool(false)};
  EXPECT_EQ(Get(code), Value::Bool(false));
}

TEST_F(EvaluateTest, MalformedProgramsFailInsteadOfRunning) {
  EXPECT_NE(Failing({{Op::kAdd}, {Op::kAdd}}), "");
  EXPECT_NE(Failing({Int(1), Int(2)}), "");
  EXPECT_NE(Failing({Int(1), {Op::kJump, 0}}), "");
  EXPECT_NE(Failing({Int(1), {Op::kJump, 9}}), "");
  EXPECT_NE(Failing({Text("x"), Call(Function::kContains, 1)}), "");
  EXPECT_NE(Failing({Bool(true), {Op::kJumpIfFalse, 3}, Int(1)}), "");
}

}  // namespace
}  // namespace mesh::expression
