#include "mesh/deterministic/simulation.h"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/route/effect_key.h"
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
    Step step = router_.Enter(flow, run_.envelope, now_ns_);
    while (const auto* deliver = std::get_if<route::Deliver>(&step)) step = Visit(deliver->actor);
    return std::move(run_);
  }

 private:
  Step Visit(Index actor) {
    Envelope& envelope = run_.envelope;
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
    return Settle(actor, Ask(actor, arguments, key));
  }

  /// The visit itself. `key`: empty if the actor is not idempotent.
  actor::Outcome Ask(Index actor, const route::Arguments& arguments, const std::string& key) {
    const std::string_view name = table_.actors[actor].name;
    state::IdempotencyStore* const store = key.empty() ? nullptr : options_.idempotency;
    BeginVisit(actor);
    if (store != nullptr) {
      if (auto stored = store->Find(name, key)) {
        EndVisit("replayed", 0);
        return actor::Results{std::move(*stored)};
      }
    }
    Answer answer = Limited(actor, responder_(actor, arguments, run_.envelope));
    EndVisit(Describe(actor, answer.outcome), answer.takes_ns);
    const auto* results = std::get_if<actor::Results>(&answer.outcome);
    const bool kept = store != nullptr && results != nullptr &&
                      !route::CheckResults(router_, table_.actors[actor], results->values);
    if (kept) store->Put(name, key, results->values);
    return std::move(answer.outcome);
  }

  void BeginVisit(Index actor) {
    Status& status = run_.envelope.status;
    status.phase = Phase::kProcessing;
    status.updated_at_ns = now_ns_;
    run_.visits.emplace_back(table_.actors[actor].name);
    TraceEntry& entry = run_.trace.emplace_back();
    entry.actor = table_.actors[actor].name;
    entry.point = table_.points[run_.envelope.route.at].name;
    entry.attempt = status.attempt;
    entry.started_ns = now_ns_;
  }

  void EndVisit(std::string outcome, std::int64_t takes_ns) {
    now_ns_ = AddSaturating(now_ns_, takes_ns);
    run_.trace.back().outcome = std::move(outcome);
    run_.trace.back().ended_ns = now_ns_;
  }

  /// What comes too late is disowned.
  Answer Limited(Index actor, Answer answer) const {
    const route::TimeLimit limit = router_.LimitAt(run_.envelope, now_ns_);
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

  Step Settle(Index actor, actor::Outcome outcome) {
    Envelope& envelope = run_.envelope;
    if (auto* error = std::get_if<Error>(&outcome)) return SettleError(actor, std::move(*error));
    if (const auto* results = std::get_if<actor::Results>(&outcome))
      return router_.Complete(envelope, results->values, now_ns_);
    if (const auto* choice = std::get_if<actor::Choice>(&outcome))
      return router_.Choose(envelope, choice->label, now_ns_);
    return router_.Fail(
        envelope,
        route::MakeError(contract::BuiltinError::kContractViolation,
                         "planned steps, though nobody asked for them", table_.actors[actor].name),
        now_ns_);
  }

  Step SettleError(Index actor, Error error) {
    Envelope& envelope = run_.envelope;
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
  Run run_;
};

}  // namespace

Run Simulate(const route::Router& router, Index flow, Envelope envelope, const Responder& responder,
             const RunOptions& options) {
  return Simulation(router, responder, options).Execute(flow, std::move(envelope));
}

Responder ZeroResponder(const route::Router& router) {
  return [&router](Index actor, const route::Arguments&, const Envelope&) -> Answer {
    const contract::Pool& pool = router.table().pool;
    const contract::Actor& asked = router.table().actors[actor];
    if (asked.kind == contract::ActorKind::kChoiceRouter) return {actor::Choice{0}, 0};
    if (asked.kind == contract::ActorKind::kPlanRouter) return {actor::Plan{}, 0};
    actor::Results results;
    for (const contract::Member& result : Slice(pool.members, asked.results)) {
      results.values.push_back(ZeroOf(pool, result.type));
    }
    return {std::move(results), 0};
  };
}

}  // namespace mesh::deterministic
