// The chart of a mesh that has changed: former versions are served until their envelopes are through.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "chosen_brokers.h"
#include "running_chart.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

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
  explicit ChangedChart(ChartBroker broker = ChartBroker::kNats) : RunningChart(broker) {}
  void Prepare() override {
    RunningChart::Prepare();
    const std::string flow = run_ / "support/support.flow";
    fs::copy(Example("support"), run_ / "support", fs::copy_options::recursive);
    if (servers_.is_on_redis()) WriteFile(flow, BesideRedis(ReadFile(flow)));
    ASSERT_EQ(Run({"lock", flow, "--name", "1"}).exit_code, 0);
    std::string text = ReadFile(flow);
    text.resize(text.find("// ---- Rule 1"));
    Cut(text, "  actor deep_context_retriever: small, seldom;", ';');
    Cut(text, "deep_context_retriever, ", ' ');
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
  /// Takes out what begins so, to its closing brace or another end.
  static void Cut(std::string& text, const std::string& begin, char end = '}') {
    const std::size_t at = text.find(begin);
    ASSERT_NE(at, std::string::npos) << begin;
    text.erase(at, text.find(end, at) + 1 - at);
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
    if (container.at("image") == "registry.example/shop/support:released")
      former.insert(deployment.at("metadata").at("name"));
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
    const ProgramRun run = RunProgram({helm_, "template", "release", folder(), "--set", set});
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
}

class NewTableOn : public ChangedChart, public testing::WithParamInterface<ChartBroker> {
 protected:
  NewTableOn() : ChangedChart(GetParam()) {}
  ProgramRun BringIn() const { return RunProgram(Entrance(), {.environment = servers_.HostEnvironment()}); }
};
INSTANTIATE_TEST_SUITE_P(Chart, NewTableOn, testing::ValuesIn(ChosenBrokers()), NameOfBroker);

TEST_P(NewTableOn, IsTakenWithoutANewImage) {
  const RenderedChart first = Wave(1);
  const RenderedChart second = Wave(2);
  EXPECT_EQ(first.OfKind("Deployment"), second.OfKind("Deployment")) << "a switch is no new pod";
  first.Mount(routes_);
  Provide(first);
  const auto pods = Start(first);
  const ProgramRun before = BringIn();
  ASSERT_EQ(before.exit_code, 0) << before.err << Logs();
  second.Mount(routes_);
  const ProgramRun after = BringIn();
  ASSERT_EQ(after.exit_code, 0) << after.err << Logs();
  EXPECT_EQ(Results(before.out).size(), Results(after.out).size());
  EXPECT_GT(CameBy("execution_coordinator", after.out), CameBy("execution_coordinator", before.out));
  EXPECT_GT(CameBy("deep_context_retriever", before.out), 0) << "it is served as long as it is waited for";
  EXPECT_EQ(CameBy("deep_context_retriever", after.out), 0);
  // Whoever enters envelopes in a pod hears of it without a restart, too.
  const std::string told = "new envelopes enter on table ";
  const auto count = [&] {
    std::size_t found = 0;
    const std::string log = Logs();
    for (std::size_t at = log.find(told); at != std::string::npos; at = log.find(told, at + 1)) ++found;
    return found;
  };
  while (count() < pods.size() && !pods[0]->HasEnded(50)) continue;
  EXPECT_EQ(count(), pods.size()) << Logs();
  Stop(pods);
}

}  // namespace
}  // namespace meshc::test
