// A broker and the state beside it in memory, for hosts of one test: everything that happens between a
// process and it is a task of its own, which may come in any order, late, or not at all.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "mesh/state/memory_store.h"
#include "mesh/transport/clock.h"
#include "mesh/transport/transport.h"
#include "tests/support/broker/chance.h"
#include "tests/support/broker/fiber.h"

namespace mesh::test {

class Connection;
class ConnectionMailbox;

/// Thread rule: any thread; everything is done under one lock.
class Broker {
 public:
  /// How a replicated store answers conditional writes, in thousandths of them.
  struct Replication {
    std::uint32_t late = 0;       ///< The write stands, and its answer is lost: the writer asks again.
    std::uint32_t elections = 0;  ///< Another leader is elected: the write stands or is lost, unanswered.
    /// Both of two writes that expect the same revision are accepted, and the later one replaces the other,
    /// as in NATS servers before 2.10.20. Branches are lost by it.
    bool accepts_conflicts = false;
  };
  struct Options {
    std::uint64_t seed = 1;
    /// Empty: state is read and written in one step, and answered at once.
    std::optional<Replication> replication = {};
    /// Messages may come twice, and a transition is state first, then messages, then the acknowledgement;
    /// else it is one change of everything.
    bool repeats = true;
    /// Who calls RunTask decides what is done next, and waits in fibers. Null: a thread of the broker's own
    /// does it all.
    Fibers* fibers = nullptr;
    std::uint32_t doubled = 0;  ///< Of a thousand messages that are sent, so many are stored twice.
    /// What is more than it takes: state, or else messages. Asked with the lock held. May be empty.
    std::function<bool(const transport::Transition& part)> too_large = {};
    /// Told of every change of the state, in its order. May be empty.
    std::function<void(const std::vector<state::Change>& changes)> on_change = {};
    /// Told in words of what happens to messages. May be empty.
    std::function<void(const std::string& event)> on_event = {};
  };
  Broker(Options options, transport::Clock& clock);
  /// After its connections.
  ~Broker();
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;

  /// As one process sees it. The broker outlives it.
  std::unique_ptr<Connection> Connect();

  // Where a test decides what happens next:

  std::size_t tasks() const;
  /// Does one of them by chance; false: there is none.
  bool RunTask();
  /// A message that somebody holds, or that waits, is there once more: the very same one. False: there is
  /// none.
  bool Double();
  /// One that was acknowledged of late is there again. `known`: the broker knows that it was lent before.
  bool BringBack(bool known);
  /// A loan lapses, as its holder does not know: who acknowledges the message does so for whoever has it by
  /// then. False: nothing is lent.
  bool Lapse();
  void set_doubled(std::uint32_t thousandths) { options_.doubled = thousandths; }

  /// Messages in all mailboxes: waiting, lent and delayed.
  std::size_t messages() const { return Contents().size(); }
  /// Each of them, in words.
  std::vector<std::string> Contents() const;
  const state::MemoryStore& store() const { return store_; }

 private:
  friend class Connection;
  friend class ConnectionMailbox;

  /// A message as the broker has it.
  struct Stored {
    transport::Letter letter = {};
    std::int64_t not_before_ns = 0;
    std::uint64_t number = 0;       ///< 0: no loan of it has lapsed.
    std::uint32_t again = 0;        ///< How often its loan was lost.
    std::uint32_t handed_back = 0;  ///< How often somebody has put it back.
  };
  struct Lent {
    Stored message;
    Connection* to = nullptr;
  };
  struct Subscriber {
    ConnectionMailbox* mailbox = nullptr;
    transport::Consumer* consumer = nullptr;
    std::uint32_t credit = 0;
    std::uint32_t on_loan = 0;
  };
  struct Queue {
    std::vector<Stored> waiting;
    std::map<std::uint64_t, Lent> lent;  ///< By tag.
    std::map<std::uint64_t, Stored> delayed;
    std::vector<Subscriber> subscribers;
    bool delivers = false;  ///< A task for it is there.
  };
  struct Task {
    const Connection* of = nullptr;  ///< It goes with that; null: it is the broker's.
    std::function<void()> run;
  };
  /// A conditional write to a replicated store, which its writer may repeat.
  struct Write {
    transport::Transition transition;
    std::map<std::string, std::vector<state::Entry>> seen = {};  ///< By owner, with accepts_conflicts.
    bool stands = false;
  };
  enum class Written : std::uint8_t { kStored, kConflict, kNoAnswer };
  struct Acknowledged {
    std::string mailbox;
    Stored message;
  };

  // All of these are called with `mutex_` held.
  Queue& At(const std::string& mailbox) { return queues_[mailbox]; }
  void Later(const Connection* of, std::function<void()> run);
  void Put(const std::string& mailbox, Stored message);
  void EndDelay(const std::string& mailbox, std::uint64_t number);
  void Wake(const std::string& mailbox);
  void Deliver(const std::string& mailbox);
  /// The loan has ended; its message goes to `then`: nowhere, or back.
  std::optional<Stored> EndLoan(const std::string& mailbox, std::uint64_t tag);
  /// The same for one that has lapsed, wherever its message is.
  std::optional<Stored> EndLapsed(const std::string& mailbox, std::uint64_t tag);
  void Acknowledge(const std::string& mailbox, std::uint64_t tag);
  /// Nothing of it is done any more, and what it holds comes again; `died`: its holder is suspected.
  void Forget(Connection& connection, bool died);
  void LoseLoans(const Connection& connection, bool died);
  [[nodiscard]] bool Change(const Connection& of, const transport::Transition& transition);
  Write Prepare(transport::Transition transition) const;
  [[nodiscard]] Written Store(const Connection& of, Write& write);
  /// Undoes writes of other hosts to the values that `write` replaces.
  void UndoOthers(const Write& write);
  std::vector<state::Entry> EntriesOf(const std::string& owner) const;
  void DropLeases(const Connection& of);
  bool RunTaskOf(const Connection& of);
  void Run(std::size_t task);
  std::string NewNonce();
  template <typename... Parts>
  void Tell(const char* text, const Parts&... parts) const {
    if (options_.on_event) options_.on_event(fmt::format(fmt::runtime(text), parts...));
  }
  void Pump();

  Options options_;
  transport::Clock& clock_;
  mutable std::recursive_mutex mutex_;
  std::condition_variable_any changed_;
  Chance chance_;
  state::MemoryStore store_;
  std::map<std::string, const Connection*> leases_;  ///< By key.
  std::map<std::string, Queue> queues_;
  std::vector<Task> tasks_;
  std::deque<Acknowledged> acknowledged_;
  std::map<std::uint64_t, std::uint64_t> lapsed_;  ///< By tag: the number of its message.
  std::uint64_t next_tag_ = 0;
  std::uint64_t next_delayed_ = 0;
  std::uint64_t next_number_ = 0;
  std::uint64_t next_nonce_ = 0;
  std::size_t leaderless_ = 0;  ///< Writes left that find no leader.
  bool closing_ = false;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::thread pump_;
};

}  // namespace mesh::test
