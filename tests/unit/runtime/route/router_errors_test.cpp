// Errors: the way they take through clauses, finally blocks and called flows.
#include <gtest/gtest.h>

#include "flow_fixture.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::TypeKind;

/// try { a; b; } on soft as e { c; } finally { d; }, then the end.
class TryTest : public RouterFlowTest {
 protected:
  TryTest() {
    const Index to_catch = table.Handler(2);
    const Index to_finally = table.Handler(8);
    Call("a", 0, 1, to_catch);
    Call("b", 1, 4, to_catch);
    catch_ =
        table.Point({.name = "catch", .kind = PointKind::kCatch, .flow = 0, .targets = table.Indices({8})});
    table.data.points[2].cases = table.Cases({{.error = soft_error_, .target = 3}});
    Call("c", 2, 9, to_finally);
    table.Point({.name = "enter", .kind = PointKind::kFinallyEnter, .flow = 0, .next = 5, .exit = 0});
    Call("d", 3, 6);
    table.Point({.name = "exit", .kind = PointKind::kFinallyExit, .flow = 0, .targets = table.Indices({7})});
    Return();
    table.Point({.name = "error", .kind = PointKind::kFinallyEnter, .flow = 0, .next = 5});
    table.Point({.name = "caught", .kind = PointKind::kUnwind, .flow = 0, .next = 4, .frames = 1});
    table.Flow("root", 0);
  }
  Index catch_;
};

TEST_F(TryTest, WithoutAnErrorOnlyTheFinallyRuns) {
  EXPECT_EQ(RunToEnd(), (Names{"a", "b", "d"}));
  EXPECT_EQ(Outcome(), "succeeded");
  EXPECT_TRUE(envelope.status.log.empty());
}

TEST_F(TryTest, ACaughtErrorRunsItsClauseAndIsLogged) {
  EXPECT_EQ(RunToEnd("b"), (Names{"a", "b", "c", "d"}));
  EXPECT_EQ(Outcome(), "succeeded");
  ASSERT_EQ(envelope.status.log.size(), 1U);
  EXPECT_EQ(envelope.status.log[0].error, "soft");
  EXPECT_EQ(envelope.status.log[0].actor, "b");
  EXPECT_EQ(envelope.status.log[0].at, "b");
  EXPECT_EQ(envelope.status.log[0].action, "caught");
  EXPECT_EQ(envelope.status.log[0].time_ns, 1);
  EXPECT_TRUE(envelope.route.frames.empty());
}

TEST_F(TryTest, ANamedClauseCatchesFatalDescendants) {
  EXPECT_EQ(RunToEnd("a", "hard"), (Names{"a", "c", "d"}));
  EXPECT_EQ(Outcome(), "succeeded");
}

TEST_F(TryTest, AnyCatchesWhatIsNotFatal) {
  table.data.cases[0].error = TestTable::Builtin(BuiltinError::kAny);
  EXPECT_EQ(RunToEnd("a", "soft"), (Names{"a", "c", "d"}));
  envelope = {};
  EXPECT_EQ(RunToEnd("a", "hard"), (Names{"a", "d"}));
  EXPECT_EQ(Outcome(), "hard");
}

TEST_F(TryTest, AnUncaughtErrorRunsTheFinallyAndGoesOn) {
  EXPECT_EQ(RunToEnd("a", "timeout"), (Names{"a", "d"}));
  EXPECT_EQ(Outcome(), "timeout");
  EXPECT_EQ(envelope.status.error->actor, "a");
}

TEST_F(TryTest, AnErrorInTheFinallyReplacesThePendingOne) {
  Enter({Value::Int(0)});
  router().Fail(envelope, {.name = "timeout"}, 0);
  ASSERT_EQ(envelope.route.frames.size(), 1U);
  router().Fail(envelope, {.name = "soft"}, 0);
  EXPECT_EQ(Outcome(), "soft");
}

TEST_F(TryTest, AnUnroutableEnvelopeRunsNothingMore) {
  Enter({Value::Int(0)});
  router().Fail(envelope, {.name = "unroutable", .message = "gone"}, 0);
  EXPECT_EQ(Outcome(), "unroutable");
  EXPECT_EQ(Visits(), Names{"a"});
}

