// The chart runs: what its objects say is started on this machine, beside a real server, a process for each
// Deployment.
#include <gtest/gtest.h>
#include <httplib.h>

#include <csignal>
#include <memory>
#include <set>

#include "built_example.h"
#include "child_process.h"
#include "helm_program.h"
#include "tests/support/nats_server.h"
#include "tests/support/places.h"
#include "yaml_json.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

class RunningChart : public testing::Test {
 protected:
  static void SetUpTestSuite() { example_ = new BuiltExample(Example("support")); }
  static void TearDownTestSuite() { delete example_; }

  void SetUp() override {
    std::string reason;
    const auto helm = FindHelm(reason);
    if (!helm) GTEST_SKIP() << reason;
    ASSERT_EQ(example_->problem(), "");
    const ProgramRun run =
        RunProgram({*helm, "template", "release", example_->folder() + "/deploy/helm/shop-support", "--set",
                    "transport.url=" + server_.url() + ",transport.monitoring=" + server_.monitoring()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    objects_ = ParseYaml(run.out);
  }

  std::vector<Json> OfKind(const std::string& kind) const {
    std::vector<Json> found;
    for (const Json& object : objects_) {
      if (object.at("kind") == kind) found.push_back(object);
    }
    return found;
  }

  /// As a kubelet starts it, but for the port: here all processes share a machine.
  Words CommandOf(const Json& workload) const {
    const Json& container = workload.at("spec").at("template").at("spec").at("containers").at(0);
    const Json config = OfKind("ConfigMap").at(0).at("data");
    Words command = {example_->host()};
    for (std::string argument : container.at("args")) {
      for (const auto& [name, value] : config.items())
        argument = Replaced(argument, "$(" + name + ")", value.get<std::string>());
      command.push_back(argument.starts_with("--http=") ? "--http=127.0.0.1:0" : argument);
    }
    return command;
  }

  void Provide() const {
    const std::vector<Json> jobs = OfKind("Job");
    ASSERT_EQ(jobs.size(), 1U);
    const ProgramRun run = RunProgram(CommandOf(jobs[0]));
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }

  /// Consumers of the stream, as KEDA asks for them: waiting and working messages by name.
  std::map<std::string, std::int64_t> Backlogs(const Json& trigger) const {
    std::map<std::string, std::int64_t> backlogs;
    const Json& metadata = trigger.at("metadata");
    httplib::Client client("http://" + metadata.at("natsServerMonitoringEndpoint").get<std::string>());
    const auto answer =
        client.Get("/jsz?acc=" + metadata.at("account").get<std::string>() + "&consumers=true&config=true");
    if (!answer) return backlogs;
    const Json told = Json::parse(answer->body);
    for (const Json& account : told.value("account_details", Json::array())) {
      for (const Json& stream : account.value("stream_detail", Json::array())) {
        if (stream.at("name") != metadata.at("stream")) continue;
        for (const Json& consumer : stream.value("consumer_detail", Json::array()))
          backlogs[consumer.at("name")] = consumer.at("num_pending").get<std::int64_t>() +
                                          consumer.at("num_ack_pending").get<std::int64_t>();
      }
    }
    return backlogs;
  }

  Words Entrance() const {
    return {example_->host(), "--transport", server_.url(),       "--actor",
            "none",           "--input",     example_->messages()};
  }

  static BuiltExample* example_;
  mesh::test::NatsServer server_{{"-m", "-1"}};
  ScratchFolder run_{"running_chart"};
  std::vector<Json> objects_;
};

BuiltExample* RunningChart::example_ = nullptr;

TEST_F(RunningChart, HasAConsumerForEveryTriggerBeforeAnyPodStarts) {
  Provide();
  const std::vector<Json> scaled = OfKind("ScaledObject");
  ASSERT_FALSE(scaled.empty());
  for (const Json& object : scaled) {
    const Json& trigger = object.at("spec").at("triggers").at(0);
    const auto backlogs = Backlogs(trigger);
    const std::string consumer = trigger.at("metadata").at("consumer");
    ASSERT_TRUE(backlogs.contains(consumer)) << consumer;
    EXPECT_EQ(backlogs.at(consumer), 0);
  }
}

TEST_F(RunningChart, EndsMessagesAsOneProcessDoes) {
  const ProgramRun alone = RunProgram({example_->host(), "--input", example_->messages()});
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  Provide();
  // Nobody serves yet: KEDA sees what waits.
  const std::string results = run_ / "results";
  ChildProcess entrance(Entrance(), {.output = results, .errors = run_ / "entrance"});
  const Json first = OfKind("ScaledObject").at(0).at("spec").at("triggers").at(0);
  const auto messages = static_cast<std::int64_t>(Results(alone.out).size());
  std::int64_t waiting = 0;
  while (waiting < messages && !entrance.HasEnded(20)) {
    waiting = 0;
    // Those of actors; the others are the mesh's own.
    for (const auto& [consumer, backlog] : Backlogs(first)) waiting += consumer[0] == '-' ? 0 : backlog;
  }
  EXPECT_EQ(waiting, messages) << ReadFile(run_ / "entrance");

  std::vector<std::unique_ptr<ChildProcess>> pods;
  for (const Json& deployment : OfKind("Deployment"))
    pods.push_back(std::make_unique<ChildProcess>(CommandOf(deployment),
                                                  ChildProcess::Options{.errors = run_ / "pods"}));
  EXPECT_EQ(pods.size(), 12U);
  EXPECT_EQ(entrance.Wait(), 0) << ReadFile(run_ / "entrance") << ReadFile(run_ / "pods");
  EXPECT_EQ(Results(ReadFile(results)), Results(alone.out));
  for (const auto& pod : pods) pod->Signal(SIGTERM);
  for (const auto& pod : pods) EXPECT_EQ(pod->Wait(), 0) << ReadFile(run_ / "pods");
}

}  // namespace
}  // namespace meshc::test
