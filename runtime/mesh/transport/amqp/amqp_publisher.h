// Messages that RabbitMQ has to confirm: as many as there are, at a time, on a connection of their own. What
// is not confirmed when that is lost is sent again.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "mesh/transport/amqp/amqp_connection.h"
#include "mesh/transport/amqp/amqp_layout.h"
#include "mesh/transport/amqp/amqp_letter.h"
#include "mesh/transport/amqp/amqp_status.h"
#include "mesh/transport/backoff.h"
#include "mesh/transport/wake_event.h"

namespace mesh::transport {

class AmqpPublisher {
 public:
  /// Told once, by the thread of the publisher or of who closes it; must not wait. False: nobody waits any
  /// more, and it may or may not have been stored.
  using Told = std::function<void(bool stored)>;
  struct Parts {
    const AmqpOptions& options;
    const AmqpNames& names;
    const AmqpLayout& layout;
    AmqpStatus& status;
    const Clock& clock;
  };
  /// `connection` is open. All parts outlive it.
  AmqpPublisher(const Parts& parts, std::unique_ptr<AmqpConnection> connection);
  ~AmqpPublisher() { Close(); }

  /// From any thread; does not wait.
  void Publish(AmqpPost post, Told told);
  /// Answers everything that has no answer.
  void Close();

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Waiting {
    AmqpPost post;
    Told told;
    std::int64_t delay = 0;  ///< Milliseconds; 0: it goes to its mailbox.
    bool returned = false;
    std::optional<Time> first_returned = {};
    int refusals = 0;  ///< How often the broker would not have it.
  };
  enum class Ready : std::uint8_t { kNow, kLater, kBroken };
  static constexpr amqp_channel_t kMessages = AmqpLayout::kFirstChannel;
  static constexpr amqp_channel_t kQuestions = kMessages + 1;
  static constexpr std::chrono::milliseconds kRefusedPause{1'000};

  void Run();
  bool closing() const;
  // The connection.
  void Reconnect();
  bool SetUp(AmqpConnection& connection);
  void Lose();
  void Pause();
  // What the broker says.
  void Hear();
  void Take(const amqp_frame_t& frame);
  void TakeReturn(amqp_channel_t channel);
  void Confirm(std::uint64_t number, bool multiple, bool stored);
  void TakeBack(Waiting waiting);
  void PutOffRefused(Waiting waiting, std::string why);
  void Accept(Waiting waiting);
  void Show();
  static void Answer(Waiting waiting, bool stored);
  void PutOff(Waiting waiting, std::chrono::milliseconds by);
  // Sending.
  void SendAll();
  /// What waits to be sent waits for more.
  bool Gathers() const;
  void RetryDue();
  Waiting* Front();
  Waiting TakeFront();
  void SendAgain(std::map<std::uint64_t, Waiting> unanswered);
  /// Also settles its delay.
  bool MaySend(Waiting* first) const;
  bool KnowsQueue(const std::string& mailbox) const;
  bool KnowsDelay(std::int64_t delay) const;
  bool IsPrepared(const Waiting& waiting) const;
  Ready Prepare(const Waiting& waiting);
  Ready Check(AmqpConnection::Answer answer, std::string_view mailbox);
  std::int64_t DelayOf(const AmqpPost& post) const;
  bool Send(const Waiting& waiting);
  int PauseUntilRetry() const;

  const Parts parts_;
  const WakeEvent wake_;
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  std::deque<Waiting> outbox_;
  bool closing_ = false;
  bool has_ended_ = false;
  std::unique_ptr<AmqpConnection> connection_;  ///< Replaced by the thread only, under the lock.

  // Of the thread.
  std::map<std::uint64_t, Waiting> in_flight_;
  std::uint64_t next_number_ = 0;
  Time send_at_ = {};  ///< Before that it gathers where much has no answer.
  std::multimap<Time, Waiting> put_off_;
  std::set<std::string, std::less<>> known_queues_;
  std::map<std::int64_t, Time> known_delays_;
  bool blocked_ = false;
  std::string problem_;                                       ///< Of some queue.
  std::map<std::string, std::string, std::less<>> refusals_;  ///< By mailbox, in words.
  Backoff backoff_;
  std::thread thread_;
};

}  // namespace mesh::transport
