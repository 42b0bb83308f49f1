// What operators see of envelopes that are kept, and what has failed tried once more.
#include "mesh/operations/replay.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/envelope/envelope_json.h"
#include "mesh/operations/answers.h"
#include "mesh/operations/envelopes.h"
#include "mesh/state/keys.h"
#include "tests/support/durable_fixture.h"
#include "tests/support/park_mesh.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

using Json = nlohmann::json;

Envelope Text(std::string id) { return NewEnvelope(std::move(id), {Value::String("x"), Value()}); }

/// A mesh with hosts, and an operator beside them.
struct Operator {
  Operator(DurableKind kind, const contract::RouteTable& table, const std::vector<actor::Entry>& handlers)
      : fixture(table, handlers, kind), router(table) {
    tables.Add(router);
  }

  transport::Ledger& ledger() { return *fixture.entrance.transport().ledger(); }
  const state::State& state() { return fixture.entrance.state(); }
  std::vector<operations::FailedEnvelope> Failed(const std::string& error = "") {
    return operations::FindFailed(state(), error);
  }
  std::variant<operations::Replayed, std::string> Replay(operations::ReplayOrder order) {
    if (order.id.empty()) order.id = "new";
    return operations::Replay(order, tables, ledger(), fixture.clock.now_ns());
  }
  std::variant<operations::Replayed, std::string> ReplayFailed(const std::string& id, bool effects = false) {
    return Replay({.stand = state().Get(state::FailedKey(id)).value_or(""), .real_effects = effects});
  }
  /// How an envelope that nobody waits for has ended.
  Json EndOf(const std::string& id) {
    EXPECT_TRUE(Eventually([&] { return state().Get(state::EndKey(id)).has_value(); })) << id;
    return Json::parse(state().Get(state::EndKey(id)).value_or("null"));
  }

  DurableFixture fixture;
  route::Router router;
  durable::KnownTables tables;
};

std::vector<actor::Entry> Calls(const CallMesh& mesh, Answer work) {
  return {EntryOf(mesh.table(), "work", std::move(work)),
          EntryOf(mesh.table(), "fallback", Returns(Value::String("fallback")))};
}

/// Fails until it is told not to.
Answer FailsWhile(const std::atomic<bool>& fails, std::atomic<int>& calls) {
  return [&](auto, auto&) -> actor::Outcome {
    ++calls;
    if (fails) return Error{.name = "busy", .message = "on purpose"};
    return actor::Results{{Value::String("done")}};
  };
}

class Replay : public testing::TestWithParam<DurableKind> {};
class Operators : public testing::TestWithParam<DurableKind> {};

INSTANTIATE_TEST_SUITE_P(On, Replay, testing::Values(DurableKind::kSqlite, DurableKind::kNats), KindName);
INSTANTIATE_TEST_SUITE_P(On, Operators, testing::Values(DurableKind::kSqlite, DurableKind::kNats), KindName);

TEST_P(Replay, GoesOnBeforeTheVisitThatFailed) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  std::atomic<bool> fails = true;
  std::atomic<int> calls = 0;
  Operator op(GetParam(), mesh.table(), Calls(mesh, FailsWhile(fails, calls)));
  EXPECT_EQ(op.fixture.Run(Text("e")).status.phase, Phase::kFailed);
  ASSERT_EQ(op.Failed().size(), 1U);
  EXPECT_EQ(op.Failed().front().id, "e");
  EXPECT_EQ(op.Failed().front().error, "busy");
  EXPECT_EQ(op.Failed().front().actor, "work");
  EXPECT_TRUE(op.Failed("other").empty());

  fails = false;
  const auto replayed = op.ReplayFailed("e");
  ASSERT_TRUE(std::holds_alternative<operations::Replayed>(replayed)) << std::get<1>(replayed);
  EXPECT_EQ(std::get<0>(replayed).at, "main/work");
  const Json end = op.EndOf("new");
  EXPECT_EQ(end["status"]["phase"], "succeeded");
  EXPECT_EQ(end["replay_of"], "e");
  EXPECT_EQ(end["payload"]["reply"], "done");
  EXPECT_EQ(end["route"]["prev"], Json::array({"work"}));
  EXPECT_EQ(op.Failed().front().replayed_as, "new");
  EXPECT_EQ(calls, 2);
}

TEST_P(Replay, KnowsTheVisitThatFailedFromThoseThatItsClauseMakes) {
  const CallMesh mesh({.caught = contract::BuiltinError::kAny});
  Operator op(
      GetParam(), mesh.table(),
      {EntryOf(mesh.table(), "work", Raises("busy")), EntryOf(mesh.table(), "fallback", Raises("busy"))});
  op.fixture.Run(Text("e"));
  const Json before = Json::parse(op.state().Get(state::FailedKey("e")).value_or("null"));
  EXPECT_EQ(before["route"]["curr"], "fallback") << "the first error was caught";
}

