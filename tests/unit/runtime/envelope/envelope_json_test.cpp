#include "mesh/envelope/envelope_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/route/table_data.h"

namespace mesh {
namespace {

using contract::Index;
using contract::PointKind;
using contract::TypeKind;

/// A table with one flow that calls another on the same envelope, and a point of every kind that
/// frames speak of.
route::TableData SmallTable() {
  route::TableData table;
  table.mesh = "shop";
  table.digest = "3f2a9c41d0be77aa";
  table.pool.types = {{.kind = TypeKind::kString},
                      {.kind = TypeKind::kInt},
                      {.kind = TypeKind::kOptional, .element = 1},
                      {.kind = TypeKind::kRecord, .name = "Detail", .members = {0, 1}},
                      {.kind = TypeKind::kTimestamp},
                      {.kind = TypeKind::kList, .element = 1}};
  table.pool.programs = {{.code = {}, .result = 5}};
  table.pool.members = {{"model", 0}, {"count", 1}};
  table.fields = {
      {"text", 0, contract::kModeIn}, {"count", 2, contract::kModeVar}, {"when", 4, contract::kModeVar}};
  table.envelopes = {{"Ticket", {0, 3}}};
  table.errors = {{.name = "any"}, {.name = "model_error", .parent = 0, .detail_type = 3}};
  table.actors = {{.name = "generator", .params = {1, 1}}};
  table.flows = {{.name = "inner", .envelope = 0, .entry = 1}, {.name = "outer", .envelope = 0, .entry = 0}};
  table.loops = {{"inner/loop", 5}, {"outer/loop", 5}};
  table.points = {{.name = "outer/call", .kind = PointKind::kFlowCall, .flow = 1, .callee = 0},
                  {.name = "inner/generator", .kind = PointKind::kCall, .flow = 0, .actor = 0},
                  {.name = "inner/follow", .kind = PointKind::kFollow, .flow = 0},
                  {.name = "inner/join", .kind = PointKind::kJoin, .flow = 0},
                  {.name = "inner/each", .kind = PointKind::kEachFork, .flow = 0, .program = 0}};
  return table;
}

class EnvelopeJsonTest : public testing::Test {
 protected:
  static Envelope Full() {
    const Error error{.name = "model_error",
                      .message = "\"quoted\"",
                      .actor = "generator",
                      .detail = Value::Record({Value::String("m")})};
    Envelope envelope;
    envelope.id = "0192f3c1-7e0b-7c55-9d0c-1f5a3c0d7a11";
    envelope.parent_id = "p";
    envelope.root_id = "r";
    envelope.route.prev = {{.name = "a"}, {.name = "", .times = 3, .of = {{.name = "b"}, {.name = "c"}}}};
    envelope.route.flow = "inner";
    envelope.route.table = "3f2a9c41d0be77aa";
    envelope.route.at = 1;
    envelope.route.loops = {{0, 2}, {1, 5}};
    envelope.route.frames = {
        ClauseFrame{error},
        FinallyFrame{.exit = 2},
        FinallyFrame{.error = error},
        SagaFrame{.undo = {{.actor = 0, .undoes = 0, .error = error}, {0, {Value::Int(7)}, 0, "key"}},
                  .error = error},
        EachFrame{4, Value::Int(1)},
        FollowFrame{2, {"generator", "inner"}},
        BranchFrame{"fork", 1, 3, 3},
        BranchFrame{"tap", 0, 1},
        CallFrame{.point = 0,
                  .deadline_ns = kNoDeadline,
                  .payload = ValueList{Value::String("saved"), Value(), Value()}}};
    envelope.route.hop = 9;
    envelope.status = {.phase = Phase::kRetrying,
                       .attempt = 2,
                       .max_attempts = 4,
                       .created_at_ns = 1,
                       .updated_at_ns = 2,
                       .deadline_at_ns = 3'000'000'000,
                       .error = error,
                       .log = {{5, "model_error", "generator", "inner/generator", "caught"}}};
    envelope.headers = {{"lane", "realtime"}, {"traceparent", "00"}};
    envelope.payload = {Value::String("hi"), Value(), Value::Time({0})};
    envelope.unknown = {{"zz", Value::Int(1)}, {"aa", Value::Null()}};
    envelope.cancelled = true;
    return envelope;
  }

  std::string Why(const std::string& text) const {
    const auto read = codec_.Decode(text);
    const auto* error = std::get_if<SchemaError>(&read);
    return error == nullptr ? "" : error->path + ": " + error->message;
  }

