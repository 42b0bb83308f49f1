// Where envelopes end: once each, handed to whoever waits for them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "mesh/envelope/envelope.h"
#include "mesh/state/brief_mutex.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Sinks {
 public:
  using Waiter = std::function<void(Envelope&&)>;

  /// `waiter` gets the envelope when it ends. False: one of that id is under way.
  bool Expect(const std::string& envelope_id, Waiter waiter);
  /// Who waits for the envelope, which he gets once; empty: he has had it.
  Waiter Take(std::string_view envelope_id);
  /// The envelope has ended, or is given up: its phase is no end. False: it did so before; nothing is done.
  bool End(std::unique_ptr<Envelope> envelope);
  /// It never came in: its waiter is forgotten, and not called.
  void Withdraw(const std::string& envelope_id);
  /// True between Expect and End.
  bool under_way(std::string_view envelope_id) const;

 private:
  mutable state::BriefMutex mutex_;
  std::map<std::string, Waiter, std::less<>> waiters_;
};

}  // namespace mesh::host
