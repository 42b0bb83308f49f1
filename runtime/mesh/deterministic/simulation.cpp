#include "mesh/deterministic/simulation.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "mesh/deterministic/zero_results.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/declared_errors.h"
#include "mesh/route/effect_key.h"
#include "mesh/route/join.h"
#include "mesh/route/overrun.h"
#include "mesh/route/payload_writes.h"
#include "mesh/route/read_signal.h"
#include "mesh/route/retry_delay.h"
#include "mesh/route/steps.h"
#include "mesh/value/saturating.h"

namespace mesh::deterministic {
namespace {

using contract::Index;
using contract::kNone;
using observation::Ended;
using observation::Handled;
using observation::Woken;
using route::Step;

class Simulation {
 public:
  Simulation(const route::Router& router, const Responder& responder, const RunOptions& options)
      : router_(router),
        table_(router.table()),
        responder_(responder),
        options_(options),
        now_ns_(options.start_ns) {}

  Run Execute(Index flow, Envelope envelope) {
    run_.envelope = std::move(envelope);
    Drive(run_.envelope, router_.Enter(flow, run_.envelope, now_ns_));
    if (run_.stopped) {
      run_.envelope.status.phase = Phase::kFailed;
      run_.envelope.status.error =
          route::MakeError(contract::BuiltinError::kCancelled,
                           fmt::format("stopped after {} deliveries, forks, taps and waits", kMaxMoves));
    }
    TellEnd(run_.envelope, Ended::Line::kRoot);
    if (options_.idempotency != nullptr) options_.idempotency->Forget(run_.envelope.id);
    return std::move(run_);
  }

 private:
  template <typename What>
  void Tell(const What& what) const {
    for (observation::Observer* const observer : options_.observers) observer->Observe({now_ns_, what});
  }

  void TellEnd(const Envelope& envelope, Ended::Line line) const {
    Tell(Ended{&envelope, envelope.id, line, envelope.status.phase != Phase::kSucceeded});
  }

  void TellFailed(const Envelope& envelope, const Error& error) const {
    Tell(observation::Failed{&envelope, envelope.id, route::DeclaredName(router_, error.name)});
  }

  observation::Visit VisitOf(const Envelope& envelope, Index actor) const {
    return {envelope, table_, {table_.actors[actor].name, actor}};
  }

  /// Does what the steps say until the envelope, or its branch, has ended.
  void Drive(Envelope& envelope, Step step) {
    while (route::GoesOn(step)) {
      run_.stopped = run_.stopped || ++moves_ > kMaxMoves;
      if (run_.stopped) return;
      if (const auto* deliver = std::get_if<route::Deliver>(&step))
        step = Visit(envelope, deliver->actor);
      else if (const auto* forked = std::get_if<route::Forked>(&step))
        step = RunBranches(envelope, forked->count);
      else
        step = std::holds_alternative<route::Tapped>(step) ? Tap(envelope) : Await(envelope);
    }
  }

  /// The copy runs at once, to its end; the clock of the envelope does not move.
  Step Tap(Envelope& envelope) {
    const std::int64_t start_ns = now_ns_;
    Tell(observation::Tapped{envelope});
    route::Started copy = route::StartCopy(router_, envelope, start_ns);
    Drive(copy.envelope, copy.step);
    if (run_.stopped) return route::Ended{};
    TellEnd(copy.envelope, Ended::Line::kCopy);
    now_ns_ = start_ns;
    return route::PassTap(router_, envelope, start_ns);
  }

  Step Await(Envelope& envelope) {
    const std::string_view name = table_.points[envelope.route.at].signal;
    Tell(observation::Parked{envelope});
    std::optional<Value> signal = options_.signal ? options_.signal(name) : std::nullopt;
    if (signal) {
      Tell(Woken{envelope, Woken::By::kSignal});
      return router_.Wake(envelope, std::move(*signal), now_ns_);
    }
    const route::TimeLimit limit = router_.LimitAt(envelope, now_ns_);
    now_ns_ = AddSaturating(now_ns_, std::max<std::int64_t>(limit.duration_ns, 0));
    Tell(Woken{envelope, Woken::By::kTime});
    return route::WakeInTime(router_, envelope, now_ns_);
  }

