#include "tests/property/reference/scenario_stubs.h"

#include <algorithm>
#include <stdexcept>

#include "tests/property/reference/duration.h"
#include "tests/property/reference/evaluate.h"

namespace meshc::property {

using mesh::Value;

Reply ScenarioStubs::Answer(types::ActorId actor, const mesh::ValueList& arguments) {
  const types::Actor& declaration = program_.declarations.actors[actor];
  for (std::size_t i = 0; i < scenario_.stubs.size(); ++i) {
    const sema::Stub& stub = scenario_.stubs[i];
    if (stub.actor != actor || !Holds(stub, arguments)) continue;
    // One that is used up does not pass the visit on.
    const auto* answer = Next(stub, progress_[i]);
    if (answer == nullptr) break;
    return ReplyOf(declaration, *answer);
  }
  return {ZeroOf(declaration), 0};
}

bool ScenarioStubs::Holds(const sema::Stub& stub, const mesh::ValueList& arguments) const {
  if (stub.when == nullptr) return true;
  try {
    return Evaluate(*stub.when, {program_, arguments, {}, {}}).boolean();
  } catch (const ExpressionError&) {
    return false;
  }
}

/// Without `times` the last answer goes on for ever, and any other one serves once.
const sema::StubAnswer* ScenarioStubs::Next(const sema::Stub& stub, Progress& progress) {
  while (progress.answer < stub.answers.size()) {
    const sema::StubAnswer& answer = stub.answers[progress.answer];
    const bool last = progress.answer + 1 == stub.answers.size();
    const bool endless = last && !answer.syntax->times.present;
    const std::int64_t times = answer.syntax->times.present ? answer.syntax->times.value : 1;
    if (endless || progress.used < times) {
      ++progress.used;
      return &answer;
    }
    progress = {progress.answer + 1, 0};
  }
  return nullptr;
}

Reply ScenarioStubs::ReplyOf(const types::Actor& actor, const sema::StubAnswer& answer) const {
  Reply reply;
  if (answer.syntax->takes.present) reply.takes_ns = Nanoseconds(answer.syntax->takes.value);
  switch (answer.syntax->verb) {
    case syntax::StubVerb::kRaises:
      reply.outcome = Raised{program_.declarations.errors[answer.error].name, answer.message};
      break;
    case syntax::StubVerb::kChooses: reply.outcome = Chosen{answer.label}; break;
    case syntax::StubVerb::kFollows: reply.outcome = Planned{answer.steps}; break;
    case syntax::StubVerb::kReturns: {
      mesh::ValueList results;
      for (std::size_t i = 0; i < actor.results.size(); ++i) {
        const bool stated = i < answer.results.size() && answer.results[i].has_value();
        results.push_back(stated ? ToValue(*answer.results[i])
                                 : ZeroValue(program_.declarations, actor.results[i].type));
      }
      reply.outcome = std::move(results);
    }
  }
  return reply;
}

Outcome ScenarioStubs::ZeroOf(const types::Actor& actor) const {
  switch (actor.kind) {
    case types::ActorKind::kChoiceRouter: return Chosen{0};
    case types::ActorKind::kPlanRouter: return Planned{};
    case types::ActorKind::kProcessor: break;
  }
  mesh::ValueList results;
  for (const auto& result : actor.results) results.push_back(ZeroValue(program_.declarations, result.type));
  return results;
}

Value ZeroValue(const types::Declarations& declarations, types::TypeId type) {
  const types::Type& t = declarations.types[type];
  switch (t.kind) {
    case types::TypeKind::kOptional: return {};
    case types::TypeKind::kBool: return Value::Bool(false);
    case types::TypeKind::kInt:
      return Value::Int(std::min(std::max<std::int64_t>(0, t.constraint.min.value_or(0)),
                                 t.constraint.max.value_or(INT64_MAX)));
    case types::TypeKind::kFloat: return Value::Float(0);
    case types::TypeKind::kString: return Value::String("");
    case types::TypeKind::kList: return Value::List({});
    case types::TypeKind::kMap: return Value::Map({});
    case types::TypeKind::kEnum: return Value::String(declarations.enums[t.enumeration()].values[0].name);
    case types::TypeKind::kRecord: {
      mesh::ValueList members;
      for (const auto& member : declarations.records[t.record()].members) {
        members.push_back(member.default_value ? ToValue(*member.default_value)
                                               : ZeroValue(declarations, member.type));
      }
      return Value::Record(std::move(members));
    }
    default: throw std::logic_error("the reference knows no zero of this type");
  }
}

}  // namespace meshc::property
