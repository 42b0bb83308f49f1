// Control flow: decisions, loops, writes.
#include <gtest/gtest.h>

#include "flow_fixture.h"

namespace mesh::route {
namespace {

using contract::TypeKind;

TEST_F(RouterFlowTest, BranchesAndSetsCostNoHop) {
  // set n = n + 1; if n == 1 { a; } else { b; }
  const Index one = table.Int(1);
  contract::Point set{.name = "set", .kind = PointKind::kSet, .flow = 0, .next = 1};
  set.program = table.Program({{Op::kField, 0}, {Op::kConstant, one}, {Op::kAdd}});
  set.writes = table.Write({{kNone, n_}});
  table.Point(set);
  contract::Point branch{
      .name = "if", .kind = PointKind::kBranch, .flow = 0, .targets = table.Indices({2, 3})};
  branch.program = table.Program({{Op::kField, 0}, {Op::kConstant, one}, {Op::kEqual}});
  table.Point(branch);
  Call("a", 0, 4);
  Call("b", 1, 4);
  Return();
  table.Flow("root", 0);
  EXPECT_EQ(RunToEnd(), Names{"a"});
  EXPECT_EQ(envelope.payload[0], Value::Int(1));
  EXPECT_EQ(envelope.route.hop, 2U);
  EXPECT_EQ(Outcome(), "succeeded");
}

TEST_F(RouterFlowTest, AMatchTakesTheArmOfItsValue) {
  contract::Point match{.name = "match", .kind = PointKind::kMatch, .flow = 0, .targets = table.Indices({2})};
  match.program = table.ReadField(0);
  match.cases =
      table.Cases({{.constant = table.Int(0), .target = 1}, {.constant = table.Int(1), .target = 2}});
  table.Point(match);
  Call("a", 0, 3);
  Call("b", 1, 3);
  Return();
  table.Flow("root", 0);
  EXPECT_EQ(RunToEnd(), Names{"a"});
  envelope = {};
  EXPECT_EQ(At(Enter({Value::Int(7)})), "b");
}

TEST_F(RouterFlowTest, AMatchOverAUnionGoesByTheTag) {
  const Index choice =
      table.Type({.kind = TypeKind::kUnion,
                  .name = "Choice",
                  .members = TestTable::Append(table.data.pool.members,
                                               std::vector<contract::Member>{{"x", int_}, {"y", int_}})});
  table.Field("choice", choice, contract::kModeVar);
  contract::Point match{.name = "match", .kind = PointKind::kMatch, .flow = 0};
  match.program = table.ReadField(1);
  match.cases =
      table.Cases({{.constant = table.Text("x"), .target = 1}, {.constant = table.Text("y"), .target = 2}});
  table.Point(match);
  Call("a", 0, 3);
  Call("b", 1, 3);
  Return();
  table.Flow("root", 0);
  EXPECT_EQ(At(Enter({Value(), Value::Union(1, Value::Int(1))})), "b");
}

TEST_F(RouterFlowTest, AskedRoutersChooseAmongTheirLabels) {
  const Index asked = table.Choice("triage", {"left", "right"});
  table.Point(
      {.name = "ask", .kind = PointKind::kAsk, .flow = 0, .targets = table.Indices({1, 2}), .actor = asked});
  Call("a", 0, 3);
  Call("b", 1, 3);
  Return();
  table.Flow("root", 0);
  Enter({Value::Int(0)});
  EXPECT_EQ(At(router().Choose(envelope, 1, 0)), "b");
  envelope = {};
  Enter({Value::Int(0)});
  router().Choose(envelope, 2, 0);
  EXPECT_EQ(Outcome(), "contract_violation");
  envelope = {};
  Enter({Value::Int(0)});
  router().Complete(envelope, {}, 0);
  EXPECT_EQ(Outcome(), "contract_violation");
}

TEST_F(RouterFlowTest, LoopsRunTheirRoundsAndThenTheirElse) {
  // loop max 3 { a; } else { b; }
  table.data.loops = {{"root/loop", 3}};
  table.Point({.name = "start", .kind = PointKind::kLoopStart, .flow = 0, .next = 1, .loop = 0});
  table.Point({.name = "round",
               .kind = PointKind::kLoopRound,
               .flow = 0,
               .targets = table.Indices({2, 3}),
               .loop = 0});
  Call("a", 0, 1);
  table.Point(
      {.name = "leave", .kind = PointKind::kUnwind, .flow = 0, .next = 4, .loops = table.Indices({0})});
  Call("b", 1, 5);
  Return();
  table.Flow("root", 0, 0, {0, 1});
  Enter({Value::Int(0)});
  EXPECT_EQ(envelope.route.loops, (std::vector<std::pair<Index, std::uint32_t>>{{0, 1}}));
  envelope = {};
  EXPECT_EQ(RunToEnd(), (Names{"a", "a", "a", "b"}));
  EXPECT_TRUE(envelope.route.loops.empty());
}

TEST_F(RouterFlowTest, AnErrorThatLeavesALoopTakesItsCounterAlong) {
  table.data.loops.push_back({"again", 3});
  table.Point({.name = "enter", .kind = PointKind::kLoopStart, .flow = 0, .next = 1, .loop = 0});
  table.Point({.name = "round",
               .kind = PointKind::kLoopRound,
               .flow = 0,
               .targets = table.Indices({2, 5}),
               .loop = 0});
  Call("a", 0, 1, table.Handler(3, 0, {0}));
  table.Point(
      {.name = "catch",
       .kind = PointKind::kCatch,
       .flow = 0,
       .cases = table.Cases({{.error = TestTable::Builtin(contract::BuiltinError::kAny), .target = 4}})});
  Call("b", 1, 5);
  Return();
  table.Flow("root", 0, 0, {0, 1});
  Enter({Value::Int(0)});
  ASSERT_FALSE(envelope.route.loops.empty());
  ASSERT_EQ(At(router().Fail(envelope, {.name = "soft"}, 0)), "b");
  EXPECT_TRUE(envelope.route.loops.empty());
}

TEST_F(RouterFlowTest, AnAdvanceEndsAfterItsLimitOfSteps) {
  table.data.loops = {{"root/loop", 1'000'000}};
  table.Point({.name = "start", .kind = PointKind::kLoopStart, .flow = 0, .next = 1, .loop = 0});
  table.Point({.name = "round",
               .kind = PointKind::kLoopRound,
               .flow = 0,
               .targets = table.Indices({1, 2}),
               .loop = 0});
  Return();
  table.Flow("root", 0, 0, {0, 1});
  router({.steps = 1000});
  RunToEnd();
  EXPECT_EQ(Outcome(), "expression_error");
  EXPECT_EQ(envelope.status.error->message, "one advance took more than 1000 steps");
}

TEST_F(RouterFlowTest, AFailingExpressionIsAnErrorAtItsPoint) {
  contract::Point set{.name = "set", .kind = PointKind::kSet, .flow = 0, .next = 1};
  set.program = table.Program({{Op::kConstant, table.Int(1)}, {Op::kConstant, table.Int(0)}, {Op::kDivide}});
  set.writes = table.Write({{kNone, n_}});
  table.Point(set);
  Return();
  table.Flow("root", 0);
  Enter({Value::Int(0)});
  EXPECT_EQ(Outcome(), "expression_error");
  EXPECT_EQ(envelope.status.error->message, "division by zero: `1 / 0`, at `set`");
}

TEST_F(RouterFlowTest, MembersOfVarRecordsAreSet) {
  const Index inner = table.Record("Inner", {{"n", int_}, {"list", table.List(int_)}});
  const Index outer = table.Record("Outer", {{"inner", inner}});
  const Index field = table.Field("r", outer, contract::kModeVar);
  contract::Point set{.name = "set", .kind = PointKind::kSet, .flow = 0, .next = 1};
  set.program = table.ReadConstant(table.Int(9));
  set.writes = table.Write({{kNone, field, table.Indices({0, 0})}});
  table.Point(set);
  set.next = 2;
  set.writes = table.Write({{kNone, field, table.Indices({0, 1}), true}});
  table.Point(set);
  Return();
  table.Flow("root", 0);
  const Value record = Value::Record({Value::Record({Value::Int(1), Value::List({Value::Int(1)})})});
  Enter({Value::Int(0), record});
  EXPECT_EQ(envelope.payload[1],
            Value::Record({Value::Record({Value::Int(9), Value::List({Value::Int(1), Value::Int(9)})})}));
  envelope = {};
  Enter({Value::Int(0)});
  EXPECT_EQ(Outcome(), "expression_error");
}

TEST_F(RouterFlowTest, AnIntBecomesAFloatInAMemberToo) {
  const Index record = table.Record("Score", {{"value", table.Type(contract::TypeKind::kFloat)}});
  const Index field = table.Field("score", record, contract::kModeVar);
  contract::Point set{.name = "set", .kind = PointKind::kSet, .flow = 0, .next = 1};
  set.program = table.ReadConstant(table.Int(9));
  set.writes = table.Write({{kNone, field, table.Indices({0})}});
  table.Point(set);
  Return();
  table.Flow("root", 0);
  Enter({Value::Int(0), Value::Record({Value::Float(0.5)})});
  EXPECT_EQ(Outcome(), "succeeded");
  EXPECT_EQ(envelope.payload[1], Value::Record({Value::Float(9)}));
}

TEST_F(RouterFlowTest, AnIntBecomesAFloatWhateverItsSign) {
  contract::Point set{.name = "set", .kind = PointKind::kSet, .flow = 0, .next = 0};
  for (const auto& [name, number] : {std::pair("zero", 0), std::pair("below", -9)}) {
    const Index field = table.Field(name, table.Type(contract::TypeKind::kFloat), contract::kModeVar);
    set.program = table.ReadConstant(table.Int(number));
    set.writes = table.Write({{kNone, field}});
    ++set.next;
    table.Point(set);
  }
  Return();
  table.Flow("root", 0);
  Enter({Value::Int(0)});
  EXPECT_EQ(Outcome(), "succeeded");
  EXPECT_EQ(envelope.payload[1], Value::Float(0));
  EXPECT_EQ(envelope.payload[2], Value::Float(-9));
}

TEST_F(RouterFlowTest, TwoResultsTogetherMayNotOverfillOneList) {
  const Index list =
      table.Type({.kind = contract::TypeKind::kList, .has_max = true, .element = int_, .max = 1});
  const Index field = table.Field("notes", list, contract::kModeLog);
  const Index pair = table.Processor("pair", {}, {{"x", int_}, {"y", int_}});
  contract::Point call{.name = "pair", .kind = PointKind::kCall, .flow = 0, .next = 1, .actor = pair};
  call.writes = table.Write({{0, field, {}, true}, {1, field, {}, true}});
  table.Point(call);
  Return();
  table.Flow("root", 0);
  Enter({Value::Int(0), Value::List({})});
  router().Complete(envelope, {Value::Int(1), Value::Int(2)}, 0);
  EXPECT_EQ(Outcome(), "contract_violation");
  EXPECT_EQ(envelope.payload[1], Value::List({}));
}

TEST_F(RouterFlowTest, MembersThatNobodyKnowsStayWithTheEnvelopeTheyCameOn) {
  table.Point({.name = "call",
               .kind = PointKind::kFlowCall,
               .flow = 1,
               .next = 1,
               .callee = 0,
               .own_envelope = true});
  Return(1);
  Call("inside", 0, 3);
  Return();
  table.Flow("callee", 2);
  table.Flow("root", 0);
  envelope.unknown = {{"extra", Value::Int(1)}};
  const Step step = Enter({Value::Int(0)});
  ASSERT_EQ(At(step), "a");
  EXPECT_TRUE(envelope.unknown.empty()) << "the callee has an envelope of its own";
  router().Complete(envelope, {}, 0);
  EXPECT_EQ(Outcome(), "succeeded");
  EXPECT_EQ(envelope.unknown.size(), 1U);
}

TEST_F(RouterFlowTest, AnEachMayHaveAsManyElementsAsItsMaxAndNoMore) {
  const Index items = table.Field("items", table.List(int_), contract::kModeIn);
  const Index fork = TestTable::Push(table.data.forks, {.max = 2});
  contract::Point each{.name = "each", .kind = PointKind::kEachFork, .flow = 0, .next = 2};
  each.program = table.ReadField(items);
  each.targets = table.Indices({1});
  each.fork = fork;
  table.Point(each);
  table.Point({.name = "each/end", .kind = PointKind::kBranchEnd, .flow = 0, .next = 2});
  table.Point({.name = "each/join", .kind = PointKind::kJoin, .flow = 0, .next = 3});
  Return();
  table.Flow("root", 0);
  const Step two = Enter({Value::Int(0), Value::List({Value::Int(1), Value::Int(2)})});
  EXPECT_EQ(std::get<Forked>(two).count, 2U);
  envelope = {};
  Enter({Value::Int(0), Value::List({})});
  EXPECT_EQ(Outcome(), "succeeded") << "of none nothing is forked";
  envelope = {};
  Enter({Value::Int(0), Value::List({Value::Int(1), Value::Int(2), Value::Int(3)})});
  EXPECT_EQ(Outcome(), "expression_error");
  EXPECT_EQ(envelope.status.error->message, "`each` has 3 elements, 2 are allowed");
}

TEST_F(RouterFlowTest, SettingNullMakesAnOptionalAbsent) {
  const Index field = table.Field("maybe", table.Optional(int_), contract::kModeVar);
  contract::Point set{.name = "set", .kind = PointKind::kSet, .flow = 0, .next = 1};
  set.program = table.ReadConstant(TestTable::Push(table.data.pool.constants, {}));
  set.writes = table.Write({{kNone, field}});
  table.Point(set);
  Return();
  table.Flow("root", 0);
  Enter({Value::Int(0), Value::Int(4)});
  EXPECT_EQ(Outcome(), "succeeded");
  EXPECT_EQ(envelope.payload[1].kind(), ValueKind::kAbsent);
}

TEST_F(RouterFlowTest, PointsThatFindNoFrameOfTheirsEndTheEnvelopeWithAReason) {
  for (const PointKind kind : {PointKind::kFollowNext, PointKind::kBranchEnd, PointKind::kFinallyExit,
                               PointKind::kSagaExit, PointKind::kUndo, PointKind::kCatch}) {
    TestTable other;
    other.Point({.name = "root/it", .kind = kind, .flow = 0, .next = 0});
    other.Flow("root", 0);
    const contract::RouteTable view = other.data.View();
    const Router router(view);
    Envelope entered;
    router.Enter(0, entered, 0);
    ASSERT_TRUE(entered.status.error.has_value());
    EXPECT_EQ(entered.status.error->name, "unroutable");
    EXPECT_NE(entered.status.error->message.find("point `root/it`"), std::string::npos);
  }
}

TEST_F(RouterFlowTest, ACallThatBindsOrWritesSaysThatItHasAnEnvelopeOfItsOwn) {
  contract::Point call{.name = "call", .kind = PointKind::kFlowCall, .flow = 0, .next = 1, .callee = 0};
  call.bindings = table.Bind({{n_, table.ReadField(n_)}});
  table.Point(call);
  Return();
  table.Flow("root", 0);
  EXPECT_EQ(VerifyTable(table.data.View()), "point `call` is not well formed");
  table.data.points[0].own_envelope = true;
  EXPECT_EQ(VerifyTable(table.data.View()), "");
}

}  // namespace
}  // namespace mesh::route
