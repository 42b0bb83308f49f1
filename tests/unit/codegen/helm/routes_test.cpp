// Route tables in a chart, and actors that only former ones wait for.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <array>
#include <random>

#include "codegen/helm/waves.h"
#include "mesh/archive/gzip.h"
#include "tests/unit/codegen/helm/chart_of.h"

namespace meshc::codegen {
namespace {

namespace contract = mesh::contract;

/// A version with these actors.
struct Known {
  Known(std::string_view digest, std::vector<std::string_view> names) {
    for (const std::string_view name : names) actors.push_back({.name = name, .timeout_ns = 1'000'000'000});
    table.mesh = "desk";
    table.digest = digest;
    table.actors = {actors.data(), static_cast<contract::Index>(actors.size())};
  }
  Known(const Known&) = delete;
  Known& operator=(const Known&) = delete;

  std::vector<contract::Actor> actors;
  contract::RouteTable table;
};

ir::Mesh Desk() {
  ir::Mesh mesh;
  mesh.declarations.mesh = "desk";
  types::Actor judge;
  judge.name = "judge";
  judge.origin.was = "umpire";
  mesh.declarations.actors.Add(std::move(judge));
  return mesh;
}

YAML::Node Values(const ArtifactSet& chart) {
  return YAML::Load(chart.at("deploy/helm/desk/values.yaml").content);
}

TEST(ChartRoutes, HoldATableForEachVersionAndNameThatOfNewEnvelopes) {
  const Known own("aaaaaaaaaaaaaaaa", {"judge"});
  const Known former("bbbbbbbbbbbbbbbb", {"judge"});
  const auto chart = GenerateChart(Desk(), {}, {{{&own.table}, "own"}, {{&former.table}, "former"}});
  EXPECT_EQ(chart.at("deploy/helm/desk/routes/aaaaaaaaaaaaaaaa.json").content, "own");
  EXPECT_EQ(chart.at("deploy/helm/desk/routes/bbbbbbbbbbbbbbbb.json").content, "former");
  const YAML::Node routes = Values(chart)["routes"];
  EXPECT_EQ(routes["current"].as<std::string>(), "aaaaaaaaaaaaaaaa");
  EXPECT_EQ(routes["tables"].as<std::vector<std::string>>(),
            (std::vector<std::string>{"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"}));
  EXPECT_EQ(Values(chart)["leaving"].size(), 0U);
}

TEST(ChartRoutes, AreCompressedWhereTheyAreLongAndLeftOutWhereTheyDoNotFit) {
  const Known own("aaaaaaaaaaaaaaaa", {"judge"});
  const std::string text(1U << 20U, 'x');
  const auto packed = GenerateChart(Desk(), {}, {{{&own.table}, text}});
  EXPECT_EQ(packed.at("deploy/helm/desk/routes/aaaaaaaaaaaaaaaa.json.gz").content,
            mesh::archive::Compress(text));
  std::string noise(1U << 20U, '\0');
  std::mt19937 random(1);
  for (char& c : noise) c = static_cast<char>(random());
  const auto none = GenerateChart(Desk(), {}, {{{&own.table}, noise}});
  EXPECT_EQ(none.count("deploy/helm/desk/routes/aaaaaaaaaaaaaaaa.json.gz"), 0U);
  EXPECT_EQ(Values(none)["routes"]["tables"].size(), 0U);
  EXPECT_EQ(Values(none)["routes"]["current"].as<std::string>(), "");
}

TEST(ChartRoutes, KeepActorsThatOnlyFormerVersionsHaveButNotRenamedOnes) {
  const Known own("aaaaaaaaaaaaaaaa", {"judge"});
  Known former("bbbbbbbbbbbbbbbb", {"umpire", "scribe"});
  Known older("cccccccccccccccc", {"scribe"});
  older.actors[0].timeout_ns = 90'000'000'000;
  const std::array<contract::FormerName, 1> renamed = {{{contract::Named::kActor, 0, "umpire"}}};
  const contract::Promises promises{.former = {renamed.data(), 1}};
  const auto values = Values(GenerateChart(
      Desk(), {}, {{{&own.table, promises}, "own"}, {{&former.table}, "former"}, {{&older.table}, "older"}}));
  const YAML::Node leaving = values["leaving"];
  ASSERT_EQ(leaving.size(), 1U);
  EXPECT_EQ(leaving["scribe"]["queue"].as<std::string>(), "desk-scribe");
  EXPECT_EQ(leaving["scribe"]["terminationGracePeriodSeconds"].as<int>(), 105) << "the longest of them";
  const YAML::Node woken = values["actors"]["judge"]["former"];
  ASSERT_EQ(woken.size(), 1U);
  EXPECT_EQ(woken[0]["actor"].as<std::string>(), "umpire");
  EXPECT_EQ(woken[0]["queue"].as<std::string>(), "desk-umpire");
}

TEST(ChartRoutes, KeepARenamedActorThatTheNewOneCannotStandInFor) {
  Known own("aaaaaaaaaaaaaaaa", {"judge"});
  Known former("bbbbbbbbbbbbbbbb", {"umpire"});
  const contract::Point call{
      .name = "main/umpire#1", .kind = contract::PointKind::kCall, .flow = 0, .actor = 0};
  former.table.points = {&call, 1};
  const std::array<contract::FormerName, 1> renamed = {{{contract::Named::kActor, 0, "umpire"}}};
  const contract::Promises promises{.former = {renamed.data(), 1}};
  const auto leaving = [&] {
    return Values(
        GenerateChart(Desk(), {}, {{{&own.table, promises}, "own"}, {{&former.table}, "former"}}))["leaving"];
  };
  EXPECT_EQ(leaving().size(), 0U);
  own.actors[0].kind = contract::ActorKind::kChoiceRouter;
  EXPECT_EQ(leaving().size(), 1U);
}

TEST(Waves, AreValuesOverThoseOfTheChart) {
  const auto waves = RenderWaves({{"Hosts.\nMore.", "old", {"judge"}}, {"The switch.", "new", {}}}, "new");
  ASSERT_EQ(waves.size(), 2U);
  const std::string& first = waves.at("values-wave-1.yaml").content;
  EXPECT_TRUE(first.starts_with("# Wave 1 of 2. Hosts.\n# More.\n")) << first;
  EXPECT_EQ(YAML::Load(first)["routes"]["current"].as<std::string>(), "old");
  EXPECT_EQ(YAML::Load(first)["routes"]["wave"].as<std::string>(), "new");
  EXPECT_EQ(YAML::Load(first)["former"]["actors"][0].as<std::string>(), "judge");
  EXPECT_EQ(YAML::Load(waves.at("values-wave-2.yaml").content)["former"]["actors"].size(), 0U);
}

}  // namespace
}  // namespace meshc::codegen