  const route::TableData data_ = SmallTable();
  const contract::RouteTable table_ = data_.View();
  const EnvelopeCodec codec_{table_};
};

TEST_F(EnvelopeJsonTest, MembersStandInTheOrderOfTheContract) {
  Envelope envelope;
  envelope.id = "1";
  envelope.route.flow = "outer";
  envelope.route.at = 1;
  envelope.route.table = table_.digest;
  envelope.route.loops = {{1, 2}};
  envelope.payload = {Value::String("hi"), Value::Int(3), Value()};
  EXPECT_EQ(
      codec_.Encode(envelope, {"scorer"}),
      R"({"id":"1","parent_id":null,"route":{"prev":[],"curr":"generator","next":["scorer"],"flow":"outer",)"
      R"("table":"3f2a9c41d0be77aa","at":1,"loops":{"1":2},"frames":[],"hop":0},)"
      R"("status":{"phase":"pending","actor":"generator","attempt":1,"max_attempts":1,)"
      R"("created_at":"1970-01-01T00:00:00Z","updated_at":"1970-01-01T00:00:00Z","deadline_at":null,)"
      R"("error":null,"log":[]},"headers":{},"payload":{"text":"hi","count":3}})");
}

TEST_F(EnvelopeJsonTest, EverythingRoundTrips) {
  const std::string text = codec_.Encode(Full(), {});
  const auto read = codec_.Decode(text);
  ASSERT_EQ(read.index(), 0U) << Why(text);
  const auto& envelope = std::get<Envelope>(read);
  EXPECT_EQ(codec_.Encode(envelope, {}), text);
  EXPECT_EQ(envelope.payload, Full().payload);
  EXPECT_EQ(envelope.unknown, Full().unknown);
  EXPECT_TRUE(envelope.cancelled);
  ASSERT_EQ(envelope.route.frames.size(), 9U);
  EXPECT_EQ(std::get<ClauseFrame>(envelope.route.frames[0]).error.detail.members()[0].text(), "m");
  EXPECT_EQ(std::get<CallFrame>(envelope.route.frames[8]).deadline_ns, kNoDeadline);
  const auto& undo = std::get<SagaFrame>(envelope.route.frames[3]).undo;
  EXPECT_TRUE(undo[0].params.empty());
  ASSERT_TRUE(undo[0].error.has_value());
  EXPECT_EQ(undo[0].error->name, std::get<ClauseFrame>(envelope.route.frames[0]).error.name);
  EXPECT_EQ(undo[1].params, ValueList{Value::Int(7)});
  EXPECT_FALSE(undo[1].error.has_value());
}

TEST_F(EnvelopeJsonTest, AnEndedEnvelopeHasNoPoint) {
  Envelope envelope;
  envelope.id = "1";
  envelope.route.flow = "outer";
  envelope.payload.resize(3);
  envelope.status.phase = Phase::kSucceeded;
  const auto read = codec_.Decode(codec_.Encode(envelope, {}));
  ASSERT_EQ(read.index(), 0U);
  EXPECT_EQ(std::get<Envelope>(read).route.at, contract::kNone);
  EXPECT_EQ(std::get<Envelope>(read).status.phase, Phase::kSucceeded);
}

TEST_F(EnvelopeJsonTest, WhatIsWrongIsNamedWithItsPath) {
  const std::string good = codec_.Encode(Full(), {});
  const auto with = [&](const char* pointer, nlohmann::json value) {
    auto object = nlohmann::ordered_json::parse(good);
    object[nlohmann::ordered_json::json_pointer(pointer)] = value;
    return object.dump();
  };
  EXPECT_EQ(Why("[]"), ": an object is expected");
  EXPECT_EQ(Why("{}"), "/id: a string is missing");
  EXPECT_EQ(Why(R"({"id":"1"})"), "/route: an object is missing");
  EXPECT_EQ(Why(with("/route/at", 99)), "/route/at: the table has no such entry");
  EXPECT_EQ(Why(with("/route/at", 3)), "/route/at: no envelope waits at this point");
  EXPECT_EQ(Why(with("/route/table", "x")), "/route/table: the envelope belongs to table x");
  EXPECT_EQ(Why(with("/route/flow", "outer")), "/route/flow: the flow is not that of `at`");
  EXPECT_EQ(Why(with("/route/loops", {{"0", 6}})),
            "/route/loops: a loop of the table and its rounds are expected");
  EXPECT_EQ(Why(with("/route/frames/8/point", 1)),
            "/route/frames/8/point: this is not the right kind of point");
  EXPECT_EQ(Why(with("/route/frames/0/kind", "odd")), "/route/frames/0/kind: there is no such kind of frame");
  EXPECT_EQ(Why(with("/route/frames/1/error", {{"name", "any"}})),
            "/route/frames/1/error: an error stands exactly where there is no exit");
  EXPECT_EQ(Why(with("/route/prev", {1})), "/route/prev: a list of stops is expected");
  EXPECT_EQ(Why(with("/status/phase", "odd")), "/status/phase: there is no such phase");
  EXPECT_EQ(Why(with("/status/created_at", "noon")), "/status/created_at: a time of RFC 3339 is expected");
  EXPECT_EQ(Why(with("/status/error/detail", {{"model", 1}})),
            "/status/error/detail/model: a string is expected, this is number");
  EXPECT_EQ(Why(with("/headers/lane", 1)), "/headers: headers are strings");
  EXPECT_EQ(Why(with("/payload/count", "x")), "/payload/count: an int is expected, this is string");
}

TEST_F(EnvelopeJsonTest, CallFramesMustLeadToThePoint) {
  Envelope envelope = Full();
  envelope.route.frames.emplace_back(CallFrame{.point = 0});
  EXPECT_EQ(Why(codec_.Encode(envelope, {})), "/route/frames: calls do not follow each other");
}

TEST_F(EnvelopeJsonTest, NoPrefixOfAnEnvelopeIsOne) {
  const std::string text = codec_.Encode(Full(), {});
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_NE(Why(text.substr(0, length)), "") << length;
}

TEST_F(EnvelopeJsonTest, TheHeadIsReadWithoutATable) {
  const auto head = ReadHead(codec_.Encode(Full(), {}));
  ASSERT_EQ(head.index(), 0U);
  EXPECT_EQ(std::get<EnvelopeHead>(head).id, Full().id);
  EXPECT_EQ(std::get<EnvelopeHead>(head).table, "3f2a9c41d0be77aa");
  EXPECT_EQ(std::get<EnvelopeHead>(head).curr, "generator");
  EXPECT_EQ(ReadHead("{}").index(), 1U);
}

}  // namespace
}  // namespace mesh
