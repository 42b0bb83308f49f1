// The servers that a chart names, as real ones on this machine, and what KEDA asks of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rendered_chart.h"
#include "tests/support/nats_server.h"
#include "tests/support/rabbit_server.h"
#include "tests/support/redis_server.h"

namespace meshc::test {

/// RabbitMQ keeps no state: a server of NATS or of Redis stands beside it. NATS may have one of either beside
/// it.
enum class ChartBroker { kNats, kNatsBesideNats, kNatsBesideRedis, kRabbit, kRabbitBesideRedis };

class ChartServers {
 public:
  explicit ChartServers(ChartBroker broker);

  /// What helm is told of them for the support agent, whose chart is in `folder`.
  std::vector<std::string> Values(const std::string& folder) const;
  /// Of a host that is no pod.
  std::vector<std::string> HostOptions() const;
  std::vector<std::pair<std::string, std::string>> HostEnvironment() const;
  /// What the secrets hold that the deploy names.
  const Secrets& secrets() const { return secrets_; }

  /// Messages that wait or are at work, as KEDA counts them by that trigger of the chart. None: there is no
  /// such consumer or queue, or nobody answers.
  std::optional<std::int64_t> Count(const RenderedChart& chart, const nlohmann::json& trigger) const;

  /// Of these the ones that somebody has and has not done with, as the server tells.
  std::optional<std::int64_t> CountAtWork(const RenderedChart& chart, const nlohmann::json& trigger) const;

  bool has_store() const { return is_rabbit() || is_on_redis() || store_ != nullptr; }
  bool is_on_redis() const { return redis_ != nullptr; }

  /// The broker.
  void Stop(int signal);
  void Start();
  /// The store beside it; `has_store()`.
  void StopStore(int signal);
  void StartStore();

 private:
  bool is_rabbit() const { return rabbit_ != nullptr; }
  std::string StateUrl() const;
  /// What the server tells of the consumer or queue; null: nothing.
  nlohmann::json Ask(const RenderedChart& chart, const nlohmann::json& trigger) const;

  Secrets secrets_;
  std::string vhost_;                               ///< This test's own on RabbitMQ.
  std::unique_ptr<mesh::test::NatsServer> nats_;    ///< The broker, or the state beside it. Null: not there.
  std::unique_ptr<mesh::test::NatsServer> store_;   ///< The state beside another one. Null: not there.
  std::unique_ptr<mesh::test::RedisServer> redis_;  ///< Null: the state is on NATS.
  mesh::test::RabbitServer* rabbit_ = nullptr;      ///< Null: NATS is the broker.
};

}  // namespace meshc::test
