// The chart runs: what its objects say is started on this machine, beside a real server, a process for each
// Deployment.
#include <gtest/gtest.h>
#include <httplib.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "built_example.h"
#include "child_process.h"
#include "helm_program.h"
#include "rendered_chart.h"
#include "tests/support/nats_server.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;
namespace fs = std::filesystem;

class RunningChart : public testing::Test {
 protected:
  static void SetUpTestSuite() { example_ = new BuiltExample(Example("support")); }
  static void TearDownTestSuite() { delete example_; }

  void SetUp() override {
    std::string reason;
    helm_ = FindHelm(reason);
    if (!helm_) GTEST_SKIP() << reason;
    ASSERT_EQ(example_->problem(), "");
    fs::create_directory(routes_);
  }

  RenderedChart Render(const std::string& compiled, Words words = {}) const {
    words.push_back("--set");
    words.push_back("transport.url=" + server_.url() + ",transport.monitoring=" + server_.monitoring());
    return {*helm_, compiled + "/deploy/helm/shop-support", words};
  }

  Words CommandOf(const RenderedChart& chart, const Json& workload) const {
    return chart.CommandOf(workload, example_->host(), routes_);
  }

  void Provide(const RenderedChart& chart) const {
    const std::vector<Json> jobs = chart.OfKind("Job");
    ASSERT_EQ(jobs.size(), 1U);
    const ProgramRun run = RunProgram(CommandOf(chart, jobs[0]));
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
    return {example_->host(), "--transport",        server_.url(), "--actor", "none",
            "--input",        example_->messages(), "--routes",    routes_};
  }

  /// A process for each Deployment.
  std::vector<std::unique_ptr<ChildProcess>> Start(const RenderedChart& chart) const {
    std::vector<std::unique_ptr<ChildProcess>> pods;
    for (const Json& deployment : chart.OfKind("Deployment"))
      pods.push_back(std::make_unique<ChildProcess>(CommandOf(chart, deployment),
                                                    ChildProcess::Options{.errors = run_ / "pods"}));
    return pods;
  }

  /// False: a pod has ended first.
  static bool WaitFor(ChildProcess& entrance, const std::vector<std::unique_ptr<ChildProcess>>& pods) {
    while (!entrance.HasEnded(50)) {
      if (std::ranges::any_of(pods, [](const auto& pod) { return pod->HasEnded(); })) return false;
    }
    return true;
  }

  void Stop(const std::vector<std::unique_ptr<ChildProcess>>& pods) const {
    for (const auto& pod : pods) pod->Signal(SIGTERM);
    for (const auto& pod : pods) EXPECT_EQ(pod->Wait(), 0) << ReadFile(run_ / "pods");
  }

  static BuiltExample* example_;
  std::optional<std::string> helm_;
  mesh::test::NatsServer server_{{"-m", "-1"}};
  ScratchFolder run_{"running_chart"};
  const std::string routes_ = run_ / "routes";
};

BuiltExample* RunningChart::example_ = nullptr;

TEST_F(RunningChart, HasAConsumerForEveryTriggerBeforeAnyPodStarts) {
  const RenderedChart chart = Render(example_->folder());
  Provide(chart);
  const std::vector<Json> scaled = chart.OfKind("ScaledObject");
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
  const RenderedChart chart = Render(example_->folder());
  chart.Mount(routes_);
  Provide(chart);
  // Nobody serves yet: KEDA sees what waits.
  const std::string results = run_ / "results";
  ChildProcess entrance(Entrance(), {.output = results, .errors = run_ / "entrance"});
  const Json first = chart.OfKind("ScaledObject").at(0).at("spec").at("triggers").at(0);
  const auto messages = static_cast<std::int64_t>(Results(alone.out).size());
  std::int64_t waiting = 0;
  while (waiting < messages && !entrance.HasEnded(20)) {
    waiting = 0;
    // Those of actors; the others are the mesh's own.
    for (const auto& [consumer, backlog] : Backlogs(first)) waiting += consumer[0] == '-' ? 0 : backlog;
  }
  EXPECT_EQ(waiting, messages) << ReadFile(run_ / "entrance");

  const auto pods = Start(chart);
  EXPECT_EQ(pods.size(), 12U);
  ASSERT_TRUE(WaitFor(entrance, pods)) << ReadFile(run_ / "pods");
  EXPECT_EQ(entrance.Wait(), 0) << ReadFile(run_ / "entrance") << ReadFile(run_ / "pods");
  EXPECT_EQ(Results(ReadFile(results)), Results(alone.out));
  Stop(pods);
}

/// How many of the messages came by an actor.
std::ptrdiff_t CameBy(const std::string& actor, const std::string& lines) {
  const auto results = Results(lines);
  return std::count_if(results.begin(), results.end(), [&](const Json& result) {
    return result.at("route").dump().find('"' + actor + '"') != std::string::npos;
  });
}

/// The support agent as it was released, compiled once more with another condition and without one actor.
class ChangedChart : public RunningChart {
 protected:
  void SetUp() override {
    RunningChart::SetUp();
    if (IsSkipped()) return;
    const std::string flow = run_ / "support/support.flow";
    fs::copy(Example("support"), run_ / "support", fs::copy_options::recursive);
    ASSERT_EQ(Run({"lock", flow, "--name", "1"}).exit_code, 0);
    std::string text = ReadFile(flow);
    text.resize(text.find("// ---- Rule 1"));
    Cut(text, "processor deep_context_retriever");
    Cut(text, "        if len(customer.orders) > 5");
    const std::string condition = "category in [return_request";
    text.replace(text.find(condition), condition.size(), "category in [order_inquiry, return_request");
    WriteFile(flow, text);
    const ProgramRun compiled = Run({"compile", flow, "-o", run_ / "compiled", "--only", "helm"});
    ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
    ASSERT_EQ(Run({"compat", flow, "--waves", folder()}).exit_code, 1) << "an actor is gone";
    ASSERT_FALSE(fs::exists(folder() + "/values-wave-3.yaml")) << "no host has to wait";
  }

