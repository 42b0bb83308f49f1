// What deploys state, as the values of a chart.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <string>
#include <variant>
#include <vector>

#include "compiler/types/pod_time.h"
#include "mesh/transport/amqp/amqp.h"
#include "mesh/transport/amqp/amqp_names.h"
#include "mesh/transport/redis/redis.h"
#include "tests/unit/codegen/helm/chart_of.h"

namespace meshc::codegen {
namespace {

/// The mesh `desk` of the actor `judge`, with a deploy that names it.
class ChartSettings : public testing::Test {
 protected:
  void SetUp() override {
    types::Actor judge;
    judge.name = "judge";
    judge.timeout_ns = 1'000'000'000;
    mesh_.declarations.mesh = "desk";
    mesh_.declarations.actors.Add(std::move(judge));
    types::Deploy deploy;
    deploy.name = "one";
    deploy.actors.push_back({types::ActorId{0}, {}, {}});
    mesh_.declarations.deploys.Add(std::move(deploy));
  }

  types::Deploy& deploy() { return mesh_.declarations.deploys[types::DeployId{0}]; }
  types::ActorSettings& defaults() { return deploy().defaults; }
  types::ActorSettings& own() { return deploy().actors.front().own; }
  types::Transport& transport() {
    if (!deploy().transport) deploy().transport.emplace();
    return *deploy().transport;
  }

  std::string Text() const { return ChartOf(mesh_, {}).at("deploy/helm/desk/values-one.yaml").content; }
  YAML::Node Values() const { return YAML::Load(Text()); }
  YAML::Node Judge() const { return Values()["actors"]["judge"]; }

