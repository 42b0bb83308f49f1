#include "mesh/value/json.h"
#include "mesh/value/zero.h"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/route/table_data.h"
#include "mesh/value/schemas.h"

namespace mesh {
namespace {

using contract::ConstantKind;
using contract::Index;
using contract::Type;
using contract::TypeKind;

class JsonTest : public testing::Test {
 protected:
  Index Add(Type type) {
    pool_.types.push_back(type);
    return static_cast<Index>(pool_.types.size() - 1);
  }
  Index Plain(TypeKind kind) { return Add({.kind = kind}); }
  Index Of(TypeKind kind, Index element) { return Add({.kind = kind, .element = element}); }

  Index WithMembers(TypeKind kind, std::vector<contract::Member> members) {
    Type type{.kind = kind, .name = "Named"};
    type.members = {static_cast<Index>(pool_.members.size()), static_cast<Index>(members.size())};
    pool_.members.insert(pool_.members.end(), members.begin(), members.end());
    return Add(type);
  }

  Index Enum(bool open) {
    Type type{.kind = TypeKind::kEnum, .open = open, .name = "Tone"};
    type.values = {static_cast<Index>(pool_.strings.size()), 2};
    pool_.strings.insert(pool_.strings.end(), {"calm", "cross"});
    return Add(type);
  }

  /// The value, or the error as `path: message`.
  std::variant<Value, std::string> Read(Index type, std::string_view text) {
    auto parsed = JsonTree::Read(text);
    if (auto* error = std::get_if<SchemaError>(&parsed)) return error->message;
    auto value = FromJson(pool_.View(), type, std::get<JsonTree>(parsed).root());
    if (auto* error = std::get_if<SchemaError>(&value)) return error->path + ": " + error->message;
    return std::get<Value>(value);
  }
  std::string Unreadable(Index type, std::string_view text) {
    auto read = Read(type, text);
    return read.index() == 1 ? std::get<1>(read) : "";
  }
  std::string RoundTrip(Index type, std::string_view text) {
    auto read = Read(type, text);
    if (read.index() == 1) return std::get<1>(read);
    return ToJson(pool_.View(), type, std::get<Value>(read));
  }
  std::string Unfit(Index type, const Value& value) {
    const auto conforms = Conform(Schemas(pool_.View()), type, value);
    const auto* error = std::get_if<SchemaError>(&conforms);
    return error == nullptr ? "" : error->path + ": " + error->message;
  }

