// Hosts that share a mesh: everything that is on its way outlives each of them.
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/durable_fixture.h"
#include "tests/support/park_mesh.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/times.h"
#include "tests/unit/runtime/host/durable_calls.h"

namespace mesh::test {
namespace {

class DurableHosts : public testing::TestWithParam<DurableKind> {};

/// Where nobody but the test says what time it is.
class DurableTimes : public DurableHosts {};

INSTANTIATE_TEST_SUITE_P(On, DurableTimes,
                         testing::Values(DurableKind::kSqlite, DurableKind::kMemory,
                                         DurableKind::kMemoryRepeats),
                         KindName);
INSTANTIATE_TEST_SUITE_P(On, DurableHosts, KindsWithRoots(), KindName);

TEST_P(DurableHosts, ServeWhatAnotherProcessSubmits) {
  const CallMesh mesh({});
  DurableFixture fixture(mesh.table(), Calls(mesh, Returns(Value::String("done"))), GetParam());
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(fixture.Submit(Text(std::to_string(i), "x")));
  for (const Envelope& ended : fixture.arrivals.WaitFor(50)) {
    EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
    EXPECT_EQ(ended.payload[CallMesh::kReply], Value::String("done"));
  }
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, RetryAndTakeClausesAsOneProcessDoes) {
  const CallMesh mesh({.retry = {.attempts = 3}, .caught = contract::BuiltinError::kAny});
  std::atomic<int> calls = 0;
  DurableFixture fixture(mesh.table(),
                         Calls(mesh,
                               [&calls](auto, auto&) {
                                 ++calls;
                                 return Error{.name = "busy"};
                               }),
                         GetParam());
  const Envelope ended = fixture.Run(Text("e", "x"));
  EXPECT_EQ(ended.payload[CallMesh::kReply], Value::String("fallback"));
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

/// In JSON twice as long.
Value Quotes(std::size_t count) { return Value::String(std::string(count, '"')); }
constexpr std::size_t kManyQuotes = 300'000;

bool LimitsMessages(DurableKind kind) {
  return kind == DurableKind::kNats || kind == DurableKind::kNatsBesideNats ||
         kind == DurableKind::kNatsBesideRedis || kind == DurableKind::kAmqpBesideNats;
}

TEST_P(DurableHosts, FailWhereAResultIsMoreThanTheTransportTakes) {
  const CallMesh mesh({.caught = contract::BuiltinError::kContractViolation, .longest_reply = kManyQuotes});
  DurableFixture fixture(mesh.table(), Calls(mesh, Returns(Quotes(kManyQuotes))), GetParam());
  const Envelope ended = fixture.Run(NewEnvelope("e", {Quotes(kManyQuotes), Value()}));
  EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
  const Value expected = LimitsMessages(GetParam()) ? Value::String("fallback") : Quotes(kManyQuotes);
  EXPECT_TRUE(ended.payload[CallMesh::kReply] == expected);
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, EndWithAnErrorWhereNobodyCatchesThatAResultIsTooLarge) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount, .longest_reply = kManyQuotes});
  DurableFixture fixture(mesh.table(), Calls(mesh, Returns(Quotes(kManyQuotes))), GetParam());
  const Envelope ended = fixture.Run(NewEnvelope("e", {Quotes(kManyQuotes), Value()}));
  if (!LimitsMessages(GetParam())) {
    EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
    return;
  }
  ASSERT_TRUE(ended.status.error.has_value());
  EXPECT_EQ(ended.status.error->name, "contract_violation");
  EXPECT_EQ(ended.status.error->actor, "work");
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, TurnAwayWhatIsMoreThanTheTransportTakes) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  DurableFixture fixture(mesh.table(), Calls(mesh, Returns(Value::String("done"))), GetParam());
  const Envelope ended = fixture.Run(NewEnvelope("e", {Quotes(2 * kManyQuotes), Value()}));
  if (!LimitsMessages(GetParam())) {
    EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
    return;
  }
  ASSERT_TRUE(ended.status.error.has_value());
  EXPECT_EQ(ended.status.error->name, "contract_violation");
}

