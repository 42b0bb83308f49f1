// The deterministic host: runs envelopes to their end, one message at a time, on a virtual clock.
// Branches run one after the other, in declaration order, each from the time of the fork.
//
// It stands on the same Router as every host. Who answers a visit is a parameter: stubs of a
// scenario, zero values, or real handlers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/envelope/envelope.h"
#include "mesh/observation/observer.h"
#include "mesh/route/router.h"
#include "mesh/state/idempotency_store.h"

namespace mesh::deterministic {

/// What a visit came to, and how long it lasted on the virtual clock.
struct Answer {
  actor::Outcome outcome;
  std::int64_t takes_ns = 0;
};

/// Answers the visit of `actor` with `arguments`; `attempt` counts from 1.
using Responder =
    std::function<Answer(contract::Index actor, const route::Arguments& arguments, const Envelope& envelope)>;

struct RunOptions {
  std::int64_t start_ns = 0;                       ///< The virtual clock at entry.
  bool back_off = false;                           ///< Retries wait on the virtual clock; scenarios: at once.
  state::IdempotencyStore* idempotency = nullptr;  ///< Null: no effect is suppressed, as in scenarios.
  /// The next signal of that name, if one has come; empty: none ever comes.
  std::function<std::optional<Value>(std::string_view name)> signal = {};
  /// Told at once, of each branch by its own virtual time. They outlive the run.
  std::vector<observation::Observer*> observers = {};
};

/// A run ends after so many deliveries, forks, taps and waits, whatever it has left to do: a flow may
/// be finite and still outlast every patience.
inline constexpr std::uint32_t kMaxMoves = 1'000'000;

struct Run {
  Envelope envelope;
  bool stopped = false;  ///< It has made kMaxMoves; the envelope has failed with `cancelled`.
};

/// Runs one envelope whose payload is filled from entry to end. Timeouts, retries, deadlines,
/// idempotency and contract checks are those of every host. A visit that outlasts its timeout or
/// the deadline ends there with that error; one that lasts exactly as long is in time. A call whose
/// result is in the idempotency store, if there is one, is a visit, but nobody is asked.
Run Simulate(const route::Router& router, contract::Index flow, Envelope envelope, const Responder& responder,
             const RunOptions& options);

/// Answers every visit by the zero values of the declared results, first label, no steps.
Responder ZeroResponder(const route::Router& router);

}  // namespace mesh::deterministic
