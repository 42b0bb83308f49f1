// Pools and what hosts are told of calls, as the values of a chart.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include "tests/unit/codegen/helm/chart_of.h"

namespace meshc::codegen {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

/// The mesh `desk` of `judge`, `reader` and `writer`; the deploy `one` lets the last two share a pod.
class ChartPools : public testing::Test {
 protected:
  void SetUp() override {
    mesh_.declarations.mesh = "desk";
    for (const char* name : {"judge", "reader", "writer"}) {
      types::Actor actor;
      actor.name = name;
      actor.timeout_ns = 60 * kSecond;
      mesh_.declarations.actors.Add(std::move(actor));
    }
    types::Deploy deploy;
    deploy.name = "one";
    types::Pool pool;
    pool.name = "texts";
    pool.actors = {{1}, {2}};
    pool.own.scale.replicas = {{{1, 3}, {}}};
    pool.own.image = "texts:2";
    deploy.pools.push_back(std::move(pool));
    for (const std::uint32_t actor : {1U, 2U})
      deploy.actors.push_back({.actor = {actor}, .flavors = {}, .own = {}, .pool = 0});
    mesh_.declarations.deploys.Add(std::move(deploy));
  }

  types::Deploy& deploy() { return mesh_.declarations.deploys[types::DeployId{0}]; }
  types::ActorSettings& writer() { return deploy().actors.back().own; }
  types::Pool& pool() { return deploy().pools.front(); }
  std::string Text() const { return ChartOf(mesh_, {}).at("deploy/helm/desk/values-one.yaml").content; }
  YAML::Node Values() const { return YAML::Load(Text()); }

  ir::Mesh mesh_;
};

TEST_F(ChartPools, HaveOnePodWithTheSettingsOfThePool) {
  const YAML::Node texts = Values()["pools"]["texts"];
  EXPECT_EQ(texts["name"].as<std::string>(), "desk-texts");
  EXPECT_EQ(texts["actors"].as<std::vector<std::string>>(), (std::vector<std::string>{"reader", "writer"}));
  EXPECT_EQ(texts["scale"]["max"].as<int>(), 3);
  EXPECT_EQ(texts["image"]["tag"].as<std::string>(), "2");
  const YAML::Node actors = Values()["actors"];
  EXPECT_EQ(actors["writer"]["pool"].as<std::string>(), "texts");
  for (const char* of_pods : {"scale", "image"}) EXPECT_FALSE(actors["writer"][of_pods]) << of_pods;
  EXPECT_FALSE(actors["judge"]["pool"]);
  EXPECT_NE(Text().find("max: 3  # pool texts"), std::string::npos) << Text();
}

TEST_F(ChartPools, AreNotInTheValuesOfTheMeshAlone) {
  EXPECT_FALSE(YAML::Load(ChartOf(mesh_, {}).at("deploy/helm/desk/values.yaml").content)["pools"]);
}

TEST_F(ChartPools, GiveTimeForTheSlowestOfTheirActors) {
  writer().timeout_ns = {1000 * kSecond, {}};
  const YAML::Node texts = Values()["pools"]["texts"];
  EXPECT_EQ(texts["handlerSeconds"].as<int>(), 1000);
  EXPECT_EQ(texts["terminationGracePeriodSeconds"].as<int>(), 1015);
  EXPECT_EQ(texts["scale"]["cooldown"].as<int>(), 1000);
  pool().own.grace_ns = {1100 * kSecond, {}};
  EXPECT_EQ(Values()["pools"]["texts"]["terminationGracePeriodSeconds"].as<int>(), 1100);
  EXPECT_EQ(Values()["actors"]["writer"]["terminationGracePeriodSeconds"].as<int>(), 1100);
  deploy().actors.front().own.timeout_ns = {2000 * kSecond, {}};
  EXPECT_EQ(Values()["pools"]["texts"]["handlerSeconds"].as<int>(), 2000)
      << "the slowest need not be the last";
}

TEST_F(ChartPools, MakeAsManyCallsAsTheirActors) {
  deploy().defaults.concurrency = 2;
  pool().own.concurrency = 3;
  writer().concurrency = 5;
  const YAML::Node actors = Values()["actors"];
  EXPECT_EQ(actors["judge"]["threads"].as<int>(), 2);
  EXPECT_EQ(actors["reader"]["threads"].as<int>(), 3);
  EXPECT_EQ(actors["writer"]["threads"].as<int>(), 5);
  EXPECT_EQ(actors["writer"]["calls"]["concurrency"].as<int>(), 5);
}

using ChartCalls = ChartPools;

TEST_F(ChartCalls, AreToldWhereADeployStatesThem) {
  for (const char* actor : {"judge", "reader", "writer"}) EXPECT_FALSE(Values()["actors"][actor]["calls"]);
  types::Error busy;
  busy.name = "busy";
  const types::ErrorId error = mesh_.declarations.errors.Add(std::move(busy));
  deploy().defaults.timeout_ns = {90 * kSecond, {}};
  writer().retry = types::Retry{.attempts = 4,
                                .backoff = types::Backoff::kExponential,
                                .jitter = true,
                                .delay_ns = kSecond / 2,
                                .max_delay_ns = 30 * kSecond,
                                .only = {error}};
  const YAML::Node calls = Values()["actors"]["writer"]["calls"];
  EXPECT_EQ(calls["timeout_ms"].as<int>(), 90'000);
  EXPECT_EQ(calls["retry"]["attempts"].as<int>(), 4);
  EXPECT_EQ(calls["retry"]["backoff"].as<std::string>(), "exponential");
  EXPECT_EQ(calls["retry"]["delay_ms"].as<int>(), 500);
  EXPECT_EQ(calls["retry"]["max_delay_ms"].as<int>(), 30'000);
  EXPECT_TRUE(calls["retry"]["jitter"].as<bool>());
  EXPECT_EQ(calls["retry"]["errors"].as<std::vector<std::string>>(), std::vector<std::string>{"busy"});
  EXPECT_FALSE(calls["concurrency"]);
  EXPECT_EQ(Values()["actors"]["judge"]["calls"]["timeout_ms"].as<int>(), 90'000);
}

TEST_F(ChartCalls, LeaveOutATimeThatNoCallTakes) {
  ir::Call body;
  body.visit.actor = {0};
  body.visit.timeout_ns = 5 * kSecond;
  ir::Point point;
  point.body = std::move(body);
  mesh_.points.Add(std::move(point));
  deploy().defaults.timeout_ns = {90 * kSecond, {}};
  EXPECT_FALSE(Values()["actors"]["judge"]["calls"]) << "its only call says its own";
  EXPECT_EQ(Values()["actors"]["judge"]["handlerSeconds"].as<int>(), 5);
}

TEST_F(ChartCalls, GiveTheComposedHostsTimeToEnd) {
  mesh_.declarations.actors[types::ActorId{0}].timeout_ns = 600 * kSecond;
  const YAML::Node compose = YAML::Load(ChartOf(mesh_, {}).at("deploy/compose.yaml").content);
  const YAML::Node hosts = compose["services"]["mesh"];
  EXPECT_EQ(hosts["stop_grace_period"].as<std::string>(), "615s");
  EXPECT_EQ(hosts["command"].as<std::vector<std::string>>().back(), "--grace=610");
  EXPECT_EQ(hosts["image"].as<std::string>(), "desk");
}

}  // namespace
}  // namespace meshc::codegen
