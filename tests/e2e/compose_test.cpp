// The mesh on one machine, as Docker Compose reads it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"
#include "yaml_json.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class ComposeFile : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path flow = Example("support") / "support.flow";
    const ProgramRun run =
        RunProgram({Meshc(), "compile", flow.string(), "-o", scratch_ / "out", "--only", "helm"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    file_ = scratch_ / "out/deploy/compose.yaml";
  }

  /// The file of a small mesh with that deploy; empty: there is none, which was told.
  std::string FileOf(const std::string& name, const std::string& deploy) const {
    const std::string flow = scratch_ / (name + ".flow");
    WriteFile(flow, R"(mesh shop.small;
envelope Ticket { in text: string; out reply: string; }
processor writer(text: string) -> (reply: string);
flow answer on Ticket { writer; }
deploy production for shop.small {
)" + deploy + "}\n");
    const ProgramRun made = RunProgram(
        {Meshc(), "compile", flow, "-o", scratch_ / name, "--only", "helm", "--deploy", "production"});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return made.exit_code == 0 ? scratch_ / (name + "/deploy/compose.yaml") : std::string();
  }

  ScratchFolder scratch_{"compose"};
  std::string file_;
};

TEST_F(ComposeFile, IsTakenByDockerCompose) {
  // It needs no daemon to read a file.
  const ProgramRun run = RunProgram({"docker-compose", "--file", file_, "config"});
  if (run.exit_code == 127) GTEST_SKIP() << "docker-compose is not here";
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json config = ParseYaml(run.out).at(0);
  ASSERT_EQ(config.at("services").size(), 3U);
  const Json& build = config.at("services").at("mesh").at("build");
  const fs::path context = build.at("context").get<std::string>();
  EXPECT_TRUE(fs::exists(context / build.at("dockerfile").get<std::string>()));
  EXPECT_EQ(fs::canonical(context / build.at("args").at("MESH").get<std::string>()),
            fs::canonical(scratch_ / "out"))
      << "what the Dockerfile copies, and where in it the mesh is";
  EXPECT_EQ(config.at("services").at("broker").at("image"), "nats:2.10-alpine");
}

