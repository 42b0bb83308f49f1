#include "mesh/deterministic/run_scenarios.h"

#include <gtest/gtest.h>

#include "../route/test_table.h"

namespace mesh::deterministic {
namespace {

using contract::BuiltinError;
using contract::ErrorClass;
using contract::Index;
using contract::Op;
using contract::PointKind;
using contract::TypeKind;
using route::TestTable;

/// root: work(n) -> (out); work again. `out` is a var, `never` is written by nobody.
class ScenariosTest : public testing::Test {
 protected:
  ScenariosTest() {
    number_ = table_.Type(TypeKind::kInt);
    table_.Field("n", number_, contract::kModeIn);
    table_.Field("out", number_, contract::kModeVar);
    table_.Field("never", number_, contract::kModePlain);
    busy_ = table_.Error("busy", TestTable::Builtin(BuiltinError::kAny), ErrorClass::kRecoverable,
                         table_.Record("Busy", {{"count", number_}}));
    table_.Processor("work", {{"n", number_}}, {{"out", number_}}, {busy_});
    for (const Index next : {Index{1}, Index{2}}) {
      contract::Point call{
          .name = "root/work", .kind = PointKind::kCall, .flow = 0, .next = next, .actor = 0};
      call.bindings = table_.Bind({{0, table_.ReadField(0)}});
      call.writes = table_.Write({{0, 1}});
      table_.Point(call);
    }
    table_.Point({.name = "root/return", .kind = PointKind::kReturn, .flow = 0});
    table_.Flow("root", 0);
    one_ = table_.Int(1);
    two_ = table_.Int(2);
    scenario_.title = "it works";
    scenario_.file = "a.flow";
    scenario_.line = 7;
    scenario_.flow = 0;
    scenario_.given = {{0, one_}};
  }

  static StubAnswer Returns(Index constant, std::uint32_t times = 0) {
    StubAnswer answer;
    answer.results = {constant};
    answer.times = times;
    return answer;
  }
  StubAnswer Raises(std::uint32_t times = 0) const {
    StubAnswer answer;
    answer.kind = StubAnswer::Kind::kRaises;
    answer.error = busy_;
    answer.message = "later";
    answer.times = times;
    return answer;
  }
  void Stub(std::vector<StubAnswer> answers, Index when = contract::kNone) {
    scenario_.stubs.push_back({.actor = 0, .when = when, .answers = std::move(answers)});
  }
  /// `field == constant`
  Index Equal(Index slot, Index constant) {
    return table_.Program({{Op::kField, slot}, {Op::kConstant, constant}, {Op::kEqual}});
  }

  ScenarioResult Play(const Recode& recode = {}) {
    const contract::RouteTable view = table_.data.View();
    ScenarioSet set;
    set.digest = digest_;
    CopyPool(set.pool);
    set.scenarios = {scenario_};
    auto results = RunScenarios(
        view, set, [](const std::string&) { return true; }, recode);
    return std::move(results.at(0));
  }
  void CopyPool(route::PoolData& pool) const {
    const route::PoolData& from = table_.data.pool;
    pool.strings = from.strings, pool.indices = from.indices, pool.types = from.types,
    pool.members = from.members;
    pool.constants = from.constants, pool.constant_children = from.constant_children;
    pool.code = from.code, pool.programs = from.programs;
  }
  using Failures = std::vector<std::string>;

