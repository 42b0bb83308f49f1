#include "mesh/route/table_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/route/verify_table.h"
#include "test_table.h"

namespace mesh::route {
namespace {

using contract::ConstantKind;
using contract::Index;
using contract::Op;
using contract::PointKind;
using contract::TypeKind;

/// Something of everything, with the values that are hard to write.
TestTable Rich() {
  TestTable table;
  const Index text =
      table.Type({.kind = TypeKind::kString, .has_max = true, .pattern = "[\"\\\\]+\n", .max = INT64_MAX});
  const Index score = table.Type(
      {.kind = TypeKind::kFloat, .has_min = true, .has_max = true, .float_min = -0.1, .float_max = 1e300});
  table.Record("Pair", {{"a", text}, {"b", score}});
  table.Type({.kind = TypeKind::kEnum,
              .open = true,
              .name = "Tone",
              .values = TestTable::Append<std::string_view>(table.data.pool.strings, {"calm", "🎭"})});
  auto& constants = table.data.pool.constants;
  constants.push_back({.kind = ConstantKind::kBytes, .text = std::string_view("\0\xFF", 2)});
  constants.push_back({.kind = ConstantKind::kFloat, .number = -0.0});
  constants.push_back({.kind = ConstantKind::kInt, .integer = INT64_MIN});
  constants.push_back({.kind = ConstantKind::kBytes});
  table.Field("text", text, contract::kModeIn | contract::kModeVar, 0);
  table.data.fields[0].sensitive = true;
  table.data.retries.push_back({.attempts = 3,
                                .backoff = contract::Backoff::kExponential,
                                .jitter = true,
                                .delay_ns = 1,
                                .max_delay_ns = 2,
                                .only_errors = table.Indices({1})});
  table.Choice("ask", {"left"});
  table.Processor("work", {{"text", text, 0}}, {{"score", score}}, {1});
  contract::Point call{.name = "root/work#1",
                       .kind = PointKind::kCall,
                       .flow = 0,
                       .handler = 0,
                       .next = 1,
                       .actor = 1,
                       .timeout_ns = 0,
                       .retry = 0};
  call.bindings = table.Bind({{0, table.ReadField(0), true}});
  call.writes = table.Write({{0, contract::kNone}});
  table.Point(call);
  table.Point({.name = "root/return", .kind = PointKind::kReturn, .flow = 0});
  contract::Point caught{.name = "root/catch", .kind = PointKind::kCatch, .flow = 0};
  caught.cases = table.Cases({{.error = 1, .target = 1}});
  table.Handler(table.Point(caught), 2);
  table.Flow("root", 0, 60'000'000'000);
  return table;
}

std::string Wrong(const std::string& text) {
  const auto read = ReadTableJson(text);
  const auto* wrong = std::get_if<std::string>(&read);
  return wrong == nullptr ? "" : *wrong;
}

TEST(TableJson, RoundTripIsExact) {
  const TestTable table = Rich();
  const std::string text = WriteTableJson(table.data.View());
  const auto read = ReadTableJson(text);
  ASSERT_EQ(read.index(), 0U) << std::get<std::string>(read);
  const contract::RouteTable again = std::get<TableData>(read).View();
  EXPECT_TRUE(EqualTables(table.data.View(), again));
  EXPECT_EQ(WriteTableJson(again), text);
}

TEST(TableJson, OneEntryStandsOnALine) {
  const std::string text = WriteTableJson(Rich().data.View());
  EXPECT_NE(text.find("\n  {\"name\":\"root/return\",\"flow\":0}"), std::string::npos) << text;
  EXPECT_NE(text.find("\"digest\": \"0123456789abcdef\""), std::string::npos);
}

TEST(EqualTables, SeesEveryDifference) {
  const TestTable table = Rich();
  const auto differs = [&](const auto& change) {
    TestTable other = Rich();
    change(other.data);
    return !EqualTables(table.data.View(), other.data.View());
  };
  EXPECT_FALSE(differs([](TableData&) {}));
  EXPECT_TRUE(differs([](TableData& data) { data.digest = "x"; }));
  EXPECT_TRUE(differs([](TableData& data) { data.points[0].timeout_ns = 1; }));
  EXPECT_TRUE(differs([](TableData& data) { data.points.pop_back(); }));
  EXPECT_TRUE(differs([](TableData& data) { data.pool.constants[1].number = 0.0; }));
  EXPECT_TRUE(differs([](TableData& data) { data.pool.strings[1] = "other"; }));
  EXPECT_TRUE(differs([](TableData& data) { data.fields[0].sensitive = false; }));
}

TEST(ReadTableJson, SaysWhatIsWrong) {
  EXPECT_NE(Wrong("{"), "");
  EXPECT_EQ(Wrong("[]"), "an object is expected");
  EXPECT_EQ(Wrong("{}"), "layout version 2 is expected");
  EXPECT_EQ(Wrong(R"({"version": 2, "mesh": "a.b", "digest": "c"})"), "there is no array `strings`");
  EXPECT_NE(Wrong(R"({"version": 2, "mesh": "a.b", "digest": "c", "strings": [18446744073709551616]})"), "");
  const std::string good = WriteTableJson(Rich().data.View());
  EXPECT_EQ(Wrong(good), "");
  const auto with = [&](const char* pointer, nlohmann::json value) {
    auto object = nlohmann::json::parse(good);
    object[nlohmann::json::json_pointer(pointer)] = value;
    return Wrong(object.dump());
  };
  EXPECT_EQ(with("/version", 1), "layout version 2 is expected");
  EXPECT_EQ(with("/points/0/kind", "odd"), "entry 0 of `points` is malformed");
  EXPECT_EQ(with("/points/0/actor", -1), "entry 0 of `points` is malformed");
  EXPECT_EQ(with("/points/0/actor", 99), "point `root/work#1` is not well formed");
  EXPECT_EQ(with("/points/0/actor", 0), "point `root/work#1` is not well formed");
  EXPECT_EQ(with("/points/0/bindings", {0, 99}), "point `root/work#1` is not well formed");
  EXPECT_EQ(with("/flows/0/entry", 99), "flows[0] is not well formed");
  EXPECT_EQ(with("/errors/0/name", "all"), "the built-in errors do not stand first");
  EXPECT_EQ(with("/errors/1/parent", 1), "errors[1] is not well formed");
  EXPECT_EQ(with("/members/0/type", 99), "members[0] is not well formed");
  EXPECT_EQ(with("/code/0/op", "add"), "programs[0] is not well formed");
  EXPECT_EQ(with("/constants/0/text", "?"), "entry 0 of `constants` is malformed");
}

TEST(VerifyTable, RefusesKindsOfALaterVersion) {
  const auto wrong = [](const auto& change) {
    TestTable table = Rich();
    change(table.data);
    return VerifyTable(table.data.View());
  };
  EXPECT_EQ(wrong([](TableData&) {}), "");
  EXPECT_EQ(wrong([](TableData& data) { data.forks.push_back({.wait = static_cast<contract::Wait>(2)}); }),
            "forks[0]: this version does not know its `wait`");
  EXPECT_EQ(wrong([](TableData& data) { data.retries.push_back({.backoff = contract::Backoff{3}}); }),
            "retries[1]: this version does not know its `backoff`");
  EXPECT_EQ(wrong([](TableData& data) { data.points[1].kind = contract::PointKind{200}; }),
            "points[1]: this version does not know its `kind`");
  EXPECT_EQ(wrong([](TableData& data) { data.pool.code[0].op = contract::Op{250}; }),
            "code[0]: this version does not know its `op`");
}

TEST(VerifyPool, FindsConstantsThatContainThemselves) {
  PoolData pool;
  pool.constants = {{.kind = ConstantKind::kList, .children = {0, 1}},
                    {.kind = ConstantKind::kList, .children = {1, 1}}};
  pool.constant_children = {1, 0};
  EXPECT_EQ(VerifyPool(pool.View()), "a constant is a part of itself");
  pool.constants[1].children = {};
  EXPECT_EQ(VerifyPool(pool.View()), "");
}

TEST(VerifyPool, FindsOptionalsOfOptionals) {
  PoolData pool;
  pool.types = {{.kind = TypeKind::kOptional, .element = 0}};
  EXPECT_EQ(VerifyPool(pool.View()), "types[0] is not well formed");
}

}  // namespace
}  // namespace mesh::route
