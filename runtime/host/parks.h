// Envelopes that wait for a signal, and signals that came before anybody waited.
//
// In memory, for as long as the host lives. A signal is addressed by root envelope and name; of
// several that wait the one that has waited longest gets it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/envelope/envelope.h"
#include "mesh/host/tables.h"

namespace mesh::host {

struct ParkedEnvelope {
  std::unique_ptr<Envelope> envelope;
  const ServedTable* table = nullptr;
};

/// Thread rule: every function may be called from any thread.
class Parks {
 public:
  /// What a parked envelope goes on with, as JSON text.
  struct Signalled {
    ParkedEnvelope parked;
    std::string value;
  };
  using Ticket = std::uint64_t;

  /// Keeps the envelope, unless its signal is here already: then it comes back with it. `ticket`: for
  /// TakeLate.
  std::optional<Signalled> Park(ParkedEnvelope parked, Ticket& ticket);
  /// A signal for an envelope of `root`: who waits for it, or nobody yet.
  std::optional<Signalled> Signal(const std::string& root, const std::string& name, std::string value);
  /// Its time-out has come; nothing if it was woken before.
  std::optional<ParkedEnvelope> TakeLate(Ticket ticket);
  /// All that wait of one root.
  std::vector<ParkedEnvelope> TakeAll(const std::string& root);
  /// The root has ended: its signals are of no use any more.
  void Forget(const std::string& root);

 private:
  struct Address {
    std::string root, name;
    auto operator<=>(const Address&) const = default;
  };
  struct Waiting {
    Address address;
    ParkedEnvelope parked;
  };
  static Address AddressOf(const ParkedEnvelope& parked);

  std::mutex mutex_;
  Ticket next_ = 0;
  std::map<Ticket, Waiting> waiting_;  ///< In the order of parking.
  std::map<Address, std::deque<std::string>> early_;
};

}  // namespace mesh::host