  TestTable table_;
  std::string digest_ = "0123456789abcdef";
  Scenario scenario_;
  Index number_, busy_, one_, two_;
};

TEST_F(ScenariosTest, WithoutStubsActorsReturnZeros) {
  scenario_.visits = {0, 0};
  scenario_.expectations = {{Equal(1, table_.Int(0)), "out == 0", 9}};
  scenario_.absent = {2};
  scenario_.max_hops = 3;
  const ScenarioResult result = Play();
  EXPECT_TRUE(result.passed) << result.failures.at(0);
}

TEST_F(ScenariosTest, TheNthVisitTakesTheNthAnswerAndTheLastRepeats) {
  Stub({Returns(one_), Returns(two_)});
  EXPECT_EQ(Play().envelope.payload[1], Value::Int(2));
  scenario_.stubs.clear();
  Stub({Returns(one_)});
  EXPECT_EQ(Play().envelope.payload[1], Value::Int(1));
}

TEST_F(ScenariosTest, EveryCallOfAnIdempotentActorIsAVisitWithAnAnswerOfItsOwn) {
  table_.data.actors[0].effect = contract::Effect::kIdempotent;
  table_.data.actors[0].effect_key = table_.Program({{Op::kParam, 0}});
  Stub({Returns(one_), Returns(two_)});
  scenario_.visits = {0, 0};
  const ScenarioResult result = Play();
  EXPECT_EQ(result.envelope.payload[1], Value::Int(2));
  EXPECT_TRUE(result.passed) << result.failures.at(0);
}

TEST_F(ScenariosTest, AfterItsTimesAnActorBehavesAsIfItHadNoStub) {
  Stub({Returns(two_, 1)});
  EXPECT_EQ(Play().envelope.payload[1], Value::Int(0));
  scenario_.stubs.clear();
  Stub({Returns(one_, 2), Returns(two_)});
  EXPECT_EQ(Play().envelope.payload[1], Value::Int(1));
}

TEST_F(ScenariosTest, StubsAreTriedInOrder) {
  Stub({Returns(one_)}, table_.Program({{Op::kParam, 0}, {Op::kConstant, two_}, {Op::kEqual}}));
  Stub({Returns(two_)}, table_.Program({{Op::kParam, 0}, {Op::kConstant, one_}, {Op::kEqual}}));
  EXPECT_EQ(Play().envelope.payload[1], Value::Int(2));
}

TEST_F(ScenariosTest, ARaisedErrorHasAZeroDetail) {
  Stub({Raises()});
  scenario_.outcome = busy_;
  const ScenarioResult result = Play();
  EXPECT_TRUE(result.passed) << result.failures.at(0);
  EXPECT_EQ(result.envelope.status.error->detail, Value::Record({Value::Int(0)}));
  EXPECT_EQ(result.trace.at(0).outcome, "raised busy");
}

TEST_F(ScenariosTest, SuccessIsExpectedUnlessSomethingElseIs) {
  Stub({Raises()});
  EXPECT_EQ(Play().failures,
            Failures{"expected outcome succeeded, got failed busy (\"later\"), raised by work"});
  scenario_.stubs.clear();
  scenario_.outcome = busy_;
  EXPECT_EQ(Play().failures, Failures{"expected outcome failed busy, got succeeded"});
}

TEST_F(ScenariosTest, FailedExpectationsShowBothSides) {
  scenario_.visits = {0};
  scenario_.expectations = {{Equal(1, two_), "out == 2", 9}, {Equal(2, two_), "never == 2", 10}};
  scenario_.absent = {1};
  scenario_.max_hops = 2;
  EXPECT_EQ(Play().failures,
            (Failures{"the visits differ from number 2 on\n  expected  work\n  got       work, work",
                      "line 9: expected out == 2\n  out is 0",
                      "line 10: expected never == 2; a field is read before it is written\n  never is absent",
                      "expected out to be absent, it is 0", "expected at most 2 hops, got 3"}));
}

TEST_F(ScenariosTest, AnswersMayBeRecoded) {
  const ScenarioResult result =
      Play([](Index, const ValueList& arguments, const actor::Outcome&) -> actor::Outcome {
        return actor::Results{arguments};
      });
  EXPECT_EQ(result.envelope.payload[1], Value::Int(1));
}

TEST_F(ScenariosTest, ASetMustBelongToItsTable) {
  digest_ = "another";
  EXPECT_EQ(Play().failures,
            Failures{"the scenario belongs to route table another, this is 0123456789abcdef"});
}

TEST_F(ScenariosTest, AScenarioThatDoesNotFitItsTableFails) {
  scenario_.given = {{0, 99}};
  EXPECT_EQ(Play().failures, Failures{"the scenario does not fit its route table"});
}

TEST_F(ScenariosTest, ResultsArePrintedWithTheirFailures) {
  scenario_.expectations = {{Equal(1, two_), "out == 2", 9}};
  const ScenarioResult failed = Play();
  scenario_.expectations.clear();
  EXPECT_EQ(PrintResults({failed, Play()}, true),
            "FAILED  it works (a.flow:7)\n"
            "    line 9: expected out == 2\n"
            "      out is 0\n"
            "          0s  work returned  at root/work\n"
            "          0s  work returned  at root/work\n"
            "     payload  {\"n\":1,\"out\":0}\n"
            "ok      it works\n"
            "          0s  work returned  at root/work\n"
            "          0s  work returned  at root/work\n"
            "     payload  {\"n\":1,\"out\":0}\n"
            "1 passed, 1 failed\n");
}

TEST_F(ScenariosTest, LinesThatAreNotKnownAreLeftOut) {
  scenario_.line = 0;
  scenario_.expectations = {{Equal(1, two_), "out == 2", 0}};
  const std::string text = PrintResults({Play()}, false);
  EXPECT_EQ(text, "FAILED  it works (a.flow)\n    expected out == 2\n      out is 0\n0 passed, 1 failed\n");
}

TEST_F(ScenariosTest, FilesRoundTrip) {
  ScenarioSet set;
  set.digest = digest_;
  Stub({Returns(one_, 2), Raises(), Returns(contract::kNone)}, Equal(0, one_));
  scenario_.visits = {0, 0};
  scenario_.signals = {{"approval", one_}};
  scenario_.outcome = busy_;
  scenario_.expectations = {{Equal(1, two_), "out == \"2\"", 9}};
  scenario_.absent = {2};
  scenario_.max_hops = 4;
  CopyPool(set.pool);
  Scenario empty;
  empty.flow = 0;
  set.scenarios = {scenario_, empty};
  const std::string text = WriteScenarios(set);
  const auto read = ReadScenarios(text);
  ASSERT_EQ(read.index(), 0U) << std::get<std::string>(read);
  EXPECT_EQ(WriteScenarios(std::get<ScenarioSet>(read)), text);
  const Scenario& again = std::get<ScenarioSet>(read).scenarios[0];
  EXPECT_EQ(again.stubs[0].answers[1].message, "later");
  EXPECT_EQ(again.visits, scenario_.visits);
  EXPECT_EQ(again.max_hops, 4U);
  EXPECT_FALSE(std::get<ScenarioSet>(read).scenarios[1].visits.has_value());
}

TEST_F(ScenariosTest, MalformedFilesAreRefused) {
  ScenarioSet set;
  set.scenarios = {scenario_};
  const std::string good = WriteScenarios(set);
  EXPECT_EQ(ReadScenarios(good).index(), 0U);
  for (std::size_t length = 0; length + 2 < good.size(); length += 7) {
    EXPECT_EQ(ReadScenarios(good.substr(0, length)).index(), 1U) << length;
  }
  EXPECT_EQ(ReadScenarios("{}").index(), 1U);
}

}  // namespace
}  // namespace mesh::deterministic
