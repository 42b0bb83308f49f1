// The raw limit of a mesh on RabbitMQ with a Redis server beside it: the same messages and values, moved by
// the client libraries alone.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/line_mesh.h"

struct amqp_connection_state_t_;
struct redisContext;

namespace mesh::test {

/// One thread, a connection to publish, one to consume, one to the store: it takes what there is, at most a
/// window, changes the state, sends all that follows, waits for the confirmations, and acknowledges.
class RawAmqp {
 public:
  /// On servers where it has not been yet.
  RawAmqp(const std::string& broker, const std::string& store, std::string body);
  ~RawAmqp();
  RawAmqp(const RawAmqp&) = delete;
  RawAmqp& operator=(const RawAmqp&) = delete;

  /// Until as many have ended.
  void Run(int from, int count);

 private:
  struct Taken {
    std::size_t place = 0;
    std::string id = {};
  };
  using Connection = amqp_connection_state_t_*;

  static Connection Connect(int port);
  /// Waits until there is something, and takes what there is.
  std::vector<Taken> Take();
  void Publish(std::size_t place, const std::string& id);
  void AwaitConfirmations();
  void Acknowledge();
  /// Tells the store to; see AwaitStore.
  void Begin(const std::string& id);
  void End(const std::string& id);
  void AwaitStore();

  const std::string body_;
  Connection publishing_ = nullptr;
  Connection consuming_ = nullptr;
  redisContext* store_ = nullptr;
  int asked_of_store_ = 0;
  std::uint64_t published_ = 0;
  std::uint64_t confirmed_ = 0;  ///< All until that number.
  std::vector<bool> confirmed_beyond_;
  std::uint64_t last_tag_ = 0;
};

}  // namespace mesh::test
