#include <gtest/gtest.h>

#include <limits>

#include "type_rich/codec.h"
#include "type_rich/json.h"
#include "type_rich/types.h"

namespace type_rich {
namespace {

Everything Filled() {
  Everything e;
  e.flag = false;
  e.count = 42;
  e.ratio = -1.5;
  e.text = "plain text";
  e.raw.raw = std::string("\0\xff", 2);
  e.at = {.seconds = 1'700'000'000, .nanoseconds = 123'000'000};
  e.wait.nanoseconds = -250'000'000;
  e.any = mesh::Value::Map({{"k", mesh::Value::List({mesh::Value::Int(1), mesh::Value::Null()})}});
  e.numbers = {3, 4};
  e.words = {};
  e.flags = {true, false};
  e.gaps = {"a", std::nullopt, "b"};
  e.labels = {{"x", "1"}, {"y", "2"}};
  e.note = "noted";
  e.tone = Tone::new_;
  e.channel = {std::string("carrier pigeon")};
  e.Tone = Tone::delete_;
  Node child{.value = 2};
  e.tree = {.value = 1, .next = child, .children = {child, child}, .by_name = {{"c", child}}};
  e.body = Body::Make<Body::Tag::again>(std::vector<Body>{
      Body::Make<Body::Tag::number>(7), Body::Make<Body::Tag::class_>(Keywords{.class_ = "k"})});
  e.ping.pong = Pong{};
  e.ping.pong->pings.resize(1);
  e.unknown_members = {{"later", mesh::Value::String("kept")}};
  return e;
}

TEST(GeneratedTypes, DefaultsAreThoseOfTheFlow) {
  const Everything e;
  EXPECT_TRUE(e.flag);
  EXPECT_EQ(e.count, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(e.ratio, 0.1);
  EXPECT_EQ(e.text, "say \"hi\"");
  EXPECT_EQ(e.wait.nanoseconds, 1'500'000'000);
  EXPECT_EQ(e.numbers, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(e.words, (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(e.note.has_value());
  EXPECT_EQ(e.tone, Tone::delete_);
  EXPECT_EQ(e.channel, Channel{Channel::Listed::class_});
  EXPECT_EQ(e.body.tag(), Body::Tag::text);
}

TEST(GeneratedTypes, ValuesGoThereAndBack) {
  const Everything original = Filled();
  Everything back;
  mesh::Decode(mesh::Encode(original), back);
  EXPECT_EQ(back, original);
  EXPECT_EQ(back.tree.children.at(1).value, 2);
  EXPECT_EQ(back.body.Get<Body::Tag::again>().at(1).Get<Body::Tag::class_>().class_, "k");
}

TEST(GeneratedTypes, JsonGoesThereAndBack) {
  const Everything original = Filled();
  const std::string text = ToJson(original);
  const auto back = FromJson<Everything>(text);
  ASSERT_TRUE(std::holds_alternative<Everything>(back)) << std::get<mesh::SchemaError>(back).message;
  EXPECT_EQ(std::get<Everything>(back), original);
  EXPECT_EQ(ToJson(std::get<Everything>(back)), text);
}

TEST(GeneratedTypes, JsonSpeaksTheNamesOfTheFlow) {
  EXPECT_EQ(
      ToJson(Keywords{.class_ = "a", .int_ = 1}),
      R"({"class":"a","int":1,"namespace":false,"unknown_members":"","message":"","mesh":"","std":""})");
  EXPECT_EQ(ToJson(Tone::new_), R"("new")");
  EXPECT_EQ(ToJson(Body::Make<Body::Tag::text>("t")), R"({"text":"t"})");
}

TEST(GeneratedTypes, UnknownMembersAreKeptAndListedValuesRecognised) {
  const auto node = FromJson<Node>(R"({"value":1,"children":[],"by_name":{},"later":[true]})");
  ASSERT_TRUE(std::holds_alternative<Node>(node));
  EXPECT_EQ(ToJson(std::get<Node>(node)), R"({"value":1,"children":[],"by_name":{},"later":[true]})");
  EXPECT_EQ(std::get<Channel>(FromJson<Channel>(R"("email")")), Channel{Channel::Listed::email});
  EXPECT_EQ(std::get<Channel>(FromJson<Channel>(R"("fax")")), Channel{std::string("fax")});
}

TEST(GeneratedTypes, WhatBreaksTheTypeIsRefusedWithItsPlace) {
  const auto wrong =
      FromJson<Node>(R"({"value":1,"children":[{"value":"x","children":[],"by_name":{}}],"by_name":{}})");
  ASSERT_TRUE(std::holds_alternative<mesh::SchemaError>(wrong));
  EXPECT_EQ(std::get<mesh::SchemaError>(wrong).path, "/children/0/value");
  EXPECT_TRUE(std::holds_alternative<mesh::SchemaError>(FromJson<Tone>(R"("loud")")));
  EXPECT_TRUE(std::holds_alternative<mesh::SchemaError>(FromJson<Tone>("{")));
}

TEST(GeneratedTypes, CopiesOfRecursiveValuesAreTheirOwn) {
  Node one{.value = 1, .next = Node{.value = 2}};
  Node other = one;
  EXPECT_EQ(one, other);
  other.next->value = 3;
  EXPECT_EQ(one.next->value, 2);
  EXPECT_FALSE(one == other);
}

}  // namespace
}  // namespace type_rich
