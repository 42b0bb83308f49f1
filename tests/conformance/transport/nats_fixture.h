// Meshes on a NATS server that all tests of this program share; each has a prefix of its own.
#pragma once

#include "mesh/transport/nats/nats.h"

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "tests/conformance/transport/durable_suite.h"
#include "tests/conformance/transport/transport_suite.h"
#include "tests/support/nats_cluster.h"
#include "tests/support/nats_programs.h"
#include "tests/support/nats_server.h"

namespace mesh::test {

/// One for all tests of this program; each has a prefix of its own.
inline NatsServer& Server() {
  static NatsServer server;
  return server;
}

inline std::string NewPrefix() {
  static int number = 0;
  return "t" + std::to_string(++number);
}

inline transport::NatsOptions OptionsOf(const NatsServer& server, const std::string& prefix) {
  auto options = std::get<transport::NatsOptions>(transport::ParseNatsUrl(server.url()));
  options.prefix = prefix;
  options.mesh = "shop";
  options.redelivery_ns = 2'000'000'000;
  return options;
}

/// A cluster for all tests of this program that keep replicated state; only where NewerNats is not empty.
inline NatsCluster& Cluster() {
  static NatsCluster cluster(NewerNats());
  return cluster;
}

inline transport::NatsOptions OptionsOf(const NatsCluster& cluster, const std::string& prefix) {
  auto options = std::get<transport::NatsOptions>(transport::ParseNatsUrl(cluster.url()));
  options.prefix = prefix;
  options.mesh = "shop";
  options.redelivery_ns = 2'000'000'000;
  options.replicas = NatsCluster::kSize;
  return options;
}

/// Why a server cannot be used; empty: it can.
inline std::string WhyNotNats(const transport::NatsOptions& options) {
  ManualClock clock;
  auto opened = transport::OpenNats(options, clock);
  const auto* why = std::get_if<std::string>(&opened);
  return why == nullptr ? "" : *why;
}

inline std::unique_ptr<transport::Transport> OpenServer(transport::NatsOptions options,
                                                        transport::Clock& clock) {
  auto opened = transport::OpenNats(std::move(options), clock);
  if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
  return std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
}

class NatsMesh : public testing::Test {
 protected:
  std::unique_ptr<transport::Transport> Open() { return OpenServer(OptionsOf(Server(), prefix_), clock_); }

  const std::string prefix_ = NewPrefix();
  ManualClock clock_;
};

}  // namespace mesh::test