TEST_P(DurableHosts, EndWhatFillsMostOfAMessage) {
  const CallMesh mesh({.retry = {.attempts = 2}});
  std::atomic<int> calls = 0;
  DurableFixture fixture(mesh.table(),
                         Calls(mesh,
                               [&calls](auto, auto&) -> actor::Outcome {
                                 if (++calls == 1) return Error{.name = "busy"};
                                 return actor::Results{{Value::String("done")}};
                               }),
                         GetParam());
  const Envelope ended = fixture.Run(NewEnvelope("e", {Quotes(450'000), Value()}));
  EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, GoRoundLoops) {
  const CycleMesh mesh;
  const auto add = [](std::span<const Value> arguments, actor::Context&) {
    return actor::Results{{Value::Int(arguments[0].integer() + 1)}};
  };
  const auto keep = [](std::span<const Value> arguments, actor::Context&) {
    return actor::Results{{arguments[0]}};
  };
  DurableFixture fixture(
      mesh.table(), {EntryOf(mesh.table(), "left", add), EntryOf(mesh.table(), "right", keep)}, GetParam());
  const Envelope ended = fixture.Run(NewEnvelope("e", {Value::Int(20), Value::String("n"), Value()}));
  EXPECT_EQ(ended.payload[CycleMesh::kCount], Value::Int(20));
}

TEST_P(DurableHosts, JoinBranchesAndWaitForSignals) {
  constexpr int kEnvelopes = 30;
  const ForkMesh mesh;
  DurableFixture fixture(mesh.table(), Numbers(mesh), GetParam());
  for (int i = 0; i < kEnvelopes; ++i) {
    ASSERT_TRUE(fixture.Submit(NewEnvelope(std::to_string(i), ValueList(3))));
    // Early or late: who waits gets it.
    ASSERT_TRUE(fixture.entrance.host().Signal(std::to_string(i), "go", "7"));
  }
  for (const Envelope& ended : fixture.arrivals.WaitFor(kEnvelopes)) {
    EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
    EXPECT_EQ(ended.payload, (ValueList{Value::Int(1), Value::Int(2), Value::Int(7)}));
  }
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, CollectTheElementsOfAnEachInTheirOrder) {
  const EachMesh mesh({.fork = {.width = 3}, .concurrency = 4});
  DurableFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::Int(1)))}, GetParam());
  const Envelope ended = fixture.Run(Items(40));
  EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
  EXPECT_EQ(ended.payload.back().list().size(), 40U);
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, BeginNoBranchOfAJoinThatWantsMoreThanThereAre) {
  const EachMesh mesh({.fork = {.wait = contract::Wait::kCount, .count = 3}});
  std::atomic<int> calls = 0;
  const auto counts = [&calls](auto, auto&) -> actor::Outcome {
    ++calls;
    return actor::Results{{Value::Int(1)}};
  };
  DurableFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", counts)}, GetParam());
  const Envelope ended = fixture.Run(Items(2));
  ASSERT_TRUE(ended.status.error.has_value());
  EXPECT_EQ(ended.status.error->name, "join_failed");
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, DecideAJoinWhenItsTimeHasCome) {
  const ForkMesh mesh({.timeout_ns = kSecondNs});
  Gate gate;
  const auto waits = [&gate](auto, auto&) {
    gate.Pass();
    return actor::Results{{Value::Int(2)}};
  };
  DurableFixture fixture(mesh.table(),
                         {EntryOf(mesh.table(), "left", waits), EntryOf(mesh.table(), "right", waits)},
                         GetParam());
  ASSERT_TRUE(fixture.Submit(NewEnvelope("e", ValueList(3))));
  gate.WaitForArrivals(2);
  fixture.clock.Advance(kSecondNs);
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.error->name, "join_failed");
  gate.Open();
  EXPECT_TRUE(Eventually([&] { return fixture.Left().empty(); })) << "the losers have ended, too";
}

TEST_P(DurableTimes, WakeWhatIsParkedWhenItsTimeHasCome) {
  const ForkMesh mesh;
  DurableFixture fixture(mesh.table(), Numbers(mesh), GetParam());
  ASSERT_TRUE(fixture.Submit(NewEnvelope("e", ValueList(3))));
  EXPECT_TRUE(Eventually([&] { return !fixture.entrance.state().Scan("park").empty(); }));
  fixture.clock.Advance(kHourNs - 1);
  EXPECT_EQ(fixture.arrivals.size(), 0U);
  fixture.clock.Advance(1);
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.error->name, "timeout");
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableTimes, WaitWhileTheClockOfTheirFlowStandsStill) {
  const TwoParksMesh mesh(kHourNs / 2);
  DurableFixture fixture(mesh.table(), {}, GetParam());
  ASSERT_TRUE(fixture.Submit(NewEnvelope("e", ValueList(1))));
  EXPECT_TRUE(Eventually([&] { return !fixture.entrance.state().Scan("park").empty(); }));
  fixture.clock.Advance(kHourNs);
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.error->name, "timeout") << "no deadline has passed";
}