  static ProgramRun Run(Words words) {
    words.insert(words.begin(), Meshc());
    return RunProgram(words);
  }
  /// Takes out what begins so, to its closing brace.
  static void Cut(std::string& text, const std::string& begin) {
    const std::size_t at = text.find(begin);
    text.erase(at, text.find('}', at) + 1 - at);
  }
  std::string folder() const { return run_ / "compiled/deploy/helm/shop-support"; }
  RenderedChart Wave(int number) const {
    return Render(run_ / "compiled", {"-f", folder() + "/values-wave-" + std::to_string(number) + ".yaml",
                                      "--set", "former.image.tag=released"});
  }
};

TEST_F(ChangedChart, KeepsHostsOfAnActorThatIsGone) {
  std::set<std::string> former;
  for (const Json& deployment : Wave(1).OfKind("Deployment")) {
    const Json container = deployment.at("spec").at("template").at("spec").at("containers").at(0);
    if (container.at("image") == "shop-support:released") former.insert(deployment.at("metadata").at("name"));
  }
  EXPECT_EQ(former, (std::set<std::string>{"shop-support-deep-context-retriever"}));
}

TEST_F(ChangedChart, GivesFormerHostsTheImageOfTheirRelease) {
  const std::string digest = "sha256:" + std::string(64, 'a');
  const auto images = [&](Words words) {
    words.insert(words.begin(), {"--set", "image.repository=hub/desk,image.digest=" + digest});
    std::map<std::string, std::string> found;
    for (const Json& deployment : Render(run_ / "compiled", words).OfKind("Deployment"))
      found[deployment.at("metadata").at("name")] =
          deployment.at("spec").at("template").at("spec").at("containers").at(0).at("image");
    return found;
  };
  const std::string gone = "shop-support-deep-context-retriever";
  const std::string handoff = "shop-support-human-handoff";
  auto found = images({"--set", "former.image.tag=v1,former.actors={human_handoff}"});
  EXPECT_EQ(found[gone], "hub/desk:v1");
  EXPECT_EQ(found[handoff], "hub/desk:v1");
  EXPECT_EQ(found["shop-support-intent-analyzer"], "hub/desk@" + digest);
  found = images(
      {"--set",
       "former.image.tag=v1,former.actors={human_handoff},actors.human_handoff.image.repository=hub/gpu"});
  EXPECT_EQ(found[handoff], "hub/gpu:v1");
  found = images({"--set",
                  "leaving.deep_context_retriever.image.tag=v0.9,leaving.deep_context_retriever.image."
                  "repository=hub/desk"});
  EXPECT_EQ(found[gone], "hub/desk:v0.9") << "it left longer ago";
}

TEST_F(ChangedChart, IsRefusedWhereItCannotWork) {
  const auto refusal = [&](const std::string& set) {
    const ProgramRun run = RunProgram({*helm_, "template", "release", folder(), "--set", set});
    EXPECT_NE(run.exit_code, 0) << set;
    return run.err;
  };
  const auto holds = [&](const std::string& set, const std::string& words) {
    const std::string said = refusal(set);
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  holds("former.image.repository=x", "former.image.tag");
  holds("former.image.tag=v1,former.actors={typo}", "former.actors names typo");
  holds("former.image.tag=v1,routes.current=0000000000000000", "which is none of routes.tables");
  holds("former.image.tag=v1,routes.wave=0000000000000000", "these waves lead to");
  holds("former.image.tag=v1,routes.tables=null,routes.current=0000000000000000", "routes");
  holds(
      "former.image.tag=v1,former.actors={human_handoff},pools.p.name=p,pools.p.actors={human_handoff,intent_"
      "analyzer},actors.human_handoff.pool=p,actors.intent_analyzer.pool=p",
      "one pod has one image");
}

TEST_F(ChangedChart, TakesANewTableWithoutANewImage) {
  const RenderedChart first = Wave(1);
  const RenderedChart second = Wave(2);
  EXPECT_EQ(first.OfKind("Deployment"), second.OfKind("Deployment")) << "a switch is no new pod";
  first.Mount(routes_);
  Provide(first);
  const auto pods = Start(first);
  const ProgramRun before = RunProgram(Entrance());
  ASSERT_EQ(before.exit_code, 0) << before.err << ReadFile(run_ / "pods");
  second.Mount(routes_);
  const ProgramRun after = RunProgram(Entrance());
  ASSERT_EQ(after.exit_code, 0) << after.err << ReadFile(run_ / "pods");
  EXPECT_EQ(Results(before.out).size(), Results(after.out).size());
  EXPECT_GT(CameBy("execution_coordinator", after.out), CameBy("execution_coordinator", before.out));
  EXPECT_GT(CameBy("deep_context_retriever", before.out), 0) << "it is served as long as it is waited for";
  EXPECT_EQ(CameBy("deep_context_retriever", after.out), 0);
  // Whoever enters envelopes in a pod hears of it without a restart, too.
  const std::string told = "new envelopes enter on table ";
  const auto count = [&] {
    std::size_t found = 0;
    const std::string log = ReadFile(run_ / "pods");
    for (std::size_t at = log.find(told); at != std::string::npos; at = log.find(told, at + 1)) ++found;
    return found;
  };
  while (count() < pods.size() && !pods[0]->HasEnded(50)) continue;
  EXPECT_EQ(count(), pods.size()) << ReadFile(run_ / "pods");
  Stop(pods);
}

}  // namespace
}  // namespace meshc::test