TEST_F(TryTest, TheDeadlineIsLiftedOnceItHasBeenRaised) {
  table.data.flows[0].sla_ns = 10;
  Step step = Enter({Value::Int(0)});
  step = router().Refuse(envelope, *router().Admit(envelope, 11), 11);
  EXPECT_EQ(At(step), "d");
  EXPECT_FALSE(router().Admit(envelope, 1000).has_value());
  router().Complete(envelope, {}, 1000);
  EXPECT_EQ(Outcome(), "deadline_exceeded");
}

TEST_F(TryTest, TheViewOfTheNextStopsEndsAtADecision) {
  Enter({Value::Int(0)});
  EXPECT_EQ(router().NextStops(envelope), (Names{"b", "d"}));
  router().Fail(envelope, {.name = "soft"}, 0);
  EXPECT_EQ(router().NextStops(envelope), Names{"d"});
}

/// root: try { inner; } on soft { b; };  inner sla: { loop max 2 { a; } }
class FlowCallTest : public RouterFlowTest {
 protected:
  FlowCallTest() {
    root_flow = "root";
    table.data.loops = {{"inner/loop", 2}};
    table.Point({.name = "start", .kind = PointKind::kLoopStart, .flow = 0, .next = 1, .loop = 0});
    table.Point({.name = "round",
                 .kind = PointKind::kLoopRound,
                 .flow = 0,
                 .targets = table.Indices({2, 3}),
                 .loop = 0});
    Call("a", 0, 1);
    Return(0);
    const Index to_catch = table.Handler(5);
    table.Point({.name = "inner",
                 .kind = PointKind::kFlowCall,
                 .flow = 1,
                 .handler = to_catch,
                 .next = 7,
                 .callee = 0});
    contract::Point caught{.name = "catch", .kind = PointKind::kCatch, .flow = 1};
    caught.cases = table.Cases({{.error = soft_error_, .target = 6},
                                {.error = TestTable::Builtin(BuiltinError::kDeadlineExceeded), .target = 6},
                                {.error = TestTable::Builtin(BuiltinError::kCancelled), .target = 6}});
    table.Point(caught);
    Call("b", 1, 7, kNone, 1);
    Return(1);
    table.Flow("inner", 0, 0, {0, 1});
    table.Flow("root", 4);
  }
};

TEST_F(FlowCallTest, ACalledFlowReturnsToItsCaller) {
  Step step = Enter({Value::Int(0)});
  EXPECT_EQ(envelope.route.flow, "inner");
  EXPECT_EQ(envelope.route.frames.size(), 1U);
  EXPECT_EQ(RunToEnd(), (Names{"a", "a"}));
  EXPECT_EQ(envelope.route.flow, "root");
  EXPECT_EQ(Outcome(), "succeeded");
}

TEST_F(FlowCallTest, AnErrorThatLeavesAFlowArisesAtItsCall) {
  EXPECT_EQ(RunToEnd("a"), (Names{"a", "b"}));
  EXPECT_EQ(Outcome(), "succeeded");
  EXPECT_TRUE(envelope.route.loops.empty());
  EXPECT_EQ(envelope.status.log[0].at, "a");
}

TEST_F(FlowCallTest, AnUncaughtErrorLeavesEveryFlow) {
  EXPECT_EQ(RunToEnd("a", "crash"), Names{"a"});
  EXPECT_EQ(Outcome(), "crash");
  EXPECT_EQ(envelope.route.flow, "root");
  EXPECT_TRUE(envelope.route.frames.empty());
}

TEST_F(FlowCallTest, TheEarlierOfTwoDeadlinesHoldsInsideACalledFlow) {
  table.data.flows[0].sla_ns = 10;
  table.data.flows[1].sla_ns = 100;
  Enter({Value::Int(0)}, 5);
  EXPECT_EQ(envelope.status.deadline_at_ns, 15);
  router().Complete(envelope, {}, 6);
  router().Complete(envelope, {}, 7);
  EXPECT_EQ(Outcome(), "succeeded");
  EXPECT_EQ(envelope.status.deadline_at_ns, 105);
}

TEST_F(FlowCallTest, ACallersEarlierDeadlineStays) {
  table.data.flows[0].sla_ns = 100;
  table.data.flows[1].sla_ns = 10;
  Enter({Value::Int(0)});
  EXPECT_EQ(envelope.status.deadline_at_ns, 10);
}