TEST_P(DurableTimes, WaitOnAfterAWaitThatIsOver) {
  const TwoParksMesh mesh;
  DurableFixture fixture(mesh.table(), {}, GetParam());
  const auto waits_for = [&fixture](const char* signal) {
    const auto waits = fixture.entrance.state().Scan("waits");
    return waits.size() == 1 && waits.front().value.find(signal) != std::string::npos;
  };
  ASSERT_TRUE(fixture.Submit(NewEnvelope("e", ValueList(1))));
  EXPECT_TRUE(Eventually([&] { return waits_for("first"); }));
  ASSERT_TRUE(fixture.entrance.host().Signal("e", "first", "1"));
  EXPECT_TRUE(Eventually([&] { return waits_for("then"); }));
  fixture.clock.Advance(kHourNs);
  ASSERT_TRUE(fixture.entrance.host().Signal("e", "then", "2"));
  const Envelope ended = fixture.arrivals.WaitFor(1).front();
  EXPECT_EQ(ended.status.error.value_or(Error{}).name, "") << "the timer of the first wait wakes nobody";
  EXPECT_EQ(ended.payload.front(), Value::Int(2));
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, CancelWhatIsParked) {
  const ParkMesh mesh;
  std::atomic<int> tidied = 0;
  DurableFixture fixture(mesh.table(),
                         {EntryOf(mesh.table(), "tidy",
                                  [&tidied](auto, auto&) {
                                    ++tidied;
                                    return actor::Results{};
                                  })},
                         GetParam());
  ASSERT_TRUE(fixture.Submit(NewEnvelope("e", ValueList(1))));
  EXPECT_TRUE(Eventually([&] { return !fixture.entrance.state().Scan("park").empty(); }));
  EXPECT_TRUE(fixture.entrance.host().Cancel("e"));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
  EXPECT_EQ(tidied, 1) << "it was told once, and its clause is not cancelled again";
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, CancelWhatNothingIsKeptOf) {
  const CallMesh mesh({});
  Gate begun;
  Gate gate;
  DurableFixture fixture(mesh.table(),
                         Calls(mesh,
                               [&begun, &gate](auto, const actor::Context& context) {
                                 begun.Pass();
                                 EXPECT_TRUE(Eventually([&] { return context.cancelled(); }));
                                 gate.Pass();
                                 return actor::Results{{Value::String("done")}};
                               }),
                         GetParam());
  ASSERT_TRUE(fixture.Submit(Text("e", "x")));
  begun.WaitForArrivals(1);
  begun.Open();
  EXPECT_TRUE(fixture.entrance.host().Cancel("e"));
  gate.WaitForArrivals(1);
  EXPECT_TRUE(Eventually([&] { return fixture.entrance.state().Get(state::CancelKey("e")).has_value(); }));
  gate.Open();
  fixture.arrivals.WaitFor(1);
  EXPECT_TRUE(fixture.entrance.state().Get(state::EndKey("e")));
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
  EXPECT_TRUE(fixture.entrance.state().Scan("claim").empty());
}