  Step RunBranches(Envelope& parent, std::uint32_t count) {
    const contract::Fork& fork = table_.forks[table_.points[parent.route.at].fork];
    const std::int64_t start_ns = now_ns_;
    std::vector<std::int64_t> free_ns(route::WidthOf(fork, count), start_ns);
    Tell(observation::Forked{parent, count});
    const Value elements = route::ElementsOf(router_, parent);
    std::vector<BranchRun> branches;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto slot = std::min_element(free_ns.begin(), free_ns.end());
      now_ns_ = *slot;
      route::Started child = route::StartChild(router_, parent, elements, i, now_ns_);
      Drive(child.envelope, child.step);
      // A join of what has not ended would be none.
      if (run_.stopped) return route::Ended{};
      TellEnd(child.envelope, Ended::Line::kBranch);
      *slot = now_ns_;
      branches.push_back({std::move(child.envelope), now_ns_});
    }
    return JoinBranches(parent, fork, start_ns, branches);
  }

  struct BranchRun {
    Envelope envelope;
    std::int64_t ended_ns = 0;
    bool succeeded() const { return envelope.status.phase == Phase::kSucceeded; }
  };

  /// A branch that has ended after the join's time-out has not ended for the join.
  Step JoinBranches(Envelope& parent, const contract::Fork& fork, std::int64_t start_ns,
                    const std::vector<BranchRun>& branches) {
    const std::int64_t due_ns = fork.timeout_ns > 0 ? AddSaturating(start_ns, fork.timeout_ns) : kNever;
    route::Branches states(static_cast<std::uint32_t>(branches.size()));
    std::vector<const Envelope*> children;
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      const bool in_time = branches[i].ended_ns <= due_ns;
      if (in_time) states.End(i, branches[i].succeeded());
      // What it has caught and undone later is nothing to the parent.
      children.push_back(in_time ? &branches[i].envelope : nullptr);
    }
    const route::Verdict verdict = *route::DecideJoin(table_, fork, states, true);
    now_ns_ = std::min(DecidedAt(fork, verdict, start_ns, branches), due_ns);
    const Step step = route::Join(router_, parent, children, verdict, now_ns_);
    Tell(observation::Joined{parent});
    return step;
  }

  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  /// When the join has all that it needs to be decided, its time-out apart.
  static std::int64_t DecidedAt(const contract::Fork& fork, const route::Verdict& verdict,
                                std::int64_t start_ns, const std::vector<BranchRun>& branches) {
    const bool all = fork.wait == contract::Wait::kAll;
    if (verdict.failed && !all) return HopelessFrom(fork.count, start_ns, branches);
    std::int64_t end_ns = start_ns;
    for (std::uint32_t i = 0; i < branches.size(); ++i) {
      const bool counts =
          std::find(verdict.counted.begin(), verdict.counted.end(), i) != verdict.counted.end();
      if (all || counts) end_ns = std::max(end_ns, branches[i].ended_ns);
    }
    return end_ns;
  }

  /// When so many branches have failed that `count` of them can succeed no more.
  static std::int64_t HopelessFrom(std::uint32_t count, std::int64_t start_ns,
                                   const std::vector<BranchRun>& branches) {
    if (branches.size() < count) return start_ns;
    std::vector<std::int64_t> failed_ns;
    for (const BranchRun& branch : branches) {
      if (!branch.succeeded()) failed_ns.push_back(branch.ended_ns);
    }
    std::sort(failed_ns.begin(), failed_ns.end());
    const std::size_t spare = branches.size() - count;
    return spare < failed_ns.size() ? failed_ns[spare] : kNever;
  }

  Step Visit(Envelope& envelope, Index actor) {
    // What is tried again is in its mailbox already.
    if (envelope.status.attempt == 1) Tell(observation::Sent{envelope, table_.actors[actor].name});
    Tell(observation::Delivered{VisitOf(envelope, actor), now_ns_ - envelope.status.updated_at_ns});
    if (auto error = router_.Admit(envelope, now_ns_)) return Refuse(envelope, actor, std::move(*error));
    auto bound = router_.Bind(envelope);
    if (auto* error = std::get_if<Error>(&bound)) return Refuse(envelope, actor, std::move(*error));
    const auto& arguments = std::get<route::Arguments>(bound);
    auto key = route::EffectKey(router_, envelope, arguments);
    if (auto* error = std::get_if<Error>(&key)) return Refuse(envelope, actor, std::move(*error));
    return Settle(envelope, actor, Ask(envelope, actor, arguments, std::get<std::string>(key)));
  }

  Step Refuse(Envelope& envelope, Index actor, Error error) {
    Tell(observation::Refused{VisitOf(envelope, actor), error});
    TellFailed(envelope, error);
    return router_.Refuse(envelope, std::move(error), now_ns_);
  }