TEST_F(FlowCallTest, ACallerWithoutADeadlineHasNoneAfterwards) {
  table.data.flows[0].sla_ns = 10;
  Enter({Value::Int(0)});
  const Step step = router().Refuse(envelope, *router().Admit(envelope, 11), 11);
  EXPECT_EQ(At(step), "b");
  EXPECT_FALSE(envelope.status.deadline_at_ns.has_value());
}

TEST_F(FlowCallTest, WhoIsCancelledInsideACalledFlowHasNoDeadlineOutsideEither) {
  table.data.flows[0].sla_ns = 10;
  table.data.flows[1].sla_ns = 100;
  Enter({Value::Int(0)});
  envelope.cancelled = true;
  const Step step = router().Refuse(envelope, *router().Admit(envelope, 5), 5);
  EXPECT_EQ(At(step), "b");
  EXPECT_FALSE(router().Admit(envelope, 1000).has_value()) << "past the caller's own deadline";
}

/// root sla: inner;  inner sla: await go: int into n timeout 50;
class ParkInCalledFlowTest : public RouterFlowTest {
 protected:
  ParkInCalledFlowTest() {
    root_flow = "root";
    table.Point({.name = "await",
                 .kind = PointKind::kPark,
                 .flow = 0,
                 .next = 1,
                 .writes = table.Write({{.field = n_}}),
                 .timeout_ns = 50,
                 .signal = "go",
                 .type = int_});
    Return(0);
    table.Point({.name = "inner", .kind = PointKind::kFlowCall, .flow = 1, .next = 3, .callee = 0});
    Call("b", 1, 4, kNone, 1);
    Return(1);
    table.Flow("inner", 0, 10);
    table.Flow("root", 2, 100);
  }
};

TEST_F(ParkInCalledFlowTest, WakingMovesTheDeadlinesOfTheCallersToo) {
  const Step parked = Enter({Value::Int(0)}, 5);
  EXPECT_TRUE(std::holds_alternative<Parked>(parked));
  EXPECT_EQ(envelope.status.deadline_at_ns, 15);
  const Step step = router().Wake(envelope, Value::Int(7), 45);
  EXPECT_EQ(At(step), "b");
  EXPECT_EQ(envelope.status.deadline_at_ns, 105 + 40);
}

TEST_F(RouterFlowTest, RaiseAndReraiseSpeakOfTheirError) {
  // try { raise soft("m"); } on soft as e { raise; }
  const Index to_catch = table.Handler(1);
  table.Point({.name = "raise",
               .kind = PointKind::kRaise,
               .flow = 0,
               .handler = to_catch,
               .program = table.ReadConstant(table.Text("m")),
               .error = soft_error_});
  contract::Point caught{.name = "catch", .kind = PointKind::kCatch, .flow = 0};
  caught.cases = table.Cases({{.error = soft_error_, .target = 2}});
  table.Point(caught);
  table.Point({.name = "reraise", .kind = PointKind::kReraise, .flow = 0});
  table.Flow("root", 0);
  Enter({Value::Int(0)});
  EXPECT_EQ(Outcome(), "soft");
  EXPECT_EQ(envelope.status.error->message, "m");
  EXPECT_EQ(envelope.status.error->actor, "");
  EXPECT_TRUE(envelope.status.error->by_raise);
}

TEST_F(RouterFlowTest, ExpressionsReadWhatAClauseHasCaught) {
  const Index text = table.Type(TypeKind::kString);
  table.Field("why", text, contract::kModeVar);
  const Index to_catch = table.Handler(1);
  Call("a", 0, 3, to_catch);
  contract::Point caught{.name = "catch", .kind = PointKind::kCatch, .flow = 0};
  caught.cases = table.Cases({{.error = soft_error_, .target = 2}});
  table.Point(caught);
  contract::Point set{.name = "set", .kind = PointKind::kSet, .flow = 0, .next = 3};
  set.program = table.Program({{Op::kCaught, 0, 0}, {Op::kCaught, 2, 0}, {Op::kAdd}}, text);
  set.writes = table.Write({{kNone, 1}});
  table.Point(set);
  Return();
  table.Flow("root", 0);
  RunToEnd("a", "softer");
  EXPECT_EQ(Outcome(), "succeeded");
  EXPECT_EQ(envelope.payload[1], Value::String("softera"));
}

}  // namespace
}  // namespace mesh::route
