// Visits of actors: attempts, time limits, results.
#include <algorithm>

#include "tests/property/reference/interpreter.h"

namespace meshc::property {

using mesh::ValueList;

/// One call of an actor or a flow.
Ending Interpreter::RunStep(Line& line, const sema::CallFacts& facts) {
  if (facts.flow.has_value()) return RunFlowCall(line, facts);
  ValueList arguments;
  Answered answered = Ask(line, facts, arguments);
  if (auto* ending = std::get_if<Ending>(&answered)) return std::move(*ending);
  const auto& results = std::get<ValueList>(std::get<Outcome>(answered));
  Ending ending = TakeResults(line, facts, results);
  if (ending.ok()) Remember(line, facts, arguments, results);
  return ending;
}

/// All of them or none.
Ending Interpreter::TakeResults(Line& line, const sema::CallFacts& facts, const ValueList& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto& field = facts.results[i].field;
    if (field && !FitsField(line, *field, results[i])) return Failed("contract_violation");
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (facts.results[i].field) Write(line, *facts.results[i].field, results[i]);
  }
  return {};
}

/// Binds and visits, with retries. A binding that fails is no visit.
Interpreter::Answered Interpreter::Ask(Line& line, const sema::CallFacts& facts, ValueList& arguments) {
  const types::Actor& actor = declarations_.actors[facts.actor];
  arguments = Arguments(line, facts);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!Fits(actor.params[i].type, arguments[i])) return Failed("contract_violation");
  }
  return Visit(line, facts.actor, arguments, facts.timeout_ns.value_or(actor.timeout_ns),
               facts.retry ? facts.retry : actor.retry);
}

Interpreter::Answered Interpreter::Visit(Line& line, types::ActorId actor, const ValueList& arguments,
                                         std::int64_t timeout_ns, const std::optional<types::Retry>& retry) {
  ++hops_;
  for (std::uint32_t attempt = 1;; ++attempt) {
    Answered answered = Attempt(line, actor, arguments, timeout_ns);
    auto* ending = std::get_if<Ending>(&answered);
    if (ending == nullptr) return answered;
    if (!retry || attempt >= retry->attempts || !MayRetry(*retry, ending->error))
      return Arise(line, std::move(*ending));
  }
}

/// A visit may take as long as its timeout and the deadline let it; on a tie it is a timeout.
Interpreter::Answered Interpreter::Attempt(Line& line, types::ActorId actor, const ValueList& arguments,
                                           std::int64_t timeout_ns) {
  const types::Actor& declaration = declarations_.actors[actor];
  const auto deadline = line.deadlines.current();
  if (deadline && line.now_ns > *deadline) return Failed("deadline_exceeded");
  visits_.push_back(PrintVisit(declaration.name, arguments, line.now_ns));
  actors_.push_back(actor);
  Reply reply = behaviour_.Answer(actor, arguments);
  const bool deadline_first = deadline && *deadline - line.now_ns < timeout_ns;
  const std::int64_t allowed_ns = deadline_first ? *deadline - line.now_ns : timeout_ns;
  line.now_ns += std::min(reply.takes_ns, allowed_ns);
  if (reply.takes_ns > allowed_ns) return Failed(deadline_first ? "deadline_exceeded" : "timeout");
  if (const auto* raised = std::get_if<Raised>(&reply.outcome))
    return Ending{Exit::kError, {raised->error, raised->message, declaration.name, false}};
  if (const auto* results = std::get_if<ValueList>(&reply.outcome)) {
    for (std::size_t i = 0; i < results->size(); ++i) {
      if (!Fits(declaration.results[i].type, (*results)[i])) return Failed("contract_violation");
    }
  }
  return std::move(reply.outcome);
}

bool Interpreter::MayRetry(const types::Retry& retry, const ReferenceError& error) const {
  if (declarations_.errors[Find(error.name)].error_class != types::ErrorClass::kRetriable) return false;
  return retry.only.empty() || std::any_of(retry.only.begin(), retry.only.end(),
                                           [&](types::ErrorId only) { return Catches(only, error.name); });
}

}  // namespace meshc::property
