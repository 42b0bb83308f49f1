// Messages that a NATS server has to confirm: as many as there are, at a time; what is not answered in time
// is sent again under its own id.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "mesh/transport/nats/nats_connection.h"

namespace mesh::transport {

struct NatsMessage {
  std::string subject;
  NatsHeaders headers = {};
  std::string body = {};
};

struct NatsConfirmation {
  enum class Kind : std::uint8_t {
    kStored,
    kConflict,  ///< The last message of its subject is not the expected one.
    kRefused,   ///< It never will be: it is too large.
    kClosed,    ///< Nobody waits any more; it may or may not have been stored.
  };
  Kind kind = Kind::kStored;
  std::uint64_t seq = 0;  ///< Where it was stored.
};

/// Thread rule: every function may be called from any thread.
class NatsPublisher {
 public:
  using Told = std::function<void(const NatsConfirmation& confirmation)>;
  /// `tell` gets what keeps the server from storing, and nothing when it stores again. The connection
  /// outlives it.
  NatsPublisher(NatsConnection& connection, std::function<void(const std::string& problem)> tell);

  /// Does not wait. `told` is called once, by the thread of arrivals, and must not wait.
  void Publish(NatsMessage message, Told told);
  /// The same, and waits for the answer; not for listeners.
  NatsConfirmation PublishAndWait(NatsMessage message);
  /// Sends again what was sent more than `age_ms` ago and has no answer.
  void Repeat(std::int64_t age_ms);
  /// Answers everything that has no answer with kClosed.
  void Close();

 private:
  struct Pending {
    NatsMessage message;
    Told told;
    std::int64_t sent_ms = 0;
  };
  void Send(std::uint64_t number, const std::shared_ptr<Pending>& pending);
  void Take(const NatsArrival& arrival);

  NatsConnection& connection_;
  const std::function<void(const std::string& problem)> tell_;
  const std::string inbox_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<Pending>> pending_;
  std::uint64_t next_ = 0;
  bool closed_ = false;
  bool problem_told_ = false;
};

}  // namespace mesh::transport
