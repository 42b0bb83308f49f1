// Messages that a NATS server has to confirm, and questions to it: as many as there are, at a time; what is
// not answered in time is sent again under its own id.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <variant>

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
  /// Null: nobody waits any more.
  using Heard = std::function<void(const NatsArrival* answer)>;
  /// `tell` gets what keeps the server from storing, and nothing when it stores again. The connection
  /// outlives it.
  NatsPublisher(NatsConnection& connection, std::function<void(const std::string& problem)> tell);

  /// Does not wait. `told` is called once, by the thread of arrivals or by who calls Repeat or Close, or at
  /// once when it is closed, and must not wait.
  void Publish(NatsMessage message, Told told);
  /// The same, and waits for the answer; not for listeners.
  NatsConfirmation PublishAndWait(NatsMessage message);
  /// A question that may be asked more than once. Does not wait; `heard` as `told` above.
  void Ask(std::string subject, Heard heard);
  /// Sends again what was sent more than `age_ms` ago and has no answer; a question after a second.
  void Repeat(std::int64_t age_ms);
  /// Whatever has no answer is told that it will have none.
  void Close();

 private:
  struct Pending {
    NatsMessage message;
    std::variant<Told, Heard> told;
    std::int64_t sent_ms = 0;

    bool is_question() const { return std::holds_alternative<Heard>(told); }
    void GiveUp(NatsConfirmation::Kind kind) const {
      is_question() ? std::get<Heard>(told)(nullptr) : std::get<Told>(told)({.kind = kind});
    }
  };
  using PendingPtr = std::shared_ptr<Pending>;
  void Begin(Pending message);
  void Send(std::uint64_t number, const PendingPtr& pending, NatsConnection::Haste haste);
  void Take(const NatsArrival& arrival);
  void TakeAnswer(std::uint64_t number, const Pending& question, const NatsArrival& arrival);
  void TakeConfirmation(std::uint64_t number, const Pending& message, const NatsArrival& arrival);
  PendingPtr Find(std::uint64_t number);

  NatsConnection& connection_;
  const std::function<void(const std::string& problem)> tell_;
  const std::string inbox_;
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, PendingPtr> pending_;
  std::uint64_t next_ = 0;
  bool closed_ = false;
  bool problem_told_ = false;
};

}  // namespace mesh::transport
