// The support agent's chart runs: what its objects say is started on this machine, beside real servers, a
// process for each Deployment.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "built_project.h"
#include "chart_servers.h"
#include "child_process.h"
#include "helm_test.h"
#include "rendered_chart.h"

namespace meshc::test {

inline constexpr ChartBroker kChartBrokers[] = {ChartBroker::kNats, ChartBroker::kNatsBesideNats,
                                                ChartBroker::kNatsBesideRedis, ChartBroker::kRabbit,
                                                ChartBroker::kRabbitBesideRedis};
/// Of a test.
std::string NameOfBroker(const testing::TestParamInfo<ChartBroker>& on);

class RunningChart : public HelmTest {
 protected:
  using Json = nlohmann::json;
  using Words = std::vector<std::string>;
  using Pods = std::vector<std::unique_ptr<ChildProcess>>;

  explicit RunningChart(ChartBroker broker) : servers_(broker) {}
  void Prepare() override;

  RenderedChart Render(const std::string& compiled, Words words = {}) const;
  RenderedChart Render(Words words = {}) const { return Render(compiled_, std::move(words)); }

  /// Runs the hook job.
  void Provide(const RenderedChart& chart) const;
  /// A process for each Deployment.
  Pods Start(const RenderedChart& chart) const;
  void Stop(const Pods& pods) const;
  /// What pods have told.
  std::string Logs() const;
  /// Where each pod answers, once all of them listen.
  std::vector<std::string> Addresses(const Pods& pods) const;

  /// Brings the messages in, and waits for their ends.
  Words Entrance() const { return Entrance(example_.messages()); }
  Words Entrance(const std::string& messages) const;
  ChildProcess Enter() const { return Enter(Entrance()); }
  ChildProcess Enter(const Words& command) const;
  std::string results() const { return run_ / "results"; }
  /// False: a pod has ended first.
  static bool WaitFor(ChildProcess& entrance, const Pods& pods);
  /// Where its settings are mounted.
  std::string SettingsOf(const Json& workload) const;
  /// Those of all actors and lanes.
  static std::vector<Json> TriggersOf(const RenderedChart& chart);
  /// Messages that wait for actors or are at work there, as KEDA sees it.
  /// `of`: where the name of the trigger ends so.
  std::int64_t CountAll(const RenderedChart& chart, const std::string& of = "") const;
  /// What one process makes of the messages.
  std::vector<Json> ResultsAlone() const;

  /// The text of its flow with the states of both deploys on a server of Redis.
  static std::string BesideRedis(std::string text);

  const BuiltProject example_{"support"};
  ChartServers servers_;
  ScratchFolder run_{"running_chart"};
  const std::string routes_ = run_ / "routes";

 private:
  void CompileBesideRedis();
  Words CommandOf(const RenderedChart& chart, const Json& workload) const;
  std::string LogOf(std::size_t pod) const { return run_ / ("pods/" + std::to_string(pod)); }

  std::string compiled_;  ///< Where the chart is.
};

}  // namespace meshc::test