  /// The visit itself. `key`: empty if the actor is not idempotent.
  actor::Outcome Ask(Envelope& envelope, Index actor, const route::Arguments& arguments,
                     const std::string& key) {
    state::IdempotencyStore* const store = key.empty() ? nullptr : options_.idempotency;
    const state::EffectId effect = state::EffectOf(table_.actors[actor], key, envelope.root());
    auto stored = store != nullptr ? store->Find(effect, now_ns_) : std::nullopt;
    envelope.status.phase = Phase::kProcessing;
    envelope.status.updated_at_ns = now_ns_;
    Tell(observation::Started{VisitOf(envelope, actor), stored.has_value()});
    if (stored) {
      actor::Outcome outcome = actor::Results{std::move(*stored)};
      Tell(Handled{VisitOf(envelope, actor), outcome, Handled::How::kStored});
      return outcome;
    }
    actor::Outcome outcome = Call(envelope, actor, arguments);
    const Results* const results =
        store != nullptr ? route::SoundResults(router_, table_.actors[actor], outcome) : nullptr;
    if (results != nullptr) store->Put(effect, results->values, now_ns_);
    return outcome;
  }

  actor::Outcome Call(const Envelope& envelope, Index actor, const route::Arguments& arguments) {
    Answer answer = responder_(actor, arguments, envelope);
    const route::TimeLimit limit = router_.LimitAt(envelope, now_ns_);
    // What comes too late is disowned.
    const bool overran = answer.takes_ns > limit.duration_ns;
    if (overran) answer = Overrun(limit, actor);
    now_ns_ = AddSaturating(now_ns_, answer.takes_ns);
    Tell(Handled{VisitOf(envelope, actor), answer.outcome,
                 overran ? Handled::How::kOverran : Handled::How::kAnswered, answer.takes_ns});
    return std::move(answer.outcome);
  }

  Answer Overrun(const route::TimeLimit& limit, Index actor) const {
    const std::int64_t allowed = std::max<std::int64_t>(limit.duration_ns, 0);
    return {route::NoAnswerWithin(allowed, limit.error, table_.actors[actor].name), allowed};
  }

  Step Settle(Envelope& envelope, Index actor, actor::Outcome outcome) {
    if (auto* error = std::get_if<Error>(&outcome)) {
      if (router_.MayRetry(envelope, *error)) return Retry(envelope, actor, *error);
      TellFailed(envelope, *error);
    }
    std::vector<route::EffectRecord> obsolete;
    const Step step = router_.Settle(envelope, std::move(outcome), now_ns_, &obsolete);
    for (const route::EffectRecord& record : obsolete) {
      if (options_.idempotency != nullptr)
        options_.idempotency->Erase(
            state::EffectOf(table_.actors[record.actor], record.key, envelope.root()));
    }
    return step;
  }

  Step Retry(Envelope& envelope, Index actor, const Error& error) {
    constexpr double kWholeDelay = 1;
    const std::int64_t delay_ns = options_.back_off ? route::RetryDelay(*router_.RetryAt(envelope),
                                                                        envelope.status.attempt, kWholeDelay)
                                                    : 0;
    envelope.status.phase = Phase::kRetrying;
    ++envelope.status.attempt;
    Tell(observation::Retried{VisitOf(envelope, actor), error, delay_ns});
    now_ns_ = AddSaturating(now_ns_, delay_ns);
    return route::Deliver{actor};
  }

  const route::Router& router_;
  const contract::RouteTable& table_;
  const Responder& responder_;
  const RunOptions& options_;
  std::int64_t now_ns_;
  std::uint32_t moves_ = 0;
  Run run_;
};

}  // namespace

Run Simulate(const route::Router& router, Index flow, Envelope envelope, const Responder& responder,
             const RunOptions& options) {
  return Simulation(router, responder, options).Execute(flow, std::move(envelope));
}

Responder ZeroResponder(const route::Router& router) {
  return [&router](Index actor, const route::Arguments&, const Envelope&) -> Answer {
    const contract::Actor& asked = router.table().actors[actor];
    if (asked.kind == contract::ActorKind::kChoiceRouter) return {actor::Choice{0}, 0};
    if (asked.kind == contract::ActorKind::kPlanRouter) return {actor::Plan{}, 0};
    return {ZeroResults(router.table(), asked), 0};
  };
}

}  // namespace mesh::deterministic