  route::PoolData pool_;
};

TEST_F(JsonTest, ScalarsRoundTrip) {
  EXPECT_EQ(RoundTrip(Plain(TypeKind::kBool), "true"), "true");
  EXPECT_EQ(RoundTrip(Plain(TypeKind::kInt), "-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(RoundTrip(Plain(TypeKind::kString), "\"\\u00e9\""), "\"é\"");
  EXPECT_EQ(RoundTrip(Plain(TypeKind::kBytes), "\"AP8=\""), "\"AP8=\"");
  EXPECT_EQ(RoundTrip(Plain(TypeKind::kTimestamp), "\"2024-01-01T01:00:00+01:00\""),
            "\"2024-01-01T00:00:00Z\"");
  EXPECT_EQ(RoundTrip(Plain(TypeKind::kDuration), "\"1.50s\""), "\"1.5s\"");
  EXPECT_EQ(RoundTrip(Plain(TypeKind::kJson), "{\"b\":[1,2.0,null],\"a\":{}}"),
            "{\"a\":{},\"b\":[1,2.0,null]}");
}

TEST_F(JsonTest, NumbersBecomeWhatTheTypeSays) {
  EXPECT_EQ(RoundTrip(Plain(TypeKind::kInt), "3.0"), "3");
  EXPECT_EQ(RoundTrip(Plain(TypeKind::kFloat), "3"), "3.0");
  EXPECT_EQ(RoundTrip(Plain(TypeKind::kFloat), "-0.0"), "0.0");
  EXPECT_NE(Unreadable(Plain(TypeKind::kInt), "3.5"), "");
  EXPECT_NE(Unreadable(Plain(TypeKind::kInt), "9223372036854775808"), "");
  EXPECT_NE(Unreadable(Plain(TypeKind::kInt), "1e300"), "");
}

TEST_F(JsonTest, WrongKindsAreReportedWithTheirPath) {
  const Index list = Of(TypeKind::kList, Plain(TypeKind::kInt));
  const Index record = WithMembers(TypeKind::kRecord, {{"a/b", list}});
  EXPECT_EQ(Unreadable(record, "{\"a/b\":[1,\"x\"]}"), "/a~1b/1: an int is expected, this is string");
  EXPECT_EQ(Unreadable(record, "{}"), "/a~1b: a list is missing");
  EXPECT_EQ(Unreadable(record, "[]"), ": a record is expected, this is array");
}

TEST_F(JsonTest, RecordsKeepUnknownMembersLastAndSorted) {
  const Index number = Plain(TypeKind::kInt);
  const Index record = WithMembers(TypeKind::kRecord, {{"z", number}, {"a", number}});
  EXPECT_EQ(RoundTrip(record, R"({"q":1,"a":2,"c":{"y":1,"x":2},"z":3})"),
            R"({"z":3,"a":2,"c":{"x":2,"y":1},"q":1})");
}

TEST_F(JsonTest, DefaultsFillMissingMembers) {
  pool_.constants.push_back({.kind = ConstantKind::kInt, .integer = 5});
  const Index record = WithMembers(TypeKind::kRecord, {{"n", Plain(TypeKind::kInt), 0}});
  EXPECT_EQ(RoundTrip(record, "{}"), R"({"n":5})");
  EXPECT_EQ(RoundTrip(record, R"({"n":1})"), R"({"n":1})");
}

TEST_F(JsonTest, NullAndNothingAreTheSameOptional) {
  const Index optional = Of(TypeKind::kOptional, Plain(TypeKind::kInt));
  const Index record = WithMembers(TypeKind::kRecord, {{"n", optional}});
  EXPECT_EQ(RoundTrip(record, R"({"n":null})"), "{}");
  EXPECT_EQ(std::get<Value>(Read(record, R"({"n":null})")), std::get<Value>(Read(record, "{}")));
  EXPECT_EQ(RoundTrip(Of(TypeKind::kList, optional), "[1,null]"), "[1,null]");
}

TEST_F(JsonTest, BoundsHoldBothWays) {
  const Index number = Add({.kind = TypeKind::kInt, .has_min = true, .has_max = true, .min = 1, .max = 3});
  EXPECT_EQ(Unreadable(number, "0"), ": 0 is below 1");
  EXPECT_EQ(Unreadable(number, "4"), ": 4 is above 3");
  EXPECT_EQ(Unreadable(number, "1"), "");
  EXPECT_EQ(Unreadable(number, "3"), "");
  EXPECT_EQ(Unfit(number, Value::Int(4)), ": 4 is above 3");
  const Index score = Add({.kind = TypeKind::kFloat, .has_max = true, .float_max = 1});
  EXPECT_EQ(Unfit(score, Value::Float(1.5)), ": 1.5 is above 1.0");
  EXPECT_EQ(Unfit(score, Value::Float(1)), "");
  EXPECT_EQ(Unfit(score, Value::Float(0.5)), "");
  EXPECT_NE(Unfit(score, Value::Float(-INFINITY)), "");
  EXPECT_NE(Unfit(score, Value::Float(NAN)), "");
}

TEST_F(JsonTest, LengthsCountCodePointsAndElements) {
  const Index word = Add({.kind = TypeKind::kString, .has_max = true, .max = 3});
  EXPECT_EQ(Unreadable(word, "\"🎭🎭🎭\""), "");
  EXPECT_EQ(Unreadable(word, "\"abcd\""), ": length 4 is above 3");
  const Index pair = Add({.kind = TypeKind::kList, .has_min = true, .element = word, .min = 2});
  EXPECT_EQ(Unreadable(pair, "[\"a\"]"), ": length 1 is below 2");
}

TEST_F(JsonTest, PatternsMatchTheWholeText) {
  const Index email = Add({.kind = TypeKind::kString, .pattern = "[^@]+@[^@]+"});
  EXPECT_EQ(Unreadable(email, "\"a@b\""), "");
  EXPECT_NE(Unreadable(email, "\"a@b@c\""), "");
  const Schemas schemas(pool_.View());
  EXPECT_TRUE(schemas.Matches(email, "x@y"));
  EXPECT_FALSE(schemas.Matches(email, "x@"));
}

TEST_F(JsonTest, EnumsAreClosedUnlessTheySayOtherwise) {
  EXPECT_EQ(Unreadable(Enum(false), "\"calm\""), "");
  EXPECT_EQ(Unreadable(Enum(false), "\"odd\""), ": `odd` is not a value of Tone");
  EXPECT_EQ(RoundTrip(Enum(true), "\"odd\""), "\"odd\"");
}

TEST_F(JsonTest, ManyValuesOfAnEnumAreNotAnyValue) {
  const Index count = 6;
  Type type{.kind = TypeKind::kEnum, .name = "Letter"};
  type.values = {static_cast<Index>(pool_.strings.size()), count};
  pool_.strings.insert(pool_.strings.end(), {"a", "b", "c", "d", "e", "f"});
  const Index letter = Add(type);
  EXPECT_EQ(Unreadable(letter, "\"f\""), "");
  EXPECT_EQ(Unreadable(letter, "\"g\""), ": `g` is not a value of Letter");
}

TEST_F(JsonTest, PathsEscapeWhatStandsForSteps) {
  EXPECT_EQ(Unreadable(Of(TypeKind::kMap, Plain(TypeKind::kBool)), R"({"a~b/c":1})").substr(0, 9),
            "/a~0b~1c:");
}

TEST_F(JsonTest, WhatASensitiveMemberHoldsIsNotShown) {
  const Index record =
      WithMembers(TypeKind::kRecord, {{.name = "pin", .type = Enum(false), .sensitive = true}});
  const std::string unfit = Unfit(record, Value::Record({Value::String("swordfish")}));
  EXPECT_EQ(unfit.substr(0, 5), "/pin:");
  EXPECT_EQ(unfit.find("swordfish"), std::string::npos) << unfit;
}

TEST_F(JsonTest, UnionsHaveExactlyOneMember) {
  const Index choice =
      WithMembers(TypeKind::kUnion, {{"a", Plain(TypeKind::kInt)}, {"b", Plain(TypeKind::kString)}});
  EXPECT_EQ(RoundTrip(choice, R"({"b":"x"})"), R"({"b":"x"})");
  EXPECT_NE(Unreadable(choice, R"({"a":1,"b":"x"})"), "");
  EXPECT_NE(Unreadable(choice, R"({"c":1})"), "");
  EXPECT_EQ(Unreadable(choice, R"({"a":"x"})"), "/a: an int is expected, this is string");
  EXPECT_NE(Unfit(choice, Value::Union(7, Value::Int(1))), "");
}

TEST_F(JsonTest, HandlersMayNotHandOverWhatCannotBeWritten) {
  const Index json = Plain(TypeKind::kJson);
  EXPECT_NE(Unfit(Plain(TypeKind::kString), Value::String("\xFF")), "");
  EXPECT_NE(Unfit(json, Value::List({Value::Float(NAN)})), "");
  EXPECT_NE(Unfit(json, Value::Record({})), "");
  EXPECT_NE(Unfit(Plain(TypeKind::kInt), Value()), "");
  EXPECT_EQ(Unfit(json, Value::Null()), "");
}

/// `[[...]]` of so many levels.
Value Nested(std::uint32_t levels) {
  Value value = Value::List({});
  for (std::uint32_t level = 1; level < levels; ++level) value = Value::List({std::move(value)});
  return value;
}

std::string NestedText(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

TEST_F(JsonTest, ValuesNestAtMost512Levels) {
  const Index json = Plain(TypeKind::kJson);
  EXPECT_EQ(Unfit(json, Nested(kMaxDepth)), "");
  EXPECT_EQ(Unfit(json, Nested(kMaxDepth + 1)), ": a value is nested deeper than 512 levels");
  EXPECT_EQ(RoundTrip(json, NestedText(kMaxDepth)), NestedText(kMaxDepth));
  EXPECT_EQ(Unreadable(json, NestedText(kMaxDepth + 1)), ": a value is nested deeper than 512 levels");
}

TEST_F(JsonTest, ValuesOf30000LevelsAreAsDeepAsOthersThatAreTooDeep) {
  EXPECT_EQ(Nested(30'000).kind(), ValueKind::kTooDeep);
  Value appended = Value::Append(Value::List({}), Nested(kMaxDepth));
  EXPECT_EQ(appended.kind(), ValueKind::kTooDeep);
  EXPECT_EQ(Value::Union(0, Nested(kMaxDepth)).kind(), ValueKind::kTooDeep);
  EXPECT_EQ(Value::Map({{"a", Nested(kMaxDepth)}}).kind(), ValueKind::kTooDeep);
  EXPECT_EQ(Value::Record({}, {{"a", Nested(kMaxDepth)}}).kind(), ValueKind::kTooDeep);
}

TEST_F(JsonTest, WeightsOfSharedPartsSaturate) {
  Value doubled = Value::List({});
  for (int i = 0; i < 500; ++i) doubled = Value::List({doubled, doubled});
  EXPECT_EQ(doubled.weight(), SIZE_MAX);
}

TEST_F(JsonTest, NumbersThatNobodyKnowsKeepTheirDigits) {
  const Index record = WithMembers(TypeKind::kRecord, {{"a", Plain(TypeKind::kInt)}});
  const std::string text =
      R"({"a":1,"b":12345678901234567890,"c":1e2,"d":-0.0,"e":[-0,1.50,{"f":0.10000000000000000001}],)"
      R"("g":-9223372036854775809,"h":100.0,"i":1E+2,"j":123456789012345678901234567890})";
  EXPECT_EQ(RoundTrip(record, text), text);
}

TEST_F(JsonTest, NumbersOfJsonLoseNothing) {
  const Index json = Plain(TypeKind::kJson);
  EXPECT_EQ(RoundTrip(json, "[12345678901234567890,0.10000000000000000001]"),
            "[12345678901234567890,0.10000000000000000001]");
  EXPECT_EQ(RoundTrip(json, "[1e2,-0.0,-0,1.50]"), "[100.0,0.0,0,1.5]");
  EXPECT_EQ(AnyFromJson(JsonTree::Of(std::get<nlohmann::json>(ParseJson("1e2"))).root()), Value::Float(100));
  EXPECT_EQ(AnyFromJson(JsonTree::Of(9223372036854775807).root()), Value::Int(INT64_MAX));
  EXPECT_EQ(AnyFromJson(JsonTree::Of(9223372036854775808U).root()),
            Value::ExactNumber("9223372036854775808"));
}

TEST_F(JsonTest, IntsAreWholeNumbersOf64BitsHoweverTheyAreWritten) {
  const Index type = Plain(TypeKind::kInt);
  EXPECT_EQ(RoundTrip(type, "9007199254740993.0"), "9007199254740993");
  EXPECT_EQ(RoundTrip(type, "922337203685477580700e-2"), "9223372036854775807");
  EXPECT_EQ(RoundTrip(type, "-9.223372036854775808e18"), "-9223372036854775808");
  EXPECT_EQ(RoundTrip(type, "-0.0"), "0");
  EXPECT_EQ(RoundTrip(type, "0e999999999999"), "0");
  for (const char* text : {"9223372036854775808", "-9223372036854775809", "1e19", "9223372036854775808.0",
                           "12345678901234567890123", "1e300"}) {
    EXPECT_EQ(Unreadable(type, text), ": an int is expected, this number is none of 64 bits") << text;
  }
  for (const char* text : {"1.0000000000000000000001", "1e-400", "9007199254740991.4", "3.5", "-0.5",
                           "92233720368547758080.5"}) {
    EXPECT_EQ(Unreadable(type, text), ": an int is expected, this number is not whole") << text;
  }
}

TEST_F(JsonTest, UnknownMembersBearNoDeclaredName) {
  const Index record = WithMembers(TypeKind::kRecord, {{"a", Plain(TypeKind::kInt)}});
  EXPECT_EQ(Unfit(record, Value::Record({Value::Int(1)}, {{"b", Value::Int(2)}})), "");
  EXPECT_EQ(Unfit(record, Value::Record({Value::Int(1)}, {{"a", Value::Int(2)}})),
            ": an unknown member has the declared name `a`");
}

TEST_F(JsonTest, SaysOfATimeThatItIsNoneOrOutsideOfThoseThatAreKnown) {
  const Index time = Plain(TypeKind::kTimestamp);
  for (const char* none : {"2024-02-30T00:00:00Z", "2024-01-01T00:00:00", "10000-01-01T00:00:00Z", ""})
    EXPECT_EQ(Unreadable(time, fmt::format("\"{}\"", none)),
              fmt::format(": `{}` is not a time of RFC 3339", none));
  for (const char* outside :
       {"0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"}) {
    EXPECT_EQ(Unreadable(time, fmt::format("\"{}\"", outside)),
              fmt::format(": `{}` is outside of the years 0001 to 9999, which are those of UTC", outside));
  }
  const Index span = Plain(TypeKind::kDuration);
  for (const char* none : {"1", "1.s", "1.0123456789s", ".5s", "99999999999999999999", "s", "1.5s "})
    EXPECT_EQ(Unreadable(span, fmt::format("\"{}\"", none)),
              fmt::format(": `{}` is not a duration such as `1.5s`", none));
  for (const char* longer : {"9223372036.854775808s", "-9223372036.854775809s", "99999999999999999999.5s"}) {
    EXPECT_EQ(Unreadable(span, fmt::format("\"{}\"", longer)),
              fmt::format(": `{}` is longer than 292 years, more nanoseconds than 64 bits hold", longer));
  }
}

TEST_F(JsonTest, TimestampsThatNoTextHoldsAreNone) {
  const Index type = Plain(TypeKind::kTimestamp);
  EXPECT_EQ(Unfit(type, Value::Time(kLastTimestamp)), "");
  for (const Timestamp time : {Timestamp{253'402'300'800, 0}, Timestamp{-62'135'596'801, 0},
                               Timestamp{0, 1'000'000'000}, Timestamp{INT64_MAX, 0}}) {
    EXPECT_EQ(Unfit(type, Value::Time(time)), ": a timestamp is outside of the years 0001 to 9999");
  }
}

TEST_F(JsonTest, TheZeroOfDoublingRecordsTakesLittleMemory) {
  Index type = WithMembers(TypeKind::kRecord, {{"x", Plain(TypeKind::kInt)}});
  for (int i = 0; i < 60; ++i) type = WithMembers(TypeKind::kRecord, {{"u", type}, {"w", type}});
  EXPECT_GT(ZeroOf(pool_.View(), type)->weight(), std::size_t{1} << 60U);
}

TEST_F(JsonTest, TheZeroOfABoundlessLengthIsNone) {
  const auto at_least = [&](TypeKind kind, std::int64_t length) {
    return Add({.kind = kind, .has_min = true, .element = Plain(TypeKind::kInt), .min = length});
  };
  for (const TypeKind kind : {TypeKind::kString, TypeKind::kBytes, TypeKind::kList}) {
    EXPECT_FALSE(ZeroOf(pool_.View(), at_least(kind, INT64_MAX)).has_value());
    EXPECT_TRUE(ZeroOf(pool_.View(), at_least(kind, 3)).has_value());
  }
  const Index holder = WithMembers(TypeKind::kRecord, {{"s", at_least(TypeKind::kString, INT64_MAX)}});
  EXPECT_FALSE(ZeroOf(pool_.View(), holder).has_value());
}

TEST_F(JsonTest, ZerosThatAreMadeTogetherShareOneBound) {
  const auto at_least = [&](std::int64_t length) {
    return Add({.kind = TypeKind::kString, .has_min = true, .min = length});
  };
  const std::int64_t half = kMaxZeroLength / 2;
  const Index first = at_least(half);
  const Index second = at_least(half - 1);
  const Index third = at_least(2);
  const auto pool = pool_.View();
  Zeros zeros(pool);
  EXPECT_TRUE(zeros.Of(first).has_value());
  EXPECT_TRUE(zeros.Of(first).has_value()) << "is made once";
  EXPECT_TRUE(zeros.Of(second).has_value());
  EXPECT_FALSE(zeros.Of(third).has_value());
}

TEST_F(JsonTest, DeepTextsAreRefusedBeforeTheyAreRead) {
  const std::string deep(100'000, '[');
  const auto parsed = ParseJson(deep);
  ASSERT_EQ(parsed.index(), 1U);
  EXPECT_NE(std::get<SchemaError>(parsed).message.find("deeper"), std::string::npos);
  EXPECT_EQ(ParseJson("[\"" + deep + "\"]").index(), 0U);
}

TEST_F(JsonTest, ConstantsBecomeValues) {
  pool_.strings.assign({"x"});
  const Index number = Plain(TypeKind::kInt);
  const Index optional = Of(TypeKind::kOptional, number);
  const Index record = WithMembers(TypeKind::kRecord, {{"n", number}, {"o", optional}});
  pool_.constants = {{.kind = ConstantKind::kInt, .integer = 4},
                     {.kind = ConstantKind::kNull},
                     {.kind = ConstantKind::kRecord, .type = record, .children = {0, 2}},
                     {.kind = ConstantKind::kString, .text = "k"},
                     {.kind = ConstantKind::kMap, .children = {2, 2}},
                     {.kind = ConstantKind::kList, .children = {0, 1}}};
  pool_.constant_children = {0, 1, 3, 0};
  EXPECT_EQ(FromConstant(pool_.View(), 2), Value::Record({Value::Int(4), Value()}));
  EXPECT_EQ(FromConstant(pool_.View(), 4), Value::Map({{"k", Value::Int(4)}}));
  EXPECT_EQ(FromConstant(pool_.View(), 5), Value::List({Value::Int(4)}));
}

TEST_F(JsonTest, ZerosFitTheirTypes) {
  pool_.constants.push_back({.kind = ConstantKind::kInt, .integer = 5});
  const Index low = Add({.kind = TypeKind::kInt, .has_max = true, .max = -3});
  const Index high = Add({.kind = TypeKind::kFloat, .has_min = true, .float_min = 0.5});
  const Index word = Add({.kind = TypeKind::kString, .has_min = true, .min = 2});
  const Index pair = Add({.kind = TypeKind::kList, .has_min = true, .element = word, .min = 2});
  const Index choice = WithMembers(TypeKind::kUnion, {{"first", high}, {"second", low}});
  const Index all = WithMembers(TypeKind::kRecord, {{"low", low},
                                                    {"high", high},
                                                    {"pair", pair},
                                                    {"choice", choice},
                                                    {"tone", Enum(false)},
                                                    {"map", Of(TypeKind::kMap, low)},
                                                    {"json", Plain(TypeKind::kJson)},
                                                    {"time", Plain(TypeKind::kTimestamp)},
                                                    {"maybe", Of(TypeKind::kOptional, low)},
                                                    {"given", Plain(TypeKind::kInt), 0}});
  const Value zero = *ZeroOf(pool_.View(), all);
  EXPECT_EQ(Unfit(all, zero), "");
  EXPECT_EQ(
      ToJson(pool_.View(), all, zero),
      R"({"low":-3,"high":0.5,"pair":["  ","  "],"choice":{"first":0.5},"tone":"calm","map":{},"json":{},)"
      R"("time":"1970-01-01T00:00:00Z","given":5})");
}

TEST_F(JsonTest, TypedValuesBecomeJsonValues) {
  const Index record = WithMembers(TypeKind::kRecord, {{"at", Plain(TypeKind::kTimestamp)}});
  const Value any = ToAny(pool_.View(), record, Value::Record({Value::Time({})}));
  EXPECT_EQ(any, Value::Map({{"at", Value::String("1970-01-01T00:00:00Z")}}));
}

}  // namespace
}  // namespace mesh