TEST_P(Replay, TakesTheResultsOfTheCallsThatItRepeats) {
  const CallMesh mesh({.effect = contract::Effect::kIdempotent, .caught = contract::BuiltinError::kCount});
  std::atomic<bool> fails = true;
  std::atomic<int> calls = 0;
  Operator op(GetParam(), mesh.table(), Calls(mesh, FailsWhile(fails, calls)));
  op.fixture.Run(Text("e"));
  fails = false;
  ASSERT_TRUE(std::holds_alternative<operations::Replayed>(op.ReplayFailed("e")));
  const Json end = op.EndOf("new");
  EXPECT_EQ(end["status"]["error"]["name"], "unroutable") << "the call that it repeats left no result";
  EXPECT_NE(end["status"]["error"]["message"].get<std::string>().find("`work` at `main/work`"),
            std::string::npos);
  EXPECT_EQ(calls, 1) << "no effect was made";

  const auto real =
      op.Replay({.stand = *op.state().Get(state::FailedKey("e")), .id = "real", .real_effects = true});
  ASSERT_TRUE(std::holds_alternative<operations::Replayed>(real));
  EXPECT_EQ(op.EndOf("real")["status"]["phase"], "succeeded");
  EXPECT_EQ(calls, 2);
}

TEST_P(Replay, HasTheTimeThatWasLeft) {
  const CallMesh mesh({});
  Operator op(GetParam(), mesh.table(), Calls(mesh, Returns(Value::String("done"))));
  Envelope stood = Text("e");
  const std::int64_t then_ns = op.fixture.clock.now_ns();
  op.router.Enter(0, stood, then_ns);
  stood.status.deadline_at_ns = then_ns + 50;
  op.fixture.clock.Advance(100);
  const auto replayed = op.Replay({.stand = EnvelopeCodec(mesh.table()).Encode(stood, {})});
  ASSERT_TRUE(std::holds_alternative<operations::Replayed>(replayed)) << std::get<1>(replayed);
  EXPECT_EQ(op.EndOf("new")["status"]["phase"], "succeeded");
}

TEST_P(Replay, BeginsWithTheFirstAttempt) {
  const EachMesh mesh({});
  Operator op(GetParam(), mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::Int(1)))});
  Envelope stood = NewEnvelope("e", {Value::List({Value::Int(1)}), Value(), Value()});
  op.router.Enter(0, stood, op.fixture.clock.now_ns());
  // With nothing to do it goes to no visit, which would begin with the first one by itself.
  stood.payload[EachMesh::kItems] = Value::List({});
  stood.status.attempt = 3;
  const auto replayed = op.Replay({.stand = EnvelopeCodec(mesh.table()).Encode(stood, {})});
  ASSERT_TRUE(std::holds_alternative<operations::Replayed>(replayed)) << std::get<1>(replayed);
  EXPECT_EQ(op.EndOf("new")["status"]["attempt"], 1);
}

TEST_P(Replay, FindsTheResultsOfBranches) {
  const EachMesh mesh({.effect = contract::Effect::kIdempotent});
  std::atomic<int> calls = 0;
  std::atomic<bool> fails = true;
  // The last element fails once, so that the others leave their results.
  Operator op(GetParam(), mesh.table(), {EntryOf(mesh.table(), "work", [&](auto, auto&) -> actor::Outcome {
                if (++calls == 3 && fails.exchange(false)) return Error{.name = "crash"};
                return actor::Results{{Value::Int(calls)}};
              })});
  ValueList items(3, Value::Int(1));
  op.fixture.Run(NewEnvelope("e", {Value::List(std::move(items)), Value(), Value()}));
  const auto replayed = op.ReplayFailed("e");
  ASSERT_TRUE(std::holds_alternative<operations::Replayed>(replayed)) << std::get<1>(replayed);
  EXPECT_EQ(std::get<0>(replayed).at, "main/0/each") << "what failed is the join";
  EXPECT_EQ(op.EndOf("new")["status"]["phase"], "failed") << "one branch has no result to take";
  EXPECT_EQ(calls, 3) << "two branches took theirs, and none was called";
}

TEST_P(Replay, GoesOnFromAnotherPointWhereItHasItsFrames) {
  const EachMesh mesh({});
  Operator op(GetParam(), mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::Int(1)))});
  op.fixture.Run(NewEnvelope("e", {Value::List({Value::Int(1)}), Value(), Value()}));
  const std::string end = op.EndOf("e").dump();
  const auto problem = [&](const std::string& at) {
    const auto replayed = op.Replay({.stand = end, .at = at});
    const auto* why = std::get_if<std::string>(&replayed);
    return why == nullptr ? "" : *why;
  };
  EXPECT_EQ(problem("main/2/work"), "`main/2/work` needs the frames `branch`, `each`, which are lost");
  EXPECT_NE(problem("main/none").find("has no point `main/none`"), std::string::npos);
  EXPECT_EQ(problem("main/5/return"), "no envelope waits at `main/5/return`");
  EXPECT_EQ(problem(""), "how it stood before it ended is not kept: name a point by --at");
  EXPECT_EQ(problem("main/0/each"), "");
  EXPECT_EQ(op.EndOf("new")["status"]["phase"], "succeeded");
}

