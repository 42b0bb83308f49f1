#include "mesh/deterministic/simulation.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "mesh/deterministic/zero_results.h"
#include "mesh/envelope/payload_json.h"
#include "mesh/envelope/stops.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/effect_key.h"
#include "mesh/route/join.h"
#include "mesh/route/payload_writes.h"
#include "mesh/route/retry_delay.h"
#include "mesh/value/json.h"
#include "mesh/value/saturating.h"

namespace mesh::deterministic {
namespace {

using contract::Index;
using contract::kNone;
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
    ++run_.hops;
    if (run_.stopped) {
      run_.envelope.status.phase = Phase::kFailed;
      run_.envelope.status.error =
          route::MakeError(contract::BuiltinError::kCancelled,
                           fmt::format("stopped after {} deliveries, forks, taps and waits", kMaxMoves));
    }
    if (options_.idempotency != nullptr) options_.idempotency->Forget(run_.envelope.id);
    return std::move(run_);
  }

 private:
  /// Does what the steps say until the envelope, or its branch, has ended.
  void Drive(Envelope& envelope, Step step) {
    while (!std::holds_alternative<route::Ended>(step) && !std::holds_alternative<route::BranchEnded>(step)) {
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
    route::Started copy = route::StartCopy(router_, envelope, start_ns);
    Drive(copy.envelope, copy.step);
    if (run_.stopped) return route::Ended{};
    now_ns_ = start_ns;
    return route::PassTap(router_, envelope, start_ns);
  }

  Step Await(Envelope& envelope) {
    const std::string_view name = table_.points[envelope.route.at].signal;
    std::optional<Value> signal = options_.signal ? options_.signal(name) : std::nullopt;
    if (signal) return router_.Wake(envelope, std::move(*signal), now_ns_);
    const route::TimeLimit limit = router_.LimitAt(envelope, now_ns_);
    now_ns_ = AddSaturating(now_ns_, std::max<std::int64_t>(limit.duration_ns, 0));
    if (limit.error == contract::BuiltinError::kTimeout) return router_.WakeLate(envelope, now_ns_);
    return router_.Refuse(
        envelope, route::MakeError(limit.error, fmt::format("no `{}` has come before the deadline", name)),
        now_ns_);
  }

  Step RunBranches(Envelope& parent, std::uint32_t count) {
    const contract::Fork& fork = table_.forks[table_.points[parent.route.at].fork];
    const std::int64_t start_ns = now_ns_;
    std::vector<std::int64_t> free_ns(fork.width > 0 ? std::min(fork.width, count) : count, start_ns);
    const Value elements = route::ElementsOf(router_, parent);
    std::vector<BranchRun> branches;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto slot = std::min_element(free_ns.begin(), free_ns.end());
      now_ns_ = *slot;
      route::Started child = route::StartChild(router_, parent, elements, i, now_ns_);
      Drive(child.envelope, child.step);
      // A join of what has not ended would be none.
      if (run_.stopped) return route::Ended{};
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
      if (branches[i].ended_ns <= due_ns) states.End(i, branches[i].succeeded());
      children.push_back(&branches[i].envelope);
    }
    const route::Verdict verdict = *route::DecideJoin(table_, fork, states, true);
    now_ns_ = std::min(DecidedAt(fork, verdict, start_ns, branches), due_ns);
    return route::Join(router_, parent, children, verdict, now_ns_);
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
    if (envelope.status.attempt == 1) ++run_.hops;
    if (auto error = router_.Admit(envelope, now_ns_))
      return router_.Refuse(envelope, std::move(*error), now_ns_);
    auto bound = router_.Bind(envelope);
    if (auto* error = std::get_if<Error>(&bound)) return router_.Refuse(envelope, std::move(*error), now_ns_);
    const auto& arguments = std::get<route::Arguments>(bound);
    std::string key;
    if (table_.actors[actor].effect == contract::Effect::kIdempotent) {
      auto found = route::EffectKey(router_, envelope, arguments);
      if (auto* error = std::get_if<Error>(&found))
        return router_.Refuse(envelope, std::move(*error), now_ns_);
      key = std::get<std::string>(std::move(found));
    }
    return Settle(envelope, actor, Ask(envelope, actor, arguments, key));
  }

