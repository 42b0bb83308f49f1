#include "mesh/deterministic/stubs.h"

#include <limits>

#include "mesh/contract/enumerator.h"
#include "mesh/deterministic/zero_results.h"
#include "mesh/value/json.h"
#include "mesh/value/zero.h"

namespace mesh::deterministic {

using contract::Index;
using contract::kNone;

Stubs::Stubs(const route::Router& router, const expression::Evaluator& evaluator, const Scenario& scenario,
             const Recode& recode)
    : router_(router),
      evaluator_(evaluator),
      scenario_(scenario),
      recode_(recode),
      zeros_(ZeroResponder(router)),
      progress_(scenario.stubs.size()) {}

Answer Stubs::Respond(Index actor, const route::Arguments& arguments, const Envelope& envelope) {
  const StubAnswer* chosen = Choose(actor, arguments);
  Answer answer = chosen == nullptr ? zeros_(actor, arguments, envelope)
                                    : Answer{OutcomeOf(actor, *chosen), chosen->takes_ns};
  if (recode_) answer.outcome = recode_(actor, arguments, answer.outcome);
  return answer;
}

/// A stub that is used up answers still: as if the actor had none.
const StubAnswer* Stubs::Choose(Index actor, const route::Arguments& arguments) {
  for (std::size_t i = 0; i < scenario_.stubs.size(); ++i) {
    const Stub& stub = scenario_.stubs[i];
    if (stub.actor == actor && Holds(stub, arguments)) return Next(stub, progress_[i]);
  }
  return nullptr;
}

/// A condition that cannot be evaluated does not hold.
bool Stubs::Holds(const Stub& stub, const route::Arguments& arguments) const {
  if (stub.when == kNone) return true;
  const auto outcome = evaluator_.Evaluate(stub.when, {.params = arguments});
  const auto* holds = std::get_if<Value>(&outcome);
  return holds != nullptr && holds->kind() == ValueKind::kBool && holds->boolean();
}

const StubAnswer* Stubs::Next(const Stub& stub, Progress& progress) {
  for (; progress.answer < stub.answers.size(); ++progress.answer, progress.used = 0) {
    const StubAnswer& answer = stub.answers[progress.answer];
    const bool last = progress.answer + 1 == stub.answers.size();
    const std::uint32_t without_times = last ? std::numeric_limits<std::uint32_t>::max() : 1;
    if (progress.used >= (answer.times > 0 ? answer.times : without_times)) continue;
    ++progress.used;
    return &answer;
  }
  return nullptr;
}

actor::Outcome Stubs::OutcomeOf(Index actor, const StubAnswer& answer) const {
  switch (answer.kind) {
    case StubAnswer::Kind::kReturns: return Returned(actor, answer);
    case StubAnswer::Kind::kRaises: return Raised(actor, answer);
    case StubAnswer::Kind::kChooses: return actor::Choice{answer.label};
    case StubAnswer::Kind::kFollows: return actor::Plan{answer.steps};
  }
  contract::NoSuchEnumerator();
}

actor::Outcome Stubs::Returned(Index actor, const StubAnswer& answer) const {
  const contract::Pool& pool = router_.table().pool;
  actor::Results results;
  Zeros zeros(pool);
  for (const contract::Member& result : Slice(pool.members, router_.table().actors[actor].results)) {
    const std::size_t index = results.values.size();
    const Index constant = index < answer.results.size() ? answer.results[index] : kNone;
    std::optional<Value> value =
        constant == kNone ? zeros.Of(result.type) : std::optional(evaluator_.Constant(constant));
    if (!value) return NoZero(router_.table().actors[actor], result);
    const bool left_out = pool.types[result.type].kind == contract::TypeKind::kOptional && !value->present();
    results.values.push_back(left_out ? Value() : std::move(*value));
  }
  return results;
}

actor::Outcome Stubs::Raised(Index actor, const StubAnswer& answer) const {
  const contract::RouteTable& table = router_.table();
  const contract::ErrorKind& kind = table.errors[answer.error];
  Error error;
  error.name = kind.name;
  error.message = answer.message;
  error.actor = table.actors[actor].name;
  if (kind.detail_type != kNone) error.detail = ZeroOf(table.pool, kind.detail_type).value_or(Value());
  return error;
}

}  // namespace mesh::deterministic
