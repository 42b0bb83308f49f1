// What RabbitMQ gives, on a connection of its own: consumers, acknowledgements, and what is asked. It comes
// back when it was lost; what was on loan then comes again.
#pragma once

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
#include <vector>

#include "mesh/transport/amqp/amqp_connection.h"
#include "mesh/transport/amqp/amqp_layout.h"
#include "mesh/transport/amqp/amqp_letter.h"
#include "mesh/transport/amqp/amqp_loans.h"
#include "mesh/transport/amqp/amqp_status.h"
#include "mesh/transport/backoff.h"
#include "mesh/transport/wake_event.h"

namespace mesh::transport {

class AmqpMailbox;

/// Where a message is acknowledged.
struct AmqpPlace {
  std::uint64_t opening = 0;  ///< Of the channel by which it came: another one knows nothing of it.
  amqp_channel_t channel = 0;
  std::uint64_t tag = 0;
};

/// Thread rule: every function may be called from any thread.
class AmqpReceiver {
 public:
  using Job = std::function<void()>;
  /// Called by the thread of the receiver; none may wait.
  struct Listener {
    std::function<void(AmqpMailbox& mailbox, AmqpPlace place, AmqpLetter letter)> arrived;
    /// What has come by that opening of a channel is on loan no more.
    std::function<void(std::uint64_t opening)> lost;
    /// Once a second.
    std::function<void()> look;
  };
  struct Parts {
    const AmqpOptions& options;
    const AmqpNames& names;
    const AmqpLayout& layout;
    AmqpStatus& status;
    Listener listener;
  };
  /// `connection` is open. All parts outlive it.
  AmqpReceiver(Parts parts, std::unique_ptr<AmqpConnection> connection);
  ~AmqpReceiver() { Close(); }

  /// Messages of the mailbox come, up to `prefetch` at a time.
  void Consume(AmqpMailbox& mailbox, std::uint16_t prefetch);
  /// No more come; those that have may still be acknowledged.
  void Cancel(AmqpMailbox& mailbox);
  /// `mailbox`: by which it came.
  void Acknowledge(AmqpMailbox& mailbox, AmqpPlace place);
  /// How many wait in the queue of a mailbox; none: nobody can say just now, or there is none.
  std::optional<std::uint64_t> Count(const std::string& mailbox);
  /// Whether there is a queue of that name; none: the connection is lost, and all that is on loan.
  std::optional<bool> Knows(const std::string& mailbox);
  /// Makes the queue of a mailbox, or looks whether there is one. Why it cannot; empty: it is there.
  std::string Provide(const std::string& mailbox);
  /// Takes away a queue that holds no messages, and does not wait. While the broker is away it is remembered.
  void Remove(const std::string& mailbox);
  /// Does what was asked for before, and ends. What is still on loan is for others at once.
  void Close();

  /// Whatever it is asked to do while it is away; it may outlive the receiver, and does nothing then.
  class Jobs {
   public:
    /// kSoon: nobody is woken for it who will look by himself soon.
    enum class When : std::uint8_t { kNow, kSoon };
    void Put(Job job, When when = When::kNow);
    std::deque<Job> Take();
    /// Whoever takes them will look by himself soon, until he has.
    void WillLook();
    /// Nothing is put there any more.
    void End();
    int descriptor() const { return wake_.descriptor(); }

   private:
    WakeEvent wake_;
    std::mutex mutex_;
    std::deque<Job> jobs_;
    bool woken_ = false;  ///< Since Take.
    bool will_look_ = false;
    bool ended_ = false;
  };
  const std::shared_ptr<Jobs>& jobs() const { return jobs_; }

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Channel {
    AmqpMailbox* mailbox = nullptr;
    std::uint16_t prefetch = 0;  ///< 0: nothing is wanted.
    std::uint64_t opening = 0;   ///< 0: it is not open.
    std::string consumer = {};   ///< Empty: nothing comes.
    AmqpLoans loans = {};        ///< Of that opening.
  };

  void Run();
  bool closing() const;
  void DoJobs();
  enum class Tell : std::uint8_t { kDue, kAll };
  /// Tells the broker what was returned; kAll: also what might wait for more.
  void TellReturned(Tell what);
  /// Milliseconds until there is something to do that nobody wakes it for.
  int Patience() const;
  void Reconnect();
  void Lose();
  void Pause();
  void Hear();
  void Take(const amqp_frame_t& frame);
  void TakeDelivery(const amqp_frame_t& frame);
  void CloseChannel(amqp_channel_t number);
  void Look();
  bool usable() const { return connection_ != nullptr && !connection_->broken(); }
  /// False: not now; it is tried again.
  bool Begin(amqp_channel_t number, Channel& channel);
  bool Prepare(std::string_view mailbox);
  void RemoveSpent();
  /// Puts the question to the thread, and waits for the answer; none: it cannot be had.
  template <typename Answer>
  std::optional<Answer> Ask(std::function<std::optional<Answer>()> question);

  const Parts parts_;
  const std::shared_ptr<Jobs> jobs_ = std::make_shared<Jobs>();
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  bool closing_ = false;
  bool has_ended_ = false;
  std::unique_ptr<AmqpConnection> connection_;  ///< Replaced by the thread only, under the lock.

  // Of the thread.
  std::map<amqp_channel_t, Channel> channels_;
  std::uint64_t openings_ = 0;
  std::uint64_t consumers_ = 0;
  bool questions_open_ = false;
  Time tell_at_ = {};               ///< Before that what is returned waits for more.
  std::vector<std::string> spent_;  ///< Queues to be removed.
  std::string problem_;
  Backoff backoff_;
  std::thread thread_;
};

}  // namespace mesh::transport