 private:
  ir::Mesh mesh_;
};

TEST_F(ChartSettings, NameThePriorityAndTheAccountOfAnActor) {
  EXPECT_FALSE(Judge()["priorityClassName"]);
  defaults().priority = "low";
  own().priority = "high";
  own().service_account = "judge";
  EXPECT_EQ(Values()["defaults"]["priorityClassName"].as<std::string>(), "low");
  EXPECT_EQ(Judge()["priorityClassName"].as<std::string>(), "high");
  EXPECT_EQ(Judge()["serviceAccountName"].as<std::string>(), "judge");
  EXPECT_TRUE(Values()["serviceAccount"]["create"].as<bool>()) << "the others need one";
  EXPECT_NE(Text().find("priorityClassName: \"high\"  # actor judge"), std::string::npos) << Text();
}

TEST_F(ChartSettings, MakeNoAccountWhereAllHaveOne) {
  defaults().service_account = "reader";
  EXPECT_EQ(Values()["defaults"]["serviceAccountName"].as<std::string>(), "reader");
  EXPECT_FALSE(Values()["serviceAccount"]["create"].as<bool>());
}

TEST_F(ChartSettings, GiveVolumesRoomWhereNobodyStatesALimit) {
  EXPECT_EQ(Values()["defaults"]["resources"]["limits"]["memory"].as<std::string>(), "256Mi");
  constexpr std::int64_t kGibi = 1LL << 30;
  defaults().volumes = {{"a", types::VolumeKind::kEmpty, "", 2 * kGibi, false, "/a"}};
  const YAML::Node common = Values()["defaults"]["resources"]["limits"];
  EXPECT_EQ(common["ephemeral-storage"].as<std::string>(), "2176Mi");
  EXPECT_EQ(common["memory"].as<std::string>(), "256Mi");
  EXPECT_FALSE(Judge()["resources"]) << "it has what all have";

  own().volumes = {{"shm", types::VolumeKind::kMemory, "", kGibi, false, "/dev/shm"}};
  EXPECT_EQ(Judge()["resources"]["limits"]["memory"].as<std::string>(), "1280Mi");
  EXPECT_EQ(Judge()["resources"]["limits"]["ephemeral-storage"].as<std::string>(), "2176Mi");

  own().volumes = {{"a", types::VolumeKind::kClaim, "c", std::nullopt, false, "/a"}};
  EXPECT_EQ(Judge()["resources"]["limits"]["ephemeral-storage"].as<std::string>(), "128Mi");

  own().volumes = {{"a", types::VolumeKind::kEmpty, "", kGibi, false, "/a"}};
  own().resources.ephemeral_bytes.limit = types::Stated<std::int64_t>{3 * kGibi, {}};
  EXPECT_EQ(Judge()["resources"]["limits"]["ephemeral-storage"].as<std::string>(), "3Gi") << "as stated";
}

TEST_F(ChartSettings, GiveRoomForAllVolumesOfAKind) {
  constexpr std::int64_t kGibi = 1LL << 30;
  const auto volume = [](const char* name, types::VolumeKind kind, std::optional<std::int64_t> size) {
    return types::Volume{name, kind, "", size, false, std::string("/") + name};
  };
  const std::vector<types::Volume> volumes = {
      volume("a", types::VolumeKind::kEmpty, 2 * kGibi), volume("b", types::VolumeKind::kMemory, 4 * kGibi),
      volume("c", types::VolumeKind::kEmpty, 1 * kGibi), volume("d", types::VolumeKind::kMemory, 8 * kGibi),
      volume("e", types::VolumeKind::kEmpty, std::nullopt)};
  const auto expect_room = [](const YAML::Node& of, const char* where) {
    const YAML::Node limits = of["resources"]["limits"];
    EXPECT_EQ(limits["ephemeral-storage"].as<std::string>(), "3200Mi") << where;
    EXPECT_EQ(limits["memory"].as<std::string>(), "12544Mi") << where;
  };
  own().volumes = volumes;
  expect_room(Judge(), "of the actor");
  defaults().volumes = {volumes[0], volumes[1], volumes[4]};
  own().volumes = {volumes[2], volumes[3]};
  expect_room(Judge(), "some of them of all actors");
  defaults().volumes = volumes;
  own().volumes = {};
  expect_room(Values()["defaults"], "of all actors");
}

TEST_F(ChartSettings, KeepDollarsInVariablesFromKubernetes) {
  own().env = {{"PATTERN", "$(HOME) $$ $x", "", ""}};
  EXPECT_EQ(Judge()["env"]["PATTERN"]["value"].as<std::string>(), "$$(HOME) $$$$ $$x");
}

TEST_F(ChartSettings, AskForTheDeviceThatIsNamed) {
  defaults().resources.gpu = types::Gpu{2};
  own().resources.gpu = {1, "nvidia.com/mig-1g.10gb"};
  EXPECT_EQ(Values()["defaults"]["resources"]["limits"]["nvidia.com/gpu"].as<std::string>(), "2");
  for (const char* bound : {"requests", "limits"}) {
    const YAML::Node amounts = Judge()["resources"][bound];
    EXPECT_EQ(amounts["nvidia.com/mig-1g.10gb"].as<std::string>(), "1");
    EXPECT_EQ(amounts["nvidia.com/gpu"].as<std::string>(), "0") << "Helm keeps what is not taken back";
  }
}

TEST_F(ChartSettings, AskForOneDeviceWhereLayersNameTheSame) {
  defaults().resources.gpu = types::Gpu{2};
  own().resources.gpu = types::Gpu{1};
  EXPECT_EQ(Judge()["resources"]["limits"].size(), 1U);
  EXPECT_EQ(Judge()["resources"]["limits"]["nvidia.com/gpu"].as<std::string>(), "1");
}

TEST_F(ChartSettings, ListWhereAnActorMayConnectTo) {
  defaults().egress = {{"", 443}};
  EXPECT_FALSE(Judge()["egress"]);
  own().egress = {{"10.2.0.0/16", 5432}};
  EXPECT_EQ(Values()["defaults"]["egress"].size(), 1U);
  const YAML::Node egress = Judge()["egress"];
  ASSERT_EQ(egress.size(), 2U) << "Helm replaces lists";
  EXPECT_EQ(egress[0]["network"].as<std::string>(), "any");
  EXPECT_EQ(egress[0]["port"].as<int>(), 443);
  EXPECT_EQ(egress[1]["network"].as<std::string>(), "10.2.0.0/16");
  EXPECT_EQ(egress[1]["port"].as<int>(), 5432);
}

TEST_F(ChartSettings, TellVolumesOfEachKindApart) {
  const auto add = [&](types::VolumeKind kind, const char* claim, std::optional<std::int64_t> size) {
    types::Volume volume;
    volume.kind = kind;
    volume.claim = claim;
    volume.size_bytes = size;
    own().volumes.push_back(std::move(volume));
  };
  add(types::VolumeKind::kClaim, "there", std::nullopt);
  add(types::VolumeKind::kClaim, "made", 50LL << 30U);
  add(types::VolumeKind::kEmpty, "", 2LL << 30U);
  add(types::VolumeKind::kMemory, "", 64LL << 20U);
  own().volumes[1].shared = true;
  const YAML::Node volumes = Judge()["volumes"];
  ASSERT_EQ(volumes.size(), 4U);
  EXPECT_EQ(volumes[0]["claim"].as<std::string>(), "there");
  EXPECT_FALSE(volumes[0]["size"]);
  EXPECT_EQ(volumes[1]["size"].as<std::string>(), "50Gi");
  EXPECT_TRUE(volumes[1]["shared"].as<bool>());
  EXPECT_FALSE(volumes[2]["claim"]);
  EXPECT_EQ(volumes[2]["medium"].as<std::string>(), "disk");
  EXPECT_EQ(volumes[2]["size"].as<std::string>(), "2Gi");
  EXPECT_EQ(volumes[3]["medium"].as<std::string>(), "memory");
}

TEST_F(ChartSettings, SayHowTheBrokerIsReached) {
  transport().url = "nats://a:4222,nats://b";
  transport().monitoring = "a:8222";
  transport().secret = "nats-auth";
  transport().tls = true;
  transport().prefix = "staging";
  transport().account = "A";
  transport().redelivery_ns = {60'000'000'000, {}};
  const YAML::Node broker = Values()["transport"];
  EXPECT_EQ(broker["url"].as<std::string>(), "tls://a:4222,tls://b?prefix=staging&redelivery=60");
  EXPECT_EQ(broker["ports"].size(), 0U) << "those of the URL, whoever sets it";
  EXPECT_EQ(broker["stream"].as<std::string>(), "staging-desk");
  EXPECT_EQ(broker["account"].as<std::string>(), "A");
  EXPECT_EQ(broker["secret"].as<std::string>(), "nats-auth");
}

TEST_F(ChartSettings, SayHowABrokerAndTheStoreBesideItAreReached) {
  transport().kind = types::TransportKind::kAmqp;
  transport().url = "amqp://a,b:5673/desk%2Fone";
  transport().monitoring = "a:15672";
  transport().tls = true;
  transport().prefix = "staging";
  transport().redelivery_ns = {3'600'000'000'000, {}};
  deploy().state.emplace();
  deploy().state->url = "nats://kv";
  deploy().state->secret = "kv-auth";
  const YAML::Node broker = Values()["transport"];
  EXPECT_EQ(broker["url"].as<std::string>(), "amqps://a,b:5673/desk%2Fone?prefix=staging&redelivery=3600");
  EXPECT_EQ(broker["vhost"].as<std::string>(), "desk/one");
  const mesh::transport::AmqpNames names("desk", "staging");
  for (const char* mailbox : {"judge", "@sink", "@control"})
    EXPECT_EQ(broker["queues"][mailbox].as<std::string>(), names.Queue(mailbox));
  const YAML::Node state = Values()["state"];
  EXPECT_EQ(state["url"].as<std::string>(), "nats://kv?prefix=staging") << "as the broker has it";
  EXPECT_EQ(state["secret"].as<std::string>(), "kv-auth");
  deploy().state->prefix = "own";
  EXPECT_EQ(Values()["state"]["url"].as<std::string>(), "nats://kv?prefix=own");
  transport().url = "amqp://a";
  EXPECT_EQ(Values()["transport"]["vhost"].as<std::string>(), "/");
}

/// A NATS server keeps both, unless the deploy says otherwise.
TEST_F(ChartSettings, SayHowANatsServerBesideAnotherIsReached) {
  transport().url = "nats://a";
  transport().monitoring = "a:8222";
  transport().secret = "nats-auth";
  transport().prefix = "staging";
  deploy().state.emplace();
  const auto url = [&] { return Values()["state"]["url"].as<std::string>(); };
  EXPECT_EQ(url(), "");
  deploy().state->url = "nats://a";
  deploy().state->prefix = "staging";
  EXPECT_EQ(url(), "") << "what it states is what the broker has";
  deploy().state->url = "nats://kv";
  deploy().state->prefix = "";
  EXPECT_EQ(url(), "nats://kv?prefix=staging");
  EXPECT_EQ(Values()["state"]["secret"].as<std::string>(), "") << "who connects is another one there";
  deploy().state->url = "";
  deploy().state->prefix = "own";
  deploy().state->tls = true;
  EXPECT_EQ(url(), "tls://a?prefix=own") << "the same server, in another way";
  EXPECT_EQ(Values()["state"]["secret"].as<std::string>(), "nats-auth");
  deploy().state->secret = "kv-auth";
  EXPECT_EQ(Values()["state"]["secret"].as<std::string>(), "kv-auth");
}

/// What hosts read from the URL is what stands in it.
TEST_F(ChartSettings, SayHowARedisServerBesideABrokerIsReached) {
  transport().kind = types::TransportKind::kAmqp;
  transport().url = "amqp://a";
  deploy().state.emplace();
  deploy().state->kind = types::StateKind::kRedis;
  deploy().state->url = "redis://kv/3";
  const YAML::Node bare = Values()["state"];
  EXPECT_EQ(bare["kind"].as<std::string>(), "redis");
  EXPECT_EQ(bare["url"].as<std::string>(), "redis://kv/3");
  EXPECT_EQ(bare["secret"].as<std::string>(), "");
  EXPECT_NE(Text().find("kind: \"redis\"  # deploy one"), std::string::npos) << Text();
  transport().prefix = "staging";
  deploy().state->secret = "kv-auth";
  const YAML::Node state = Values()["state"];
  EXPECT_EQ(state["secret"].as<std::string>(), "kv-auth");
  const auto told = mesh::transport::ParseRedisUrl(state["url"].as<std::string>());
  const auto& options = std::get<mesh::transport::RedisOptions>(told);
  EXPECT_EQ(options.host, "kv");
  EXPECT_EQ(options.port, 6379);
  EXPECT_EQ(options.database, 3);
  EXPECT_EQ(options.prefix, "staging") << "two installations on one broker share no state";
}

/// What `check` holds handlers against is what hosts refuse.
TEST(ChartTimes, AreThoseThatHostsOnRabbitMqKeep) {
  EXPECT_EQ(mesh::transport::AmqpOptions().longest_call_ns * 2, types::kAmqpRedeliveryNs);
  const auto told = mesh::transport::ParseAmqpUrl("amqp://a?redelivery=3600");
  EXPECT_EQ(std::get<mesh::transport::AmqpOptions>(told).longest_call_ns, 1'800'000'000'000);
  for (const char* wrong : {"amqp://a?redelivery=0", "amqp://a?redelivery=1h", "amqp://a?redelivery="})
    EXPECT_TRUE(std::holds_alternative<std::string>(mesh::transport::ParseAmqpUrl(wrong))) << wrong;
}

TEST_F(ChartSettings, LeaveTheBrokerAsItIsWhereNothingIsStated) {
  transport().url = "tls://a:4222";
  const YAML::Node broker = Values()["transport"];
  EXPECT_EQ(broker["url"].as<std::string>(), "tls://a:4222");
  EXPECT_EQ(broker["stream"].as<std::string>(), "desk");
  EXPECT_EQ(broker["account"].as<std::string>(), "$G");
  EXPECT_EQ(broker["secret"].as<std::string>(), "");
}

}  // namespace
}  // namespace meshc::codegen
