// Where hosts keep what is on its way: a file, a NATS server, alone or with a Redis server beside it, a
// cluster of three NATS servers, or a RabbitMQ broker with a file or a Redis server beside it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/nats_cluster.h"
#include "tests/support/nats_programs.h"
#include "tests/support/nats_server.h"
#include "tests/support/rabbit_server.h"
#include "tests/support/redis_server.h"

namespace meshc::test {

enum class PlaceKind { kSqlite, kNats, kAmqp, kAmqpBesideRedis, kNatsBesideRedis, kNatsCluster };

inline std::string NameOfKind(const testing::TestParamInfo<PlaceKind>& on) {
  constexpr const char* kNames[] = {"Sqlite",          "Nats",       "Amqp", "AmqpBesideRedis",
                                    "NatsBesideRedis", "NatsCluster"};
  return kNames[static_cast<std::size_t>(on.param)];
}

class DurablePlace {
 public:
  /// Files begin with `path`.
  DurablePlace(PlaceKind kind, const std::string& path) {
    switch (kind) {
      case PlaceKind::kSqlite: options_ = {"--transport", "sqlite:" + path + ".db?sync=normal"}; break;
      case PlaceKind::kNats:
        server_ = std::make_unique<mesh::test::NatsServer>();
        options_ = {"--transport", server_->url() + "?redelivery=2"};
        break;
      case PlaceKind::kAmqp:
        broker_ = std::make_unique<mesh::test::RabbitServer>();
        options_ = {"--transport", broker_->url(), "--state", "sqlite:" + path + ".db"};
        break;
      case PlaceKind::kAmqpBesideRedis:
        broker_ = std::make_unique<mesh::test::RabbitServer>();
        store_ = std::make_unique<mesh::test::RedisServer>();
        options_ = {"--transport", broker_->url(), "--state", store_->url()};
        break;
      case PlaceKind::kNatsBesideRedis:
        server_ = std::make_unique<mesh::test::NatsServer>();
        store_ = std::make_unique<mesh::test::RedisServer>();
        options_ = {"--transport", server_->url() + "?redelivery=2", "--state", store_->url()};
        break;
      case PlaceKind::kNatsCluster:
        cluster_ = std::make_unique<mesh::test::NatsCluster>(mesh::test::NewerNats());
        options_ = {"--transport", cluster_->url() + "?replicas=3&redelivery=2"};
    }
  }

  /// Of a host.
  const std::vector<std::string>& options() const { return options_; }
  /// Of its transport; empty: there is none.
  std::string url() const {
    if (broker_ != nullptr) return broker_->url();
    if (cluster_ != nullptr) return cluster_->url();
    return server_ != nullptr ? server_->url() : "";
  }
  /// Of the one that keeps the state, where it keeps nothing else. False: there is none.
  bool RestartStore(int signal) {
    if (store_ == nullptr) return false;
    store_->Stop(signal);
    store_->Start();
    return true;
  }
  /// The cluster; null if the place has one server or none.
  mesh::test::NatsCluster* cluster() { return cluster_.get(); }
  /// Stops and starts the server; in a cluster, the first one.
  void Restart(int signal) {
    if (cluster_ != nullptr) {
      cluster_->server(0).Stop(signal);
      return cluster_->Start(0);
    }
    if (broker_ != nullptr) {
      broker_->Stop(signal);
      return broker_->Start();
    }
    server_->Stop(signal);
    server_->Start();
  }

 private:
  std::unique_ptr<mesh::test::NatsServer> server_;    ///< Null: there is none.
  std::unique_ptr<mesh::test::NatsCluster> cluster_;  ///< The same.
  std::unique_ptr<mesh::test::RabbitServer> broker_;  ///< The same.
  std::unique_ptr<mesh::test::RedisServer> store_;    ///< The same.
  std::vector<std::string> options_;
};

}  // namespace meshc::test
