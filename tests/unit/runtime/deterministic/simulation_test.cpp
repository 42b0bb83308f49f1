#include "mesh/deterministic/simulation.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/deterministic/trace.h"

#include "../route/test_table.h"

namespace mesh::deterministic {
namespace {

using contract::BuiltinError;
using contract::Index;
using contract::PointKind;
using contract::TypeKind;
using route::TestTable;

/// A run with what was observed of it.
struct Played {
  Envelope envelope;
  std::vector<std::string> visits;
  std::vector<TraceEntry> trace;
};

constexpr std::int64_t kSecond = 1'000'000'000;

/// root: a(n) -> (n into log `seen`); again a; each has a timeout of 10 s and three attempts.
class SimulationTest : public testing::Test {
 protected:
  SimulationTest() {
    const Index number = table_.Type(TypeKind::kInt);
    table_.Field("n", number, contract::kModeIn);
    table_.Field("seen", table_.List(number), contract::kModeLog);
    table_.Processor("a", {{"n", number}}, {{"m", number}});
    table_.data.retries.push_back(
        {.attempts = 3, .backoff = contract::Backoff::kExponential, .delay_ns = kSecond});
    table_.data.actors[0].retry = 0;
    table_.data.actors[0].timeout_ns = 10 * kSecond;
    for (const Index next : {Index{1}, Index{2}}) {
      contract::Point call{.name = next == 1 ? "root/a#1" : "root/a#2",
                           .kind = PointKind::kCall,
                           .flow = 0,
                           .next = next,
                           .actor = 0};
      call.bindings = table_.Bind({{0, table_.ReadField(0)}});
      call.writes = table_.Write({{0, 1, {}, true}});
      table_.Point(call);
    }
    table_.Point({.name = "root/return", .kind = PointKind::kReturn, .flow = 0});
    table_.Flow("root", 0);
  }

  Played Play(const Responder& responder, RunOptions options = {}) {
    const contract::RouteTable view = table_.data.View();
    const route::Router router(view);
    Envelope envelope;
    envelope.id = "e";
    envelope.payload = {Value::Int(1)};
    Trace trace;
    options.observers.push_back(&trace);
    Envelope ended = Simulate(router, 0, std::move(envelope), responder, options).envelope;
    return {std::move(ended), trace.Visits(), trace.entries()};
  }

  /// Answers with the count of answers so far.
  Responder Counting() {
    return [this](Index, const route::Arguments&, const Envelope&) -> Answer {
      return {actor::Results{{Value::Int(++asked_)}}, 0};
    };
  }

