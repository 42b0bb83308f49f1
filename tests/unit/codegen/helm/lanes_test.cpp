// Lanes of a deploy, as values of the chart and as settings of hosts beside a compose file.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mesh/transport/amqp/amqp_names.h"
#include "tests/unit/codegen/helm/chart_of.h"

namespace meshc::codegen {
namespace {

using Names = std::vector<std::string>;

/// The mesh `desk` of the actor `judge`, once called `jury`, with a deploy of two lanes.
class ChartLanes : public testing::Test {
 protected:
  void SetUp() override {
    types::Actor judge;
    judge.name = "judge";
    judge.origin.was = "jury";
    judge.timeout_ns = 60'000'000'000;
    mesh_.declarations.mesh = "desk";
    mesh_.declarations.actors.Add(std::move(judge));
    types::Deploy deploy;
    deploy.name = "one";
    deploy.lanes.names = {"chat", "mail"};
    mesh_.declarations.deploys.Add(std::move(deploy));
  }

  types::Deploy& deploy() { return mesh_.declarations.deploys[types::DeployId{0}]; }
  YAML::Node Values() const {
    return YAML::Load(ChartOf(mesh_, {}).at("deploy/helm/desk/values-one.yaml").content);
  }
  ArtifactSet OfDeploy() const { return ChartOf(mesh_, {.deploy = "one", .version = {}, .place = {}}); }

  ir::Mesh mesh_;
};

TEST_F(ChartLanes, StandInTheValuesOfTheDeploy) {
  EXPECT_EQ(Values()["lanes"]["names"].as<Names>(), (Names{"chat", "mail"}));
  EXPECT_FALSE(Values()["lanes"]["weights"]) << "strict";
  deploy().lanes.weights = {9, 1};
  EXPECT_EQ(Values()["lanes"]["weights"].as<std::vector<int>>(), (std::vector<int>{9, 1}));
  EXPECT_FALSE(YAML::Load(ChartOf(mesh_, {}).at("deploy/helm/desk/values.yaml").content)["lanes"]);
}

TEST_F(ChartLanes, OfOneNameAreNone) {
  deploy().lanes.names = {"chat"};
  EXPECT_FALSE(Values()["lanes"]);
}

/// Hosts refuse calls that are longer than half of it.
TEST_F(ChartLanes, OfAComposeFileKeepTheRedeliveryTimeOfTheDeploy) {
  deploy().transport.emplace();
  deploy().transport->kind = types::TransportKind::kAmqp;
  deploy().transport->url = "amqp://rabbit";
  const auto services = [&] { return YAML::Load(OfDeploy().at("deploy/compose.yaml").content)["services"]; };
  const auto url_of = [&] { return services()["mesh"]["command"][1].as<std::string>(); };
  EXPECT_EQ(url_of(), "--transport=amqp://broker:5672");
  const char* const kArguments = "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS";
  EXPECT_FALSE(services()["broker"]["environment"][kArguments]);
  deploy().transport->redelivery_ns = {7'200'000'000'000, {}};
  EXPECT_EQ(url_of(), "--transport=amqp://broker:5672?redelivery=7200");
  EXPECT_EQ(services()["broker"]["environment"][kArguments].as<std::string>(),
            "-rabbit consumer_timeout 7200000");
}

TEST_F(ChartLanes, HaveAQueueEachOnRabbitMq) {
  deploy().transport.emplace();
  deploy().transport->kind = types::TransportKind::kAmqp;
  deploy().transport->url = "amqp://rabbit";
  const YAML::Node queues = Values()["transport"]["queues"];
  const mesh::transport::AmqpNames names("desk", "");
  for (const char* mailbox : {"judge", "judge@mail", "jury", "jury@mail", "@sink", "@control"})
    EXPECT_EQ(queues[mailbox].as<std::string>(), names.Queue(mailbox)) << mailbox;
  EXPECT_EQ(queues.size(), 6U) << "the first lane is the actor's own queue";
}

TEST_F(ChartLanes, AreToldToHostsOnOneMachine) {
  deploy().lanes.weights = {9, 1};
  const ArtifactSet artifacts = OfDeploy();
  EXPECT_EQ(YAML::Load(artifacts.at("deploy/settings.json").content)["lanes"]["weights"][0].as<int>(), 9);
  const YAML::Node services = YAML::Load(artifacts.at("deploy/compose.yaml").content)["services"];
  for (const char* service : {"provision", "mesh"}) {
    const auto command = services[service]["command"].as<Names>();
    EXPECT_NE(std::ranges::find(command, "--settings=/mesh/settings.json"), command.end()) << service;
    EXPECT_EQ(services[service]["volumes"].as<Names>(), Names{"./settings.json:/mesh/settings.json:ro"});
  }
}

TEST_F(ChartLanes, AndCallsOfADeployAreAllThatHostsOnOneMachineAreTold) {
  deploy().lanes.names.clear();
  EXPECT_FALSE(OfDeploy().contains("deploy/settings.json"));
  EXPECT_EQ(OfDeploy().at("deploy/compose.yaml").content.find("settings"), std::string::npos);
  deploy().actors.push_back({types::ActorId{0}, {}, {}});
  deploy().actors.back().own.concurrency = 4;
  const YAML::Node settings = YAML::Load(OfDeploy().at("deploy/settings.json").content);
  EXPECT_EQ(settings["actors"]["judge"]["concurrency"].as<int>(), 4);
  EXPECT_FALSE(settings["lanes"]);
}

}  // namespace
}  // namespace meshc::codegen
