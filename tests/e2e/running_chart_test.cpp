// The chart runs on each broker, and counts, stops and comes back as pods must.
#include <gtest/gtest.h>
#include <httplib.h>

#include <csignal>

#include "chosen_brokers.h"
#include "running_chart.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

class ChartOn : public RunningChart, public testing::WithParamInterface<ChartBroker> {
 protected:
  ChartOn() : RunningChart(GetParam()) {}

  void ExpectResultsOf(ChildProcess& entrance, const std::vector<Json>& expected) const {
    EXPECT_EQ(entrance.Wait(), 0) << ReadFile(run_ / "entrance") << Logs();
    EXPECT_EQ(Results(ReadFile(results())), expected);
  }

  /// Until every pod answers so; it is alive all the while.
  void WaitForReadiness(int status, const Pods& pods, const std::vector<std::string>& addresses) const {
    for (std::size_t i = 0; i < pods.size(); ++i) {
      httplib::Client client(addresses[i]);
      auto ready = client.Get("/readyz");
      while (!ready || ready->status != status) {
        ASSERT_FALSE(pods[i]->HasEnded(10)) << Logs();
        ready = client.Get("/readyz");
      }
      const auto alive = client.Get("/healthz");
      ASSERT_TRUE(alive);
      EXPECT_EQ(alive->status, 200);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Chart, ChartOn, testing::ValuesIn(ChosenBrokers()), NameOfBroker);

TEST_P(ChartOn, CountsByEveryTriggerBeforeAnyPodStarts) {
  const RenderedChart chart = Render();
  ASSERT_NO_FATAL_FAILURE(Provide(chart));
  const std::vector<Json> triggers = TriggersOf(chart);
  for (const Json& trigger : triggers) {
    auto count = servers_.Count(chart, trigger);
    // RabbitMQ counts now and then.
    while (GetParam() != ChartBroker::kNats && !count) count = servers_.Count(chart, trigger);
    EXPECT_EQ(count, 0) << trigger;
  }
  EXPECT_EQ(triggers.size(), 22U) << "one for each actor and lane";
}

/// Or KEDA would take pods away that have work.
TEST_P(ChartOn, CountsWhatIsAtWorkToo) {
  const std::vector<Json> alone = ResultsAlone();
  const auto messages = static_cast<std::int64_t>(alone.size());
  const RenderedChart chart = Render();
  chart.Mount(routes_);
  Provide(chart);
  const auto pods = Start(chart);
  const auto addresses = Addresses(pods);
  const auto at_work = [&] {
    std::int64_t all = 0;
    for (const Json& trigger : TriggersOf(chart)) all += servers_.CountAtWork(chart, trigger).value_or(0);
    return all;
  };
  // Pods that have asked for messages, and get them, and cannot go on. What they have asked of NATS lapses
  // after some seconds: then they are to ask once more.
  for (bool seen = false; !seen;) {
    WaitForReadiness(200, pods, addresses);
    for (const auto& pod : pods) pod->Signal(SIGSTOP);
    ChildProcess entrance = Enter();
    while (CountAll(chart) < messages && !entrance.HasEnded(20)) continue;
    EXPECT_EQ(CountAll(chart), messages) << ReadFile(run_ / "entrance");
    seen = at_work() > 0;
    EXPECT_EQ(CountAll(chart), messages) << "at work or not";
    for (const auto& pod : pods) pod->Signal(SIGCONT);
    ASSERT_TRUE(WaitFor(entrance, pods)) << Logs();
    ExpectResultsOf(entrance, alone);
    while (CountAll(chart) > 0) continue;
  }
  Stop(pods);
}

TEST_P(ChartOn, EndsMessagesAsOneProcessDoes) {
  const std::vector<Json> alone = ResultsAlone();
  const auto messages = static_cast<std::int64_t>(alone.size());
  ASSERT_GE(messages, 25);
  const RenderedChart chart = Render();
  chart.Mount(routes_);
  Provide(chart);
  // Nobody serves yet: KEDA sees what waits.
  ChildProcess entrance = Enter();
  while (CountAll(chart) < messages && !entrance.HasEnded(20)) continue;
  EXPECT_EQ(CountAll(chart), messages) << ReadFile(run_ / "entrance");

  const auto pods = Start(chart);
  EXPECT_EQ(pods.size(), chart.OfKind("ScaledObject").size() + 1) << "and the mailboxes of the mesh";
  ASSERT_TRUE(WaitFor(entrance, pods)) << Logs();
  ExpectResultsOf(entrance, alone);
  while (CountAll(chart) > 0) continue;
  Stop(pods);
}

TEST_P(ChartOn, LosesNothingWhenPodsEndInMidWork) {
  const std::vector<Json> alone = ResultsAlone();
  const RenderedChart chart = Render();
  chart.Mount(routes_);
  Provide(chart);
  ChildProcess entrance = Enter();
  const auto first = Start(chart);
  while (ReadFile(results()).empty() && !entrance.HasEnded(1)) continue;
  Stop(first);
  const auto second = Start(chart);
  ASSERT_TRUE(WaitFor(entrance, second)) << Logs();
  ExpectResultsOf(entrance, alone);
  Stop(second);
}

TEST_P(ChartOn, IsReadyAsItsServersAre) {
  const RenderedChart chart = Render();
  chart.Mount(routes_);
  Provide(chart);
  const auto pods = Start(chart);
  const auto addresses = Addresses(pods);
  WaitForReadiness(200, pods, addresses);
  servers_.Stop(SIGTERM);
  WaitForReadiness(503, pods, addresses);
  servers_.Start();
  WaitForReadiness(200, pods, addresses);
  if (servers_.has_store()) {
    servers_.StopStore(SIGTERM);
    WaitForReadiness(503, pods, addresses);
    servers_.StartStore();
    WaitForReadiness(200, pods, addresses);
  }
  // They are not only ready: they work.
  ChildProcess entrance = Enter();
  ASSERT_TRUE(WaitFor(entrance, pods)) << Logs();
  ExpectResultsOf(entrance, ResultsAlone());
  Stop(pods);
}

/// What names a lane waits in its queue, and whoever brings it in is told of lanes as hosts are.
TEST_P(ChartOn, KeepsLanesApart) {
  constexpr const char* kTicket = R"({"message": "Which carrier do you use?", "email": "a@b.example"})";
  const std::string table = RunProgram({example_.host(), "--table"}).out;
  std::string messages;
  for (const char* lane : {"mail", "chat", "mail", "", "mail", "unheard"}) {
    Json envelope = {{"id", "m" + std::to_string(messages.size())},
                     {"route", {{"table", table.substr(0, table.find('\n'))}, {"flow", "support"}}},
                     {"payload", Json::parse(kTicket)}};
    if (*lane != '\0') envelope["headers"]["lane"] = lane;
    messages += envelope.dump() + '\n';
  }
  WriteFile(run_ / "messages", messages);
  const RenderedChart chart = Render();
  chart.Mount(routes_);
  Provide(chart);
  Words command = Entrance(run_ / "messages");
  command.insert(command.end(),
                 {"--envelope", "--settings", SettingsOf(chart.OfKind("Job").at(0)) + "/settings.json"});
  ChildProcess entrance = Enter(command);
  while (CountAll(chart) < 6 && !entrance.HasEnded(20)) continue;
  EXPECT_EQ(CountAll(chart), 6) << ReadFile(run_ / "entrance");
  EXPECT_EQ(CountAll(chart, ".mail"), 3);
  const auto pods = Start(chart);
  ASSERT_TRUE(WaitFor(entrance, pods)) << Logs();
  EXPECT_EQ(entrance.Wait(), 0) << ReadFile(run_ / "entrance") << Logs();
  const std::vector<Json> all = Results(ReadFile(results()));
  EXPECT_EQ(all.size(), 6U);
  for (const Json& ended : all) EXPECT_EQ(ended.at("status").at("phase"), "succeeded") << ended;
  while (CountAll(chart) > 0) continue;
  Stop(pods);
}

/// How a deploy lets an actor be called comes in a file that is mounted.
TEST_P(ChartOn, RunsWithItsSettingsFile) {
  const std::string calls = "actors.response_generator.calls.";
  const RenderedChart chart = Render(
      {"--set", calls + "retry.attempts=2," + calls + "concurrency=2,actors.response_generator.threads=2"});
  chart.Mount(routes_);
  Provide(chart);
  ChildProcess entrance = Enter();
  const auto pods = Start(chart);
  ASSERT_TRUE(WaitFor(entrance, pods)) << Logs();
  ExpectResultsOf(entrance, ResultsAlone());
  Stop(pods);
  // It is this file that hosts read: what cannot be in it ends the one that has it, and no other.
  const RenderedChart wrong =
      Render({"--set", calls + "retry.attempts=2," + calls + "retry.errors={no_such_error}"});
  const auto refused = Start(wrong);
  while (Logs().find("no_such_error") == std::string::npos && !refused.front()->HasEnded(10)) continue;
  std::size_t failed = 0;
  for (const auto& pod : refused) {
    pod->Signal(SIGTERM);
    if (pod->Wait() == 2) ++failed;
  }
  EXPECT_EQ(failed, 1U) << Logs();
}

}  // namespace
}  // namespace meshc::test
