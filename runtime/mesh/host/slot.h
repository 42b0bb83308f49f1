// One place at an actor where a handler runs: the handler object and the call that it works on.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "mesh/actor/handler.h"
#include "mesh/contract/route_table.h"
#include "mesh/host/call_mark.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// When a call is no longer waited for, and why.
struct CallLimit {
  std::int64_t due_ns = std::numeric_limits<std::int64_t>::max();
  contract::BuiltinError error = contract::BuiltinError::kTimeout;
};

/// A call that outlived its limit: the delivery goes on without it.
struct Overrun {
  transport::Delivery delivery;
  contract::BuiltinError error = contract::BuiltinError::kTimeout;
  std::stop_source stop;  ///< Tells the handler, which still runs.
};

/// The worker calls Begin and Finish in turn; everything else may come from any thread. Who looks at a call
/// that runs keeps it from ending for a moment; the worker meets no lock otherwise.
class Slot {
 public:
  /// The worker's own: made on first use, gone after an overrun.
  std::unique_ptr<actor::Handler> handler;
  /// The worker's own too: set while it is in the handler, also in a call that is disowned.
  CallMark mark;

  /// Lends the delivery to a call that starts now; the token tells it when to stop.
  std::stop_token Begin(transport::Delivery delivery, CallLimit limit);
  /// The call has returned: the delivery, or nothing if it was disowned.
  std::optional<transport::Delivery> Finish();

  /// Takes the delivery from a call that is due at `now_ns`.
  std::optional<Overrun> DisownIfDue(std::int64_t now_ns);
  /// When the running call is due; the maximum if none runs or it is disowned already.
  std::int64_t due_ns() const;
  using Which = std::function<bool(const Envelope& envelope)>;
  /// Asks the running call to stop if it works on such an envelope; its result is then unwanted.
  void StopIf(const Which& which);
  /// Asks the running call to stop, whatever it works on.
  void Stop();

  /// For the call that runs, from Begin to its end even if it is disowned.
  std::string_view envelope_id() const { return envelope_id_; }
  std::string_view root_id() const { return root_id_; }

 private:
  enum class State : std::uint8_t {
    kIdle,     ///< No call, or one that is disowned: the delivery is not here.
    kRunning,  ///< What follows belongs to nobody until it has been Seized.
    kSeized,
  };
  /// False: no call runs. True: the caller has it until Release.
  bool Seize() const;
  void Release(State state = State::kRunning) const { state_.store(state, std::memory_order_release); }

  mutable std::atomic<State> state_ = State::kIdle;
  transport::Delivery delivery_;
  CallLimit limit_;
  std::string envelope_id_;
  std::string root_id_;
  std::stop_source stop_;  ///< Never asked to stop: who asks takes it away first.
};

}  // namespace mesh::host
