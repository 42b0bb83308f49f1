#include <gtest/gtest.h>

#include "codegen/route_table/route_table.h"
#include "mesh/route/table_json.h"
#include "tests/support/rich_mesh.h"

namespace meshc::codegen {
namespace {

namespace contract = mesh::contract;

mesh::route::TableData TableOf(const test::RichMesh& rich) { return BuildTable(rich.mesh, rich.facts); }

std::string DigestOf(const test::RichMesh& rich) { return TableOf(rich).digest; }

TEST(BuildTable, PointsKeepTheirNumbersAndOperands) {
  const auto data = TableOf(test::MakeRichMesh());
  const contract::RouteTable table = data.View();
  ASSERT_EQ(table.points.size, 4U);
  const contract::Point& echo = table.points[1];
  EXPECT_EQ(echo.name, "main/echo#0");
  EXPECT_EQ(echo.kind, contract::PointKind::kCall);
  EXPECT_EQ(table.actors[echo.actor].name, "echo");
  EXPECT_EQ(echo.next, 0U);
  EXPECT_EQ(echo.timeout_ns, 7);
  EXPECT_EQ(table.points[0].timeout_ns, -1);
  const auto writes = contract::Slice(table.writes, echo.writes);
  ASSERT_EQ(writes.size, 2U);
  EXPECT_EQ(writes[0].field, 0U);
  EXPECT_EQ(writes[1].field, contract::kNone);
  const auto targets = contract::Slice(table.pool.indices, table.points[0].targets);
  ASSERT_EQ(targets.size, 2U);
  EXPECT_EQ(table.points[targets[0]].name, "main/register#0");
}

TEST(BuildTable, DeliveriesSayWhichFieldsMustBeThere) {
  const auto data = TableOf(test::MakeRichMesh());
  const contract::RouteTable table = data.View();
  EXPECT_EQ(table.points[1].requires_fields.count, 1U);
  EXPECT_EQ(table.points[2].kind, contract::PointKind::kReturn);
  EXPECT_EQ(table.points[2].requires_fields.count, 0U);
}

TEST(BuildTable, EffectKeysAreProgramsOverTheParams) {
  const auto data = TableOf(test::MakeRichMesh());
  const contract::RouteTable table = data.View();
  const contract::Actor& keyed = table.actors[3];
  ASSERT_NE(keyed.effect_key, contract::kNone);
  const auto code = contract::Slice(table.pool.code, table.pool.programs[keyed.effect_key].code);
  ASSERT_EQ(code.size, 2U);
  EXPECT_EQ(code[0].op, contract::Op::kParam);
  EXPECT_EQ(code[1].op, contract::Op::kMember);
  EXPECT_EQ(table.actors[1].effect_key, contract::kNone);
}

TEST(BuildTable, TypesAreNumberedAsTheyAreReached) {
  const auto one = TableOf(test::MakeRichMesh());
  const auto other = TableOf(test::MakeRichMesh(test::InternOrder::kBackwards));
  EXPECT_EQ(mesh::route::WriteTableJson(one.View()), mesh::route::WriteTableJson(other.View()));
  EXPECT_EQ(one.digest, other.digest);
  EXPECT_EQ(one.digest.size(), 16U);
}

TEST(BuildTable, DigestsIgnoreWhatHasNoMeaning) {
  auto rich = test::MakeRichMesh();
  const std::string digest = DigestOf(rich);
  types::Actor& echo = rich.mesh.declarations.actors[types::ActorId{1}];
  echo.cost = 5;
  echo.origin.doc = "Other words.";
  echo.origin.owner = "somebody";
  rich.mesh.scenarios.emplace_back();
  EXPECT_EQ(DigestOf(rich), digest);
}

TEST(BuildTable, DigestsChangeWithEachKindOfMeaning) {
  const std::string digest = DigestOf(test::MakeRichMesh());
  const auto changed = [&](auto change) {
    auto rich = test::MakeRichMesh();
    change(rich.mesh);
    return DigestOf(rich) != digest;
  };
  EXPECT_TRUE(changed([](ir::Mesh& mesh) { mesh.declarations.actors[types::ActorId{1}].timeout_ns = 1; }));
  EXPECT_TRUE(
      changed([](ir::Mesh& mesh) { mesh.declarations.actors[types::ActorId{1}].retry->attempts = 4; }));
  EXPECT_TRUE(changed(
      [](ir::Mesh& mesh) { mesh.declarations.envelopes[types::EnvelopeId{0}].fields[1].out = false; }));
  EXPECT_TRUE(changed([](ir::Mesh& mesh) { mesh.points[ir::PointId{2}].name = "main/fin"; }));
  EXPECT_TRUE(changed([](ir::Mesh& mesh) { mesh.expressions[ir::ExpressionId{0}].index = 1; }));
  EXPECT_TRUE(changed([](ir::Mesh& mesh) {
    mesh.declarations.records[types::RecordId{0}].members[1].default_value.reset();
  }));
  EXPECT_TRUE(changed([](ir::Mesh& mesh) { mesh.flows[types::FlowId{0}].sla_ns = 1; }));
  EXPECT_TRUE(changed(
      [](ir::Mesh& mesh) { mesh.declarations.envelopes[types::EnvelopeId{0}].fields[1].sensitive = true; }));
  EXPECT_FALSE(changed([](ir::Mesh& mesh) { mesh.declarations.actors[types::ActorId{1}].concurrency = 9; }));
}

TEST(BuildTable, EqualHandlersAreOneEntry) {
  auto rich = test::MakeRichMesh();
  for (const std::uint32_t point : {0U, 1U, 3U}) {
    rich.mesh.points[ir::PointId{point}].handler = ir::Handler{{2}, point == 3 ? 1U : 0U, {}};
  }
  const auto data = TableOf(rich);
  EXPECT_EQ(data.handlers.size(), 2U);
  EXPECT_EQ(data.points[0].handler, data.points[1].handler);
  EXPECT_NE(data.points[0].handler, data.points[3].handler);
}

ir::Scenario EchoScenario() {
  ir::Scenario scenario;
  scenario.title = "echo fails";
  scenario.flow = {0};
  scenario.origin = {source::FileId{0}, 20, 24};
  ir::Stub stub;
  stub.actor = {1};
  ir::StubAnswer answer;
  answer.kind = ir::StubAnswer::Kind::kReturns;
  answer.results = {std::nullopt, types::Constant::String("brand new text")};
  stub.answers.push_back(answer);
  scenario.stubs.push_back(stub);
  scenario.visits = std::vector<types::ActorId>{{1}, {0}};
  scenario.expectations.push_back({ir::ExpressionId{0}, "everything", {source::FileId{0}, 0, 4}});
  scenario.absent = {1};
  return scenario;
}

TEST(BuildScenarios, PoolsBeginWithTheTablesOwnEntries) {
  auto rich = test::MakeRichMesh();
  rich.mesh.scenarios.push_back(EchoScenario());
  const auto table = TableOf(rich);
  const auto set = BuildScenarios(rich.mesh, table, rich.sources);
  EXPECT_EQ(set.digest, table.digest);
  const contract::Pool all = set.pool.View();
  const contract::Pool own = table.pool.View();
  ASSERT_GT(all.constants.size, own.constants.size);
  ASSERT_EQ(all.types.size, own.types.size);
  for (contract::Index i = 0; i < own.types.size; ++i) EXPECT_EQ(all.types[i].name, own.types[i].name);
  for (contract::Index i = 0; i < own.constants.size; ++i)
    EXPECT_EQ(all.constants[i].text, own.constants[i].text);
  for (contract::Index i = 0; i < own.members.size; ++i) EXPECT_EQ(all.members[i].type, own.members[i].type);
}

TEST(BuildScenarios, ScenariosSpeakOfTheTablesIndices) {
  auto rich = test::MakeRichMesh();
  rich.mesh.scenarios.push_back(EchoScenario());
  const auto set = BuildScenarios(rich.mesh, TableOf(rich), rich.sources);
  ASSERT_EQ(set.scenarios.size(), 1U);
  const auto& scenario = set.scenarios.front();
  EXPECT_EQ(scenario.file, "flows/rich.flow");
  EXPECT_EQ(scenario.line, 2U);
  ASSERT_EQ(scenario.stubs.size(), 1U);
  const auto& answer = scenario.stubs.front().answers.front();
  ASSERT_EQ(answer.results.size(), 2U);
  EXPECT_EQ(answer.results[0], contract::kNone);
  EXPECT_EQ(set.pool.constants[answer.results[1]].text, "brand new text");
  EXPECT_EQ(scenario.visits, (std::vector<contract::Index>{1, 0}));
  EXPECT_EQ(scenario.expectations.front().line, 1U);
  EXPECT_EQ(scenario.outcome, contract::kNone);
}

}  // namespace
}  // namespace meshc::codegen