TEST_P(Replay, IsRefusedWhereItCannotBe) {
  const CallMesh mesh({});
  Operator op(GetParam(), mesh.table(), Calls(mesh, Returns(Value::String("done"))));
  const auto problem = [&](const std::string& stand) {
    const auto replayed = op.Replay({.stand = stand});
    return std::holds_alternative<std::string>(replayed) ? std::get<std::string>(replayed) : "";
  };
  EXPECT_NE(problem("{}").find("it is no envelope"), std::string::npos);
  EXPECT_NE(problem(R"({"id":"e","route":{"flow":"main","table":"ffff"},"payload":{}})")
                .find("no route table here has the digest `ffff`"),
            std::string::npos);
  Envelope branch = Text("e/1");
  op.router.Enter(0, branch, op.fixture.clock.now_ns());
  branch.root_id = "e";
  EXPECT_EQ(problem(EnvelopeCodec(mesh.table()).Encode(branch, {})),
            "it is a branch or a copy: replay its root");
}

TEST_P(Operators, SeeWhereAnEnvelopeIs) {
  const CallMesh mesh({});
  Gate gate;
  Operator op(GetParam(), mesh.table(), Calls(mesh, [&gate](auto, auto&) {
                gate.Pass();
                return actor::Results{{Value::String("done")}};
              }));
  ASSERT_TRUE(op.fixture.Submit(Text("e")));
  gate.WaitForArrivals(1);
  const auto find = [&] { return operations::FindRoot(op.fixture.entrance.transport(), op.state(), "e"); };
  const auto running = find();
  ASSERT_TRUE(running && running->places && running->places->size() == 1);
  EXPECT_TRUE(running->under_way);
  EXPECT_EQ(running->places->front().mailbox, "work");
  EXPECT_TRUE(running->places->front().lent);
  const std::string under_way = operations::Answer(*running, operations::Format::kText);
  EXPECT_NE(under_way.find("payload  {\"text\":\"x\"}\n"), std::string::npos) << under_way;
  gate.Open();
  op.fixture.arrivals.WaitFor(1);
  const auto ended = find();
  ASSERT_TRUE(ended);
  EXPECT_FALSE(ended->under_way);
  const std::string text = operations::Answer(*ended, operations::Format::kText);
  EXPECT_NE(text.find("outcome  succeeded\n"), std::string::npos) << text;
  EXPECT_NE(text.find("route    [\"work\"]\n"), std::string::npos) << text;
  EXPECT_EQ(Json::parse(operations::Answer(*ended, operations::Format::kJson))["end"]["payload"]["reply"],
            "done");
  EXPECT_FALSE(operations::FindRoot(op.fixture.entrance.transport(), op.state(), "other"));
}

TEST_P(Operators, SeeWhoIsParked) {
  const ParkMesh mesh;
  Operator op(GetParam(), mesh.table(), {EntryOf(mesh.table(), "tidy", Returns(Value()))});
  ASSERT_TRUE(op.fixture.Submit(NewEnvelope("e", ValueList(1))));
  EXPECT_TRUE(Eventually([&] { return !operations::FindParked(op.state(), std::nullopt).empty(); }));
  const auto parked = operations::FindParked(op.state(), std::nullopt);
  EXPECT_EQ(parked.front().signal, "go");
  EXPECT_EQ(operations::FindParked(op.state(), "e").size(), 1U);
  EXPECT_TRUE(operations::FindParked(op.state(), "other").empty());
  EXPECT_TRUE(parked.front().sight.body.empty()) << "there may be a great many";
  const auto root = operations::FindRoot(op.fixture.entrance.transport(), op.state(), "e");
  ASSERT_TRUE(root);
  EXPECT_EQ(Json::parse(operations::Answer(*root, operations::Format::kJson))["parked"][0]["envelope"]["id"],
            "e");
  const std::string text = operations::Answer(parked, operations::Format::kText);
  EXPECT_TRUE(text.starts_with("ID  ROOT  FLOW  SIGNAL  SINCE\ne   e     main  go      ")) << text;
}

TEST(Answers, ShowMailboxesAsATable) {
  const std::vector<monitoring::MailboxReading> mailboxes = {
      {"judge", {.waiting = 3, .lent = 1, .delayed = 12, .oldest_ns = 1'000'000'000}},
      {"@sink", {.waiting = 0}}};
  EXPECT_EQ(operations::Answer(mailboxes, 3'500'000'000, operations::Format::kText),
            "MAILBOX  WAITING  LENT  DELAYED  OLDEST\n"
            "judge    3        1     12       2.5 s\n"
            "@sink    0        ?     ?        -\n");
}

}  // namespace
}  // namespace mesh::test
