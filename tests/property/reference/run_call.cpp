// What calls are given; calls of flows; plans.
#include <algorithm>
#include <stdexcept>

#include "tests/property/reference/interpreter.h"

namespace meshc::property {

using mesh::Value;
using mesh::ValueList;

/// Not present: left out, or the default is meant.
Value Interpreter::ValueOf(const Line& line, const sema::ParamSource& source, bool may_lack) const {
  switch (source.kind) {
    case sema::ParamSource::Kind::kExpression: return Eval(line, *source.expression, may_lack);
    case sema::ParamSource::Kind::kField: return line.fields[source.field];
    case sema::ParamSource::Kind::kVariable:
      for (const BoundElement& element : line.elements) {
        if (element.variable == source.variable) return element.value;
      }
      break;
    case sema::ParamSource::Kind::kDefault:
    case sema::ParamSource::Kind::kNothing: return {};
    case sema::ParamSource::Kind::kCallParam:
    case sema::ParamSource::Kind::kCallResult:
    case sema::ParamSource::Kind::kInvalid: break;
  }
  throw std::logic_error("the reference does not know this source");
}

ValueList Interpreter::Arguments(const Line& line, const sema::CallFacts& facts) const {
  const auto& params = declarations_.actors[facts.actor].params;
  ValueList arguments;
  for (std::size_t i = 0; i < params.size(); ++i) {
    const bool may_lack = params[i].default_value || declarations_.types.IsOptional(params[i].type);
    arguments.push_back(Given(params[i], ValueOf(line, facts.params[i], may_lack)));
  }
  return arguments;
}

/// What a param takes of `value`: where there is none its default, or nothing.
Value Interpreter::Given(const types::Member& param, Value value) const {
  if (value.present()) return value;
  if (param.default_value) return ToValue(*param.default_value);
  if (declarations_.types.IsOptional(param.type)) return {};
  throw std::logic_error("the param " + param.name + " has no value: the compiler has accepted too much");
}

Ending Interpreter::RunFlowCall(Line& line, const sema::CallFacts& facts) {
  return facts.own_envelope ? RunOwnEnvelope(line, facts) : RunFlow(line, facts.flow);
}

/// The callee works on fields of its own; if it fails, nothing comes back.
Ending Interpreter::RunOwnEnvelope(Line& line, const sema::CallFacts& facts) {
  const types::EnvelopeId envelope = program_.flows[facts.flow].envelope;
  const auto& fields = declarations_.envelopes[envelope].fields;
  ValueList fresh = FreshFields(envelope);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].in) continue;
    const bool may_lack = fields[i].default_value || declarations_.types.IsOptional(fields[i].type);
    Value given = ValueOf(line, facts.params[i], may_lack);
    if (!Fits(fields[i].type, given)) return Failed("contract_violation");
    if (given.present()) fresh[i] = std::move(given);
  }
  const types::EnvelopeId caller = std::exchange(line.envelope, envelope);
  std::swap(line.fields, fresh);
  Ending ending = RunFlow(line, facts.flow);
  std::swap(line.fields, fresh);
  line.envelope = caller;
  if (!ending.ok()) return ending;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].out) fresh[i] = {};
  }
  return TakeResults(line, facts, fresh);
}

Ending Interpreter::RunFollow(Line& line, const syntax::FollowStatement& s) {
  const sema::CallFacts& asked = program_.FactsOf(s.router);
  const types::Actor& router = declarations_.actors[asked.actor];
  const sema::FollowFacts& facts = program_.FactsOf(s);
  ValueList arguments;
  Answered answered = Ask(line, asked, arguments);
  if (auto* ending = std::get_if<Ending>(&answered)) return std::move(*ending);
  const auto& plan = std::get<Planned>(std::get<Outcome>(answered)).steps;
  if (!IsSoundPlan(line, router, facts, plan)) return Failed("contract_violation");
  for (const std::string& step : plan) {
    const auto place = std::find(router.steps.begin(), router.steps.end(), step) - router.steps.begin();
    Ending ending = RunStep(line, facts.steps[static_cast<std::size_t>(place)]);
    if (!ending.ok()) return ending;
  }
  return {};
}

/// Not too long, listed steps only, and none twice that writes a plain field.
bool Interpreter::IsSoundPlan(const Line& line, const types::Actor& router, const sema::FollowFacts& facts,
                              const std::vector<std::string>& plan) const {
  if (plan.size() > router.max_steps) return false;
  for (const std::string& step : plan) {
    const auto found = std::find(router.steps.begin(), router.steps.end(), step);
    if (found == router.steps.end()) return false;
    const auto& call = facts.steps[static_cast<std::size_t>(found - router.steps.begin())];
    if (std::count(plan.begin(), plan.end(), step) > 1 && WritesOnce(line, call)) return false;
  }
  return true;
}

/// Of a listed flow that works on the caller's fields it is not asked what it writes: random
/// programs list none that writes a plain field.
bool Interpreter::WritesOnce(const Line& line, const sema::CallFacts& facts) const {
  return std::any_of(facts.results.begin(), facts.results.end(), [&](const sema::ResultSink& sink) {
    return sink.field && FieldOf(line, *sink.field).mode == types::WriteMode::kOnce;
  });
}

}  // namespace meshc::property
