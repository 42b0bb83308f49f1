// Advance: works out from an envelope and its route table what happens next. The one
// implementation of routing; `meshc test`, the deterministic host and threaded hosts all use it.
//
// A host calls Enter once, then does what each step says, until the step is Ended or BranchEnded.
// For a delivery that is Admit and Bind, the handler and Settle, or Refuse. What runs beside an envelope
// (children of a fork, copies of a tap) are envelopes of their own: see join.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/envelope/outcome.h"
#include "mesh/expression/evaluate.h"
#include "mesh/route/sensitivity.h"
#include "mesh/value/schemas.h"

namespace mesh::route {

/// The envelope waits at a kCall, kAsk, kFollow or kUndo point: deliver it to `actor`.
struct Deliver {
  contract::Index actor = contract::kNone;
};
/// The envelope waits at a kFork or kEachFork point for its children, at least one: StartChild
/// makes each of them; Join goes on when DecideJoin says how.
struct Forked {
  std::uint32_t count = 0;
};
/// The envelope is at a kTap point: StartCopy makes the copy, PassTap goes on.
struct Tapped {};
/// The envelope waits at a kPark point: Wake or WakeLate goes on.
struct Parked {};
/// The envelope, a child or a copy, has ended its branch: its innermost frame is the branch frame,
/// phase and error stand in its status.
struct BranchEnded {};
/// The envelope has ended; phase and error stand in its status.
struct Ended {};
using Step = std::variant<Deliver, Forked, Tapped, Parked, BranchEnded, Ended>;

/// Input of a handler: one value per param; a left-out optional is absent.
using Arguments = ValueList;

/// What an idempotency store knows of one call.
struct EffectRecord {
  contract::Index actor = contract::kNone;
  std::string key;
};

struct Limits {
  std::size_t payload_bytes = std::size_t{1} << 20U;  ///< By Value::weight; more is a contract_violation.
  std::uint32_t steps = 1'000'000;                    ///< Of one advance; more is an expression_error.
};

/// How long a visit may last, and which error it is to last longer.
struct TimeLimit {
  std::int64_t duration_ns = 0;  ///< Below 0: it comes too late. INT64_MAX: unlimited.
  contract::BuiltinError error = contract::BuiltinError::kTimeout;
};

/// Immutable; share it between threads. The table outlives it.
class Router {
 public:
  /// `former`: names under which documents of entry, signals and stored results are read, too.
  explicit Router(const contract::RouteTable& table, Limits limits = {},
                  contract::Array<contract::FormerName> former = {});

  const contract::RouteTable& table() const { return table_; }
  const expression::Evaluator& evaluator() const { return evaluator_; }
  const Schemas& schemas() const { return schemas_; }
  contract::Array<contract::FormerName> former() const { return former_; }
  const Sensitivity& sensitivity() const { return sensitivity_; }
  const Limits& limits() const { return limits_; }

  /// Puts a new envelope (payload filled) at the entry of `flow` and advances it. Fields that are
  /// absent take their defaults; `in` fields that are missing or break their type end it.
  /// `now_ns` sets created_at and, with the flow's sla, the deadline; an earlier one stays.
  Step Enter(contract::Index flow, Envelope& envelope, std::int64_t now_ns) const;

  /// What keeps the envelope from the actor that it waits at: there is none, it is cancelled, its
  /// deadline has passed (a time later than it), a field that the call relies on is missing. Hand
  /// the error to Refuse.
  std::optional<Error> Admit(const Envelope& envelope, std::int64_t now_ns) const;

  /// What keeps an envelope from waiting on: cancelled, deadline passed. Hand the error to Refuse.
  std::optional<Error> Interruption(const Envelope& envelope, std::int64_t now_ns,
                                    std::string_view before) const;

  /// Evaluates the bindings of the call that the envelope waits at and checks them.
  std::variant<Arguments, Error> Bind(const Envelope& envelope) const;

  /// The same, without doing it again where Envelope::bound has it, which it takes.
  std::variant<Arguments, Error> TakeBound(Envelope& envelope) const;

  /// The visit has come to an outcome: Complete, Choose, Follow or Fail. What MayRetry says of an error is
  /// asked before.
  Step Settle(Envelope& envelope, Outcome outcome, std::int64_t now_ns,
              std::vector<EffectRecord>* obsolete = nullptr) const;
  /// The call has succeeded: checks and writes its results (all or none), appends to `prev`, advances.
  /// `obsolete`, if not null, gets the effects that this success makes untrue; their records are to be
  /// erased before the input is acknowledged.
  Step Complete(Envelope& envelope, const ValueList& results, std::int64_t now_ns,
                std::vector<EffectRecord>* obsolete = nullptr) const;
  /// A choice router has decided.
  Step Choose(Envelope& envelope, contract::Index label, std::int64_t now_ns) const;
  /// A plan router has decided: names of listed steps.
  Step Follow(Envelope& envelope, std::vector<std::string> steps, std::int64_t now_ns) const;
  /// The call has failed for good: appends to `prev`, finds the handler of the point, advances.
  /// An error that the actor may not raise, or whose detail breaks its type, is a contract_violation.
  Step Fail(Envelope& envelope, Error error, std::int64_t now_ns) const;
  /// As Fail, but the handler was not called: `prev` stays as it is.
  Step Refuse(Envelope& envelope, Error error, std::int64_t now_ns) const;

  /// A parked envelope gets its signal. A value that breaks its type is a contract_violation.
  Step Wake(Envelope& envelope, Value signal, std::int64_t now_ns) const;
  /// No signal has come in time.
  Step WakeLate(Envelope& envelope, std::int64_t now_ns) const;

  /// The actor that the envelope waits for at a delivery.
  contract::Index ActorAt(const Envelope& envelope) const {
    const contract::Point& point = table_.points[envelope.route.at];
    if (point.kind != contract::PointKind::kUndo) return point.actor;
    const UndoCall* undo = NextUndo(envelope.route);
    return undo == nullptr ? contract::kNone : undo->actor;
  }
  /// The retry policy in force at the envelope's call; null: one attempt.
  const contract::RetryPolicy* RetryAt(const Envelope& envelope) const;
  /// True if a failed attempt with this error shall be tried again.
  bool MayRetry(const Envelope& envelope, const Error& error) const;
  /// Handler timeout in force at the envelope's call.
  std::int64_t TimeoutAt(const Envelope& envelope) const;
  /// The earlier of timeout and deadline for a visit or a park that begins now. Undo calls know no
  /// deadline, and parks only in a branch.
  TimeLimit LimitAt(const Envelope& envelope, std::int64_t now_ns) const;

  contract::Index FindError(std::string_view name) const;
  contract::Index FindFlow(std::string_view name) const;
  /// True if `error` is `ancestor` or descends from it. `any` is the ancestor of all.
  bool IsError(contract::Index error, contract::Index ancestor) const;
  /// For people: stops from `at` up to the next decision, fork, park or end.
  std::vector<std::string> NextStops(const Envelope& envelope) const;

  /// True if what the binding yields has been checked against the param's type already: it is a
  /// part of the payload that has the same type.
  bool BindingIsSound(contract::Index binding) const { return sound_bindings_[binding]; }

 private:
  const contract::RouteTable& table_;
  Limits limits_;
  contract::Array<contract::FormerName> former_;
  Schemas schemas_;
  expression::Evaluator evaluator_;
  std::vector<bool> sound_bindings_;
  Sensitivity sensitivity_;
};

}  // namespace mesh::route