/// RabbitMQ keeps no state: a store stands beside it.
TEST_F(ComposeFile, HasTheBrokerOfTheDeployThatIsAskedFor) {
  const fs::path flow = Example("support") / "support.flow";
  const ProgramRun made = RunProgram({Meshc(), "compile", flow.string(), "-o", scratch_ / "rabbit", "--only",
                                      "helm", "--deploy", "on_rabbitmq"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string file = scratch_ / "rabbit/deploy/compose.yaml";
  const Json services = ParseYaml(ReadFile(file)).at(0).at("services");
  ASSERT_EQ(services.size(), 4U);
  for (const char* host : {"provision", "mesh"}) {
    const Json& command = services.at(host).at("command");
    for (const char* option : {"--transport=amqp://broker:5672", "--state=nats://store:4222"})
      EXPECT_NE(std::find(command.begin(), command.end(), option), command.end()) << host << option;
    EXPECT_EQ(services.at(host).at("environment").at("MESH_TRANSPORT_USER"),
              services.at("broker").at("environment").at("RABBITMQ_DEFAULT_USER"));
  }
  EXPECT_EQ(services.at("provision").at("depends_on").size(), 2U);
  for (const auto& [name, service] : services.items()) EXPECT_EQ(service.at("read_only"), true) << name;
  const ProgramRun run = RunProgram({"docker-compose", "--file", file, "config"});
  if (run.exit_code == 127) GTEST_SKIP() << "docker-compose is not here";
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

/// So may one of Redis, which keeps what it has confirmed.
TEST_F(ComposeFile, HasTheStoreOfTheDeployThatIsAskedFor) {
  const std::string file = FileOf(
      "redis", R"(  transport amqp { url "amqp://rabbit.messaging"; monitoring "rabbit.messaging:15672"; }
  state redis { url "redis://redis.messaging/4"; }
)");
  ASSERT_FALSE(file.empty());
  const Json compose = ParseYaml(ReadFile(file)).at(0);
  const Json& services = compose.at("services");
  for (const char* host : {"provision", "mesh"}) {
    const Json& command = services.at(host).at("command");
    EXPECT_NE(std::find(command.begin(), command.end(), "--state=redis://store:6379"), command.end()) << host;
  }
  const Json& store = services.at("store");
  EXPECT_EQ(store.at("image"), "${STORE_IMAGE:-redis:7-alpine}");
  EXPECT_EQ(store.at("command"),
            Json({"redis-server", "--appendonly", "yes", "--appendfsync", "always", "--dir", "/data"}));
  EXPECT_EQ(store.at("volumes"), Json({"store:/data"}));
  EXPECT_TRUE(compose.at("volumes").contains("store"));
  EXPECT_EQ(store.at("healthcheck").at("test"), Json({"CMD", "redis-cli", "ping"}));
  EXPECT_EQ(services.at("provision").at("depends_on").at("store").at("condition"), "service_healthy");
  for (const auto& [name, service] : services.items()) EXPECT_EQ(service.at("read_only"), true) << name;
  const ProgramRun run = RunProgram({"docker-compose", "--file", file, "config"});
  if (run.exit_code == 127) GTEST_SKIP() << "docker-compose is not here";
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

/// And none where nothing of the mesh has to be kept.
TEST_F(ComposeFile, HasNoStoreWhereTheDeployHasNone) {
  const std::string file = FileOf(
      "alone", R"(  transport amqp { url "amqp://rabbit.messaging"; monitoring "rabbit.messaging:15672"; }
)");
  ASSERT_FALSE(file.empty());
  const Json services = ParseYaml(ReadFile(file)).at(0).at("services");
  EXPECT_EQ(services.size(), 3U);
  EXPECT_FALSE(services.contains("store"));
  for (const char* host : {"provision", "mesh"}) {
    for (const Json& word : services.at(host).at("command"))
      EXPECT_FALSE(word.get<std::string>().starts_with("--state")) << host;
  }
}

TEST_F(ComposeFile, HasTwoServersOfNatsWhereTheDeployHas) {
  const std::string file =
      FileOf("two", R"(  transport nats { url "nats://nats.messaging"; monitoring "nats.messaging:8222"; }
  state nats_kv { url "nats://kv.messaging"; }
)");
  ASSERT_FALSE(file.empty());
  const Json services = ParseYaml(ReadFile(file)).at(0).at("services");
  ASSERT_EQ(services.size(), 4U);
  for (const char* host : {"provision", "mesh"}) {
    const Json& command = services.at(host).at("command");
    for (const char* option : {"--transport=nats://broker:4222", "--state=nats://store:4222"})
      EXPECT_NE(std::find(command.begin(), command.end(), option), command.end()) << host << option;
  }
  EXPECT_EQ(services.at("store").at("image"), "${STORE_IMAGE:-nats:2.10-alpine}");
}

TEST_F(ComposeFile, RestrictsAndProbesWhatRuns) {
  const Json compose = ParseYaml(ReadFile(file_)).at(0);
  for (const auto& [name, service] : compose.at("services").items()) {
    EXPECT_EQ(service.at("read_only"), true) << name;
    EXPECT_EQ(service.at("cap_drop"), Json({"ALL"})) << name;
    EXPECT_EQ(service.contains("healthcheck"), name != "provision") << name;
  }
  const Json& services = compose.at("services");
  EXPECT_EQ(services.at("mesh").at("healthcheck").at("test"),
            Json({"CMD", "/mesh/bin/host", "--ready=:8080"}));
  EXPECT_EQ(services.at("mesh").at("depends_on").at("provision").at("condition"),
            "service_completed_successfully");
  EXPECT_TRUE(compose.at("volumes").contains("broker")) << "what is on its way outlives its container";
}

}  // namespace
}  // namespace meshc::test
