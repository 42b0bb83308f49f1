#include <gtest/gtest.h>

#include "codegen/route_table/route_table.h"
#include "mesh/deterministic/run_scenarios.h"
#include "mesh/route/table_json.h"
#include "tests/support/rich_mesh.h"

namespace meshc::codegen {
namespace {

// That the library built from route_table.cpp holds the table of routes.json is shown in
// tests/generated, where there is a compiler at hand.

TEST(RenderRoutes, RoutesJsonIsTheTable) {
  const auto rich = test::MakeRichMesh();
  const auto table = BuildTable(rich.mesh, rich.facts);
  const auto artifacts = RenderRoutes(table, {}, BuildScenarios(rich.mesh, table, rich.sources));
  const auto read = mesh::route::ReadTableJson(artifacts.at("routes/routes.json").content);
  ASSERT_TRUE(std::holds_alternative<mesh::route::TableData>(read)) << std::get<std::string>(read);
  EXPECT_TRUE(mesh::route::EqualTables(std::get<mesh::route::TableData>(read).View(), table.View()));
}

TEST(RenderRoutes, ScenariosCanBeReadBack) {
  auto rich = test::MakeRichMesh();
  ir::Scenario scenario;
  scenario.title = "nothing is stubbed";
  scenario.flow = {0};
  rich.mesh.scenarios.push_back(scenario);
  const auto table = BuildTable(rich.mesh, rich.facts);
  const auto artifacts = RenderRoutes(table, {}, BuildScenarios(rich.mesh, table, rich.sources));
  const auto read = mesh::deterministic::ReadScenarios(artifacts.at("routes/scenarios.json").content);
  ASSERT_TRUE(std::holds_alternative<mesh::deterministic::ScenarioSet>(read)) << std::get<std::string>(read);
  EXPECT_EQ(std::get<mesh::deterministic::ScenarioSet>(read).scenarios.front().title, "nothing is stubbed");
}

TEST(RenderRoutes, ScenariosDoNotChangeWithTheirLines) {
  const auto rich = test::MakeRichMesh();
  const auto table = BuildTable(rich.mesh, rich.facts);
  const auto write = [&](std::uint32_t line) {
    mesh::deterministic::ScenarioSet set;
    set.scenarios.resize(1);
    set.scenarios[0].line = line;
    set.scenarios[0].expectations = {{0, "x == 1", line + 1}};
    return RenderRoutes(table, {}, set).at("routes/scenarios.json").content;
  };
  EXPECT_EQ(write(7), write(70));
}

TEST(RenderRoutes, TheSourceStandsOnTheContractAlone) {
  const auto rich = test::MakeRichMesh();
  const auto table = BuildTable(rich.mesh, rich.facts);
  const std::string source = RenderRoutes(table, {}, {}).at("routes/route_table.cpp").content;
  std::size_t includes = 0;
  for (std::size_t at = source.find("#include \""); at != std::string::npos;
       at = source.find("#include \"", at + 1)) {
    ++includes;
  }
  EXPECT_EQ(includes, 1U);
  EXPECT_NE(source.find("#include \"mesh/contract/route_table.h\""), std::string::npos);
  EXPECT_NE(source.find("{.name = \"main/end\"sv, .kind = PointKind::kReturn, .flow = 0},  // 2"),
            std::string::npos);
}

}  // namespace
}  // namespace meshc::codegen
