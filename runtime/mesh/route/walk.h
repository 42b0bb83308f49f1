// One advance: from a program point to the next delivery or to the end. The one interpreter of
// route tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/route/router.h"

namespace mesh::route {

/// For one envelope and one advance. All three outlive it.
class Walk {
 public:
  Walk(const Router& router, Envelope& envelope, std::int64_t now_ns);

  /// Goes on at point `at`.
  Step GoOn(contract::Index at);
  /// `error` arises at point `at`; goes on from where it is handled.
  Step GoOnFrom(contract::Index at, Error error);
  /// Leaves the flows that were called, one after the other, until the envelope stands in `flow` or in the
  /// one that it entered.
  void LeaveFlowsBelow(contract::Index flow);
  /// Ends the envelope as failed; nothing can handle the error.
  Step Abort(Error error);

 private:
  // Steps; each moves `at_`, raises an error or sets `step_`. walk.cpp
  Step Run();
  void Execute(const contract::Point& point);
  void Arrive(const contract::Point& point);
  void CallFlow(const contract::Point& point);
  void Return();
  void Set(const contract::Point& point);
  void Branch(const contract::Point& point);
  void Match(const contract::Point& point);
  void Round(const contract::Point& point);
  void Unwind(const contract::Point& point);
  void LeaveFinally(const contract::Point& point);
  void Raise(const contract::Point& point);
  void Reraise();
  void Unroutable(const contract::Point& point);

  // Calls of flows. walk_flow.cpp
  std::optional<Error> EnterOwnEnvelope(const contract::Point& point, CallFrame& frame);

  // What runs beside the envelope, and waiting. walk_fork.cpp
  void Fork(const contract::Point& point);
  void ForkEach(const contract::Point& point);
  void NextStep(const contract::Point& point);
  void Park(const contract::Point& point);
  /// Ends the branch around the innermost branch frame.
  void EndBranch(Phase phase, std::optional<Error> error);

  // Sagas. walk_saga.cpp
  void Undo(const contract::Point& point);
  void Wait(contract::Index actor);

  // Errors. walk_errors.cpp
  void Arise(Error error);
  /// True if the point of an error's handler takes it.
  bool Receive(const contract::Point& point, Error& error, const std::string& arose_at);
  bool Catch(const contract::Point& point, Error& error, const std::string& arose_at);
  const contract::Case* MatchingCase(const contract::Point& point, const Error& error) const;
  void StepsSpent();
  void LiftDeadline(const Error& error);
  /// Back to the caller's flow-call point; false in the root flow.
  bool LeaveFlow();
  void End(Phase phase, std::optional<Error> error);

  /// The innermost frame if it is of that kind, else null.
  template <typename FrameKind>
  FrameKind* Top() {
    return envelope_.route.frames.empty() ? nullptr : std::get_if<FrameKind>(&envelope_.route.frames.back());
  }
  /// The value, or none after the error has been raised.
  std::optional<Value> Evaluate(contract::Index program);
  contract::Index Target(const contract::Point& point, contract::Index index) const;

  const Router& router_;
  const contract::RouteTable& table_;
  Envelope& envelope_;
  std::int64_t now_ns_;
  contract::Index at_ = contract::kNone;
  std::uint32_t steps_ = 0;
  bool steps_spent_ = false;
  std::optional<Step> step_;
};

}  // namespace mesh::route