  TestTable table_;
  int asked_ = 0;
};

TEST_F(SimulationTest, VisitsAreListedInOrderWithTheirTimes) {
  const Played run = Play([](Index, const route::Arguments& arguments, const Envelope&) -> Answer {
    return {actor::Results{{arguments[0]}}, 4 * kSecond};
  });
  EXPECT_EQ(run.visits, (std::vector<std::string>{"a", "a"}));
  EXPECT_EQ(run.envelope.status.phase, Phase::kSucceeded);
  ASSERT_EQ(run.trace.size(), 2U);
  EXPECT_EQ(run.trace[1].point, "root/a#2");
  EXPECT_EQ(run.trace[1].started_ns, 4 * kSecond);
  EXPECT_EQ(run.trace[1].ended_ns, 8 * kSecond);
  EXPECT_EQ(run.trace[1].outcome, "returned");
  EXPECT_EQ(run.envelope.route.hop, 3U);
}

TEST_F(SimulationTest, AVisitThatOutlastsItsTimeoutIsTriedAgainAtOnce) {
  int visits = 0;
  const Played run = Play([&visits](Index, const route::Arguments&, const Envelope&) -> Answer {
    return {actor::Results{{Value::Int(1)}}, ++visits == 1 ? 11 * kSecond : 10 * kSecond};
  });
  EXPECT_EQ(run.visits.size(), 3U);
  EXPECT_EQ(run.trace[0].outcome, "raised timeout");
  EXPECT_EQ(run.trace[0].ended_ns, 10 * kSecond);
  EXPECT_EQ(run.trace[1].started_ns, 10 * kSecond);
  EXPECT_EQ(run.trace[1].attempt, 2U);
  EXPECT_EQ(run.envelope.status.phase, Phase::kSucceeded);
  EXPECT_EQ(run.envelope.route.hop, 3U);
}

TEST_F(SimulationTest, RetriesMayWaitOnTheVirtualClock) {
  const Played run = Play(
      [](Index, const route::Arguments&, const Envelope&) -> Answer {
        return {Error{.name = "crash"}, 0};
      },
      {.back_off = true});
  ASSERT_EQ(run.trace.size(), 3U);
  EXPECT_EQ(run.trace[1].started_ns, 1 * kSecond);
  EXPECT_EQ(run.trace[2].started_ns, 3 * kSecond);
  EXPECT_EQ(run.envelope.status.error->name, "crash");
  EXPECT_EQ(run.envelope.status.error->actor, "a");
}

TEST_F(SimulationTest, AWaitOfCenturiesEndsWithTheClock) {
  table_.data.retries[0].delay_ns = INT64_MAX;
  const Played run = Play(
      [](Index, const route::Arguments&, const Envelope&) -> Answer {
        return {Error{.name = "crash"}, 0};
      },
      {.start_ns = kSecond, .back_off = true});
  ASSERT_EQ(run.trace.size(), 3U);
  EXPECT_EQ(run.trace[2].started_ns, INT64_MAX);
}

TEST_F(SimulationTest, TheDeadlineCutsAVisitShort) {
  table_.data.flows[0].sla_ns = 15 * kSecond;
  const Played run = Play([](Index, const route::Arguments&, const Envelope&) -> Answer {
    return {actor::Results{{Value::Int(1)}}, 8 * kSecond};
  });
  EXPECT_EQ(run.envelope.status.error->name, "deadline_exceeded");
  EXPECT_EQ(run.visits.size(), 2U);
  EXPECT_EQ(run.trace[1].ended_ns, 15 * kSecond);
}

TEST_F(SimulationTest, ADeadlineThatHasPassedMeansNoVisit) {
  table_.data.flows[0].sla_ns = 5 * kSecond;
  table_.data.retries.clear();
  table_.data.actors[0].retry = contract::kNone;
  const Played run = Play(
      [](Index, const route::Arguments&, const Envelope&) -> Answer {
        return {actor::Results{{Value::Int(1)}}, 5 * kSecond};
      },
      {.start_ns = 100});
  // The first visit ends exactly at the deadline, so that the second one begins in time and has none left.
  EXPECT_EQ(run.envelope.status.error->name, "deadline_exceeded");
  EXPECT_EQ(run.trace.back().started_ns, run.trace.back().ended_ns);
}

TEST_F(SimulationTest, EveryCallOfAnEnvelopeIsAnEffectOfItsOwn) {
  table_.data.actors[0].effect = contract::Effect::kIdempotent;
  state::MemoryIdempotencyStore store;
  const Played run = Play(Counting(), {.idempotency = &store});
  EXPECT_EQ(run.envelope.payload[1], Value::List({Value::Int(1), Value::Int(2)}));
}

TEST_F(SimulationTest, AnEffectByValueHappensOncePerValue) {
  table_.data.actors[0].effect = contract::Effect::kIdempotent;
  table_.data.actors[0].effect_key = table_.Program({{contract::Op::kParam, 0}});
  state::MemoryIdempotencyStore store;
  const Played run = Play(Counting(), {.idempotency = &store});
  EXPECT_EQ(asked_, 1);
  EXPECT_EQ(run.visits.size(), 2U);
  EXPECT_EQ(run.trace[1].outcome, "replayed");
  EXPECT_EQ(run.envelope.payload[1], Value::List({Value::Int(1), Value::Int(1)}));
}

TEST_F(SimulationTest, AResultThatBreaksTheContractIsNotStored) {
  table_.data.actors[0].effect = contract::Effect::kIdempotent;
  state::MemoryIdempotencyStore store;
  const RunOptions options{.idempotency = &store};
  const Responder wrong = [](Index, const route::Arguments&, const Envelope&) -> Answer {
    return {actor::Results{{Value::String("no number")}}, 0};
  };
  EXPECT_EQ(Play(wrong, options).envelope.status.error->name, "contract_violation");
  EXPECT_EQ(Play(Counting(), options).envelope.status.phase, Phase::kSucceeded);
}

TEST_F(SimulationTest, WithoutAStoreNoEffectIsSuppressed) {
  table_.data.actors[0].effect = contract::Effect::kIdempotent;
  table_.data.actors[0].effect_key = table_.Program({{contract::Op::kParam, 0}});
  const Played run = Play(Counting());
  EXPECT_EQ(run.visits.size(), 2U);
  EXPECT_EQ(run.envelope.payload[1], Value::List({Value::Int(1), Value::Int(2)}));
}

TEST_F(SimulationTest, ASharedEffectHappensOnceForAllEnvelopes) {
  table_.data.actors[0].effect = contract::Effect::kIdempotent;
  table_.data.actors[0].effect_key = table_.Program({{contract::Op::kParam, 0}});
  table_.data.actors[0].effect_shared = true;
  state::MemoryIdempotencyStore store;
  Play(Counting(), {.idempotency = &store});
  Play(Counting(), {.idempotency = &store});
  EXPECT_EQ(asked_, 1);
}

TEST_F(SimulationTest, AnAnswerOfAnotherKindBreaksTheContract) {
  table_.data.actors[0].retry = contract::kNone;
  for (const actor::Outcome& outcome : {actor::Outcome(actor::Choice{0}), actor::Outcome(actor::Plan{})}) {
    const Played run = Play([&](Index, const route::Arguments&, const Envelope&) -> Answer {
      return {outcome, 0};
    });
    EXPECT_EQ(run.envelope.status.error->name, "contract_violation");
  }
}

TEST_F(SimulationTest, WithoutHandlersResultsAreZeros) {
  const contract::RouteTable view = table_.data.View();
  const route::Router router(view);
  Envelope envelope;
  envelope.payload = {Value::Int(1)};
  const deterministic::Run run = Simulate(router, 0, std::move(envelope), ZeroResponder(router), {});
  EXPECT_EQ(run.envelope.payload[1], Value::List({Value::Int(0), Value::Int(0)}));
}

}  // namespace
}  // namespace mesh::deterministic