TEST_P(DurableHosts, GiveUpWhatIsParkedInADecidedJoin) {
  const EachMesh mesh({.fork = {.wait = contract::Wait::kCount, .count = 1}, .parks = true});
  DurableFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::Int(1)))}, GetParam());
  ASSERT_TRUE(fixture.Submit(Items(5)));
  EXPECT_TRUE(Eventually([&] { return fixture.entrance.state().Scan("park").size() == 5; }));
  ASSERT_TRUE(fixture.entrance.host().Signal("e", "go", "7"));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, KeepNoEffectOfABranchThatOutlivesItsRoot) {
  const EachMesh mesh(
      {.fork = {.wait = contract::Wait::kCount, .count = 1}, .effect = contract::Effect::kIdempotent});
  Gate gate;
  std::atomic<int> calls = 0;
  DurableFixture fixture(mesh.table(),
                         {EntryOf(mesh.table(), "work",
                                  [&](auto, auto&) {
                                    if (++calls == 1) gate.Pass();
                                    return actor::Results{{Value::Int(1)}};
                                  })},
                         GetParam());
  ASSERT_TRUE(fixture.Submit(Items(2)));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
  gate.Open();
  EXPECT_TRUE(Eventually([&] { return fixture.one.host().at_rest() && fixture.other.host().at_rest(); }));
  fixture.one.host().Flush();
  fixture.other.host().Flush();
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, TakeEverySignalThatIsSent) {
  const EachMesh mesh({.parks = true});
  DurableFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::Int(1)))}, GetParam());
  ASSERT_TRUE(fixture.Submit(Items(3)));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(fixture.entrance.host().Signal("e", "go", "7"));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
  EXPECT_EQ(fixture.Left(), std::vector<std::string>());
}

TEST_P(DurableHosts, KeepAFamilyUntilItsCopiesHaveEnded) {
  const TapMesh mesh;
  Gate gate;
  DurableFixture fixture(mesh.table(),
                         {EntryOf(mesh.table(), "copy",
                                  [&gate](auto, auto&) {
                                    gate.Pass();
                                    return actor::Results{};
                                  }),
                          EntryOf(mesh.table(), "work", Returns(Value::Int(1)))},
                         GetParam());
  ASSERT_TRUE(fixture.Submit(NewEnvelope("e", ValueList(1))));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
  const std::vector<std::string> left = fixture.Left();
  EXPECT_EQ(left.size(), 1U) << "its copy lives: " << testing::PrintToString(left);
  gate.Open();
  EXPECT_TRUE(Eventually([&] { return fixture.Left().empty(); }));
}

TEST_P(DurableHosts, MakeASharedEffectOnce) {
  const CallMesh mesh(
      {.effect = contract::Effect::kIdempotent, .effect_by_text = true, .effect_shared = true});
  std::atomic<int> calls = 0;
  DurableFixture fixture(
      mesh.table(),
      Calls(mesh, [&calls](auto, auto&) { return actor::Results{{Value::String(std::to_string(++calls))}}; }),
      GetParam());
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(fixture.Submit(Text(std::to_string(i), "same")));
  EXPECT_TRUE(Eventually([&] {
    fixture.clock.Advance(kSecondNs);
    return fixture.arrivals.size() == 20;
  }));
  for (const Envelope& ended : fixture.arrivals.WaitFor(20))
    EXPECT_EQ(ended.payload[CallMesh::kReply], Value::String("1"));
  EXPECT_EQ(calls, 1);
}

TEST_P(DurableHosts, AnswerFromTheRecordWhatHasEndedBefore) {
  const CallMesh mesh({});
  std::atomic<int> calls = 0;
  DurableFixture fixture(
      mesh.table(),
      Calls(mesh, [&calls](auto, auto&) { return actor::Results{{Value::String(std::to_string(++calls))}}; }),
      GetParam());
  const Envelope first = fixture.Run(Text("e", "x"));
  const Envelope again = fixture.Run(Text("e", "x"));
  EXPECT_EQ(again.payload, first.payload);
  EXPECT_EQ(calls, 1);
}

TEST_P(DurableHosts, TellWhoeverAsksAgainAfterARestart) {
  const CallMesh mesh({});
  Gate gate;
  DurableFixture fixture(mesh.table(),
                         Calls(mesh,
                               [&gate](auto, auto&) {
                                 gate.Pass();
                                 return actor::Results{{Value::String("done")}};
                               }),
                         GetParam());
  ASSERT_TRUE(fixture.Submit(Text("e", "x")));
  gate.WaitForArrivals(1);
  DurableHost later(fixture.home, fixture.clock, mesh.table(), {},
                    {.waiter = "later", .serves_sink = false, .serves_control = false});
  Arrivals told;
  ASSERT_TRUE(later.host().Submit(0, Text("e", "x"), told.Waiter()));
  later.host().Flush();
  gate.Open();
  EXPECT_EQ(told.WaitFor(1).front().payload[CallMesh::kReply], Value::String("done"));
}

}  // namespace
}  // namespace mesh::test
