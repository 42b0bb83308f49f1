#include "running_chart.h"

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "tests/support/places.h"

namespace meshc::test {

namespace fs = std::filesystem;

std::string NameOfBroker(const testing::TestParamInfo<ChartBroker>& on) {
  switch (on.param) {
    case ChartBroker::kNats: return "Nats";
    case ChartBroker::kNatsBesideNats: return "NatsBesideNats";
    case ChartBroker::kNatsBesideRedis: return "NatsBesideRedis";
    case ChartBroker::kRabbit: return "RabbitMq";
    case ChartBroker::kRabbitBesideRedis: return "RabbitMqBesideRedis";
  }
  return {};
}

void RunningChart::Prepare() {
  ASSERT_EQ(example_.problem(), "");
  fs::create_directory(routes_);
  fs::create_directory(run_ / "pods");
  compiled_ = example_.output();
  if (servers_.is_on_redis()) CompileBesideRedis();
}

std::string RunningChart::BesideRedis(std::string text) {
  const std::string redis = R"(state redis { url "redis://redis.messaging"; secret "redis-auth"; )";
  const std::pair<std::string, std::string> stores[] = {
      {R"(state nats_kv { url "nats://nats.messaging:4222"; secret "nats-auth"; )", redis},
      {"state nats_kv;", redis + "}"}};
  for (const auto& [store, instead] : stores) {
    const std::size_t at = text.find(store);
    EXPECT_NE(at, std::string::npos) << store;
    if (at != std::string::npos) text.replace(at, store.size(), instead);
  }
  return text;
}

void RunningChart::CompileBesideRedis() {
  fs::copy(Example("support"), run_ / "beside_redis", fs::copy_options::recursive);
  const std::string flow = run_ / "beside_redis/support.flow";
  WriteFile(flow, BesideRedis(ReadFile(flow)));
  compiled_ = run_ / "redis";
  const ProgramRun made = RunProgram({Meshc(), "compile", flow, "-o", compiled_, "--only", "helm"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
}

RenderedChart RunningChart::Render(const std::string& compiled, Words words) const {
  const std::string folder = compiled + "/deploy/helm/shop-support";
  Words all = servers_.Values(folder);
  all.insert(all.end(), words.begin(), words.end());
  return {helm_, folder, all};
}

std::string RunningChart::SettingsOf(const Json& workload) const {
  return run_ / ("settings/" + workload.at("metadata").at("name").get<std::string>());
}

RunningChart::Words RunningChart::CommandOf(const RenderedChart& chart, const Json& workload) const {
  return chart.CommandOf(workload, example_.host(),
                         {{"mesh-routes", routes_}, {"mesh-settings", SettingsOf(workload)}});
}

void RunningChart::Provide(const RenderedChart& chart) const {
  const std::vector<Json> jobs = chart.OfKind("Job");
  ASSERT_EQ(jobs.size(), 1U);
  chart.MountSettings(jobs[0], SettingsOf(jobs[0]));
  const ProgramRun run = RunProgram(CommandOf(chart, jobs[0]),
                                    {.environment = chart.EnvironmentOf(jobs[0], servers_.secrets())});
  ASSERT_EQ(run.exit_code, 0) << run.err;
}

RunningChart::Pods RunningChart::Start(const RenderedChart& chart) const {
  Pods pods;
  for (const Json& deployment : chart.OfKind("Deployment")) {
    chart.MountSettings(deployment, SettingsOf(deployment));
    pods.push_back(std::make_unique<ChildProcess>(
        CommandOf(chart, deployment),
        ChildProcess::Options{.errors = LogOf(pods.size()),
                              .environment = chart.EnvironmentOf(deployment, servers_.secrets())}));
  }
  return pods;
}

void RunningChart::Stop(const Pods& pods) const {
  for (const auto& pod : pods) pod->Signal(SIGTERM);
  for (const auto& pod : pods) EXPECT_EQ(pod->Wait(), 0) << Logs();
}

std::string RunningChart::Logs() const {
  std::string logs;
  for (const auto& log : fs::directory_iterator(run_ / "pods")) logs += ReadFile(log.path());
  return logs;
}

std::vector<std::string> RunningChart::Addresses(const Pods& pods) const {
  const std::string told = "listening at ";
  std::vector<std::string> addresses;
  for (std::size_t i = 0; i < pods.size(); ++i) {
    std::string log;
    while (log.find(told) == std::string::npos && !pods[i]->HasEnded(20)) log = ReadFile(LogOf(i));
    const std::size_t at = log.find(told) + told.size();
    EXPECT_NE(log.find(told), std::string::npos) << log;
    addresses.push_back(log.substr(at, log.find('\n', at) - at));
  }
  return addresses;
}

RunningChart::Words RunningChart::Entrance(const std::string& messages) const {
  Words command = {example_.host()};
  const Words servers = servers_.HostOptions();
  command.insert(command.end(), servers.begin(), servers.end());
  command.insert(command.end(), {"--actor", "none", "--input", messages, "--routes", routes_});
  return command;
}

ChildProcess RunningChart::Enter(const Words& command) const {
  return {command,
          {.output = results(), .errors = run_ / "entrance", .environment = servers_.HostEnvironment()}};
}

bool RunningChart::WaitFor(ChildProcess& entrance, const Pods& pods) {
  while (!entrance.HasEnded(50)) {
    if (std::ranges::any_of(pods, [](const auto& pod) { return pod->HasEnded(); })) return false;
  }
  return true;
}

std::vector<nlohmann::json> RunningChart::TriggersOf(const RenderedChart& chart) {
  std::vector<Json> all;
  for (const Json& object : chart.OfKind("ScaledObject")) {
    for (const Json& trigger : object.at("spec").at("triggers")) all.push_back(trigger);
  }
  return all;
}

std::int64_t RunningChart::CountAll(const RenderedChart& chart, const std::string& of) const {
  std::int64_t all = 0;
  for (const Json& trigger : TriggersOf(chart)) {
    if (trigger.at("name").get<std::string>().ends_with(of))
      all += servers_.Count(chart, trigger).value_or(0);
  }
  return all;
}

std::vector<nlohmann::json> RunningChart::ResultsAlone() const {
  const ProgramRun alone = RunProgram({example_.host(), "--input", example_.messages()});
  EXPECT_EQ(alone.exit_code, 0) << alone.err;
  return Results(alone.out);
}

}  // namespace meshc::test
