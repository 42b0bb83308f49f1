// Envelopes that wait for a signal, and signals that came before anybody waited.
//
// In memory, for as long as the host lives. A signal is addressed by root envelope and name; of
// several that wait the one that has waited longest gets it. However many are parked, none is looked
// at but those that are asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mesh/envelope/envelope.h"
#include "mesh/host/tables.h"
#include "mesh/host/timers.h"
#include "mesh/state/brief_mutex.h"

namespace mesh::host {

struct ParkedEnvelope {
  std::unique_ptr<Envelope> envelope;
  const ServedTable* table = nullptr;
};

/// Thread rule: every function may be called from any thread.
class Parks {
 public:
  /// Signals of one root that are kept until somebody waits for them, and the longest of them.
  static constexpr std::size_t kMostEarly = 100;
  static constexpr std::size_t kLongestEarly = std::size_t{64} << 10U;

  explicit Parks(Timers& timers) : timers_(timers) {}

  /// What a parked envelope goes on with, as JSON text.
  struct Signalled {
    ParkedEnvelope parked;
    std::string value;
  };
  using Ticket = std::uint64_t;

  /// Keeps the envelope, unless its signal is here already: then it comes back with it. `late` is called
  /// with a ticket for TakeLate, in a thread of the clock, unless the envelope goes on before.
  std::optional<Signalled> Park(ParkedEnvelope parked, std::int64_t until_ns,
                                std::function<void(Ticket)> late);

  struct Receipt {
    bool taken = true;                        ///< False: too much is kept for that root already.
    std::optional<Signalled> signalled = {};  ///< Who waited for it; none: it is kept.
  };
  /// A signal for an envelope of `root`.
  Receipt Signal(const std::string& root, const std::string& name, std::string value);

  /// Its time-out has come; nothing if it was woken before.
  std::optional<ParkedEnvelope> TakeLate(Ticket ticket);
  /// All that wait of one root, in the order of parking.
  std::vector<ParkedEnvelope> TakeAll(const std::string& root);
  std::vector<ParkedEnvelope> TakeAll();
  /// All that wait in branches of a fork, however deep.
  std::vector<ParkedEnvelope> TakeAllOfFork(const std::string& fork_id);
  /// The root has ended: its signals are of no use any more.
  void Forget(const std::string& root);

  /// Who waits for what.
  struct Wait {
    std::string root_id;
    std::string flow;
    std::string signal;
    std::int64_t since_ns = 0;
    bool of_copy = false;  ///< A copy that a tap has made waits, or a branch of one.
  };
  /// Those that have waited longest, at most so many, in the order of parking.
  std::vector<Wait> Longest(std::size_t most) const;
  std::size_t waiting() const;
  std::size_t early_signals() const;

 private:
  struct Waiting {
    std::string name;
    ParkedEnvelope parked;
    transport::TimerId timer = {};
  };
  using Tickets = std::set<Ticket>;  ///< In the order of parking.
  struct Root {
    std::map<std::string, Tickets, std::less<>> waiting;  ///< By name of the signal.
    std::map<std::string, std::deque<std::string>, std::less<>> early;
    std::size_t early_count = 0;
  };
  using Roots = std::unordered_map<std::string, Root>;

  Tickets AllTickets() const;
  static std::optional<std::string> TakeEarly(Root& root, std::string_view name);
  ParkedEnvelope Take(Ticket ticket);
  std::vector<ParkedEnvelope> TakeThese(const Tickets& tickets);
  void DropIfEmpty(Roots::iterator root);

  Timers& timers_;
  mutable state::BriefMutex mutex_;
  Ticket next_ = 0;
  std::unordered_map<Ticket, Waiting> waiting_;
  Roots roots_;
  std::unordered_map<std::string, Tickets> by_fork_;
};

}  // namespace mesh::host