  /// The visit itself. `key`: empty if the actor is not idempotent.
  actor::Outcome Ask(Envelope& envelope, Index actor, const route::Arguments& arguments,
                     const std::string& key) {
    state::IdempotencyStore* const store = key.empty() ? nullptr : options_.idempotency;
    const state::EffectId effect = state::EffectOf(table_.actors[actor], key, envelope.root());
    BeginVisit(envelope, actor);
    if (store != nullptr) {
      if (auto stored = store->Find(effect, now_ns_)) {
        EndVisit("replayed", 0);
        return actor::Results{std::move(*stored)};
      }
    }
    Answer answer = Limited(envelope, actor, responder_(actor, arguments, envelope));
    EndVisit(Describe(actor, answer.outcome), answer.takes_ns);
    const auto* results = std::get_if<actor::Results>(&answer.outcome);
    if (results != nullptr) NoteFields(envelope, results->values);
    const bool kept = store != nullptr && results != nullptr &&
                      !route::CheckResults(router_, table_.actors[actor], results->values);
    if (kept) store->Put(effect, results->values, now_ns_);
    return std::move(answer.outcome);
  }

  void BeginVisit(Envelope& envelope, Index actor) {
    Status& status = envelope.status;
    status.phase = Phase::kProcessing;
    status.updated_at_ns = now_ns_;
    run_.visits.emplace_back(table_.actors[actor].name);
    TraceEntry& entry = run_.trace.emplace_back();
    entry.actor = table_.actors[actor].name;
    entry.point = table_.points[envelope.route.at].name;
    entry.from = LastStop(envelope.route.prev);
    entry.is_copy = !envelope.parent_id.empty();
    entry.attempt = status.attempt;
    entry.started_ns = now_ns_;
  }

  void EndVisit(std::string outcome, std::int64_t takes_ns) {
    now_ns_ = AddSaturating(now_ns_, takes_ns);
    run_.trace.back().outcome = std::move(outcome);
    run_.trace.back().ended_ns = now_ns_;
  }

  void NoteFields(const Envelope& envelope, const ValueList& results) {
    const contract::Point& point = table_.points[envelope.route.at];
    if (point.kind != contract::PointKind::kCall) return;
    const auto fields = FieldsOf(table_, point.flow);
    for (const contract::Write& write : Slice(table_.writes, point.writes)) {
      const bool written = write.result < results.size() && results[write.result].present();
      if (write.field != contract::kNone && written)
        run_.trace.back().fields.emplace_back(fields[write.field].name);
    }
  }

  /// What comes too late is disowned.
  Answer Limited(const Envelope& envelope, Index actor, Answer answer) const {
    const route::TimeLimit limit = router_.LimitAt(envelope, now_ns_);
    if (answer.takes_ns <= limit.duration_ns) return answer;
    const std::int64_t allowed = std::max<std::int64_t>(limit.duration_ns, 0);
    return {route::MakeError(limit.error, fmt::format("no answer within {}", PrintDuration({allowed})),
                             table_.actors[actor].name),
            allowed};
  }

  std::string Describe(Index actor, const actor::Outcome& outcome) const {
    if (const auto* error = std::get_if<Error>(&outcome)) return fmt::format("raised {}", error->name);
    if (const auto* plan = std::get_if<actor::Plan>(&outcome))
      return fmt::format("planned {}", fmt::join(plan->steps, ", "));
    const auto* choice = std::get_if<actor::Choice>(&outcome);
    if (choice == nullptr) return "returned";
    const auto labels = Slice(table_.pool.strings, table_.actors[actor].labels);
    return choice->label < labels.size ? fmt::format("chose {}", labels[choice->label]) : "chose no label";
  }

  Step Settle(Envelope& envelope, Index actor, actor::Outcome outcome) {
    if (auto* error = std::get_if<Error>(&outcome)) return SettleError(envelope, actor, std::move(*error));
    if (const auto* results = std::get_if<actor::Results>(&outcome))
      return CompleteCall(envelope, results->values);
    if (const auto* choice = std::get_if<actor::Choice>(&outcome))
      return router_.Choose(envelope, choice->label, now_ns_);
    return router_.Follow(envelope, std::get<actor::Plan>(std::move(outcome)).steps, now_ns_);
  }

  Step CompleteCall(Envelope& envelope, const ValueList& results) {
    std::vector<route::EffectRecord> obsolete;
    Step step = router_.Complete(envelope, results, now_ns_, &obsolete);
    for (const route::EffectRecord& record : obsolete) {
      if (options_.idempotency != nullptr)
        options_.idempotency->Erase(
            state::EffectOf(table_.actors[record.actor], record.key, envelope.root()));
    }
    return step;
  }

  Step SettleError(Envelope& envelope, Index actor, Error error) {
    if (!router_.MayRetry(envelope, error)) return router_.Fail(envelope, std::move(error), now_ns_);
    if (options_.back_off) {
      constexpr double kWholeDelay = 1;
      const contract::RetryPolicy& policy = *router_.RetryAt(envelope);
      now_ns_ = AddSaturating(now_ns_, route::RetryDelay(policy, envelope.status.attempt, kWholeDelay));
    }
    envelope.status.phase = Phase::kRetrying;
    ++envelope.status.attempt;
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
