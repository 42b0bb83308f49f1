#include "tests/property/reference/scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/property/reference/interpreter.h"
#include "tests/property/reference/scenario_stubs.h"

namespace meshc::property {
namespace {

std::string OutcomeOf(const Ending& ending) {
  return ending.failed() ? "failed " + ending.error.name : "succeeded";
}

mesh::ValueList Given(const sema::TypedProgram& program, const sema::Scenario& scenario) {
  mesh::ValueList fields;
  for (const types::Field& field :
       program.declarations.envelopes[program.flows[scenario.flow].envelope].fields) {
    mesh::Value& value = fields.emplace_back();
    if (field.default_value) value = ToValue(*field.default_value);
    if (field.mode == types::WriteMode::kLog) value = mesh::Value::List({});
  }
  for (const auto& [slot, constant] : scenario.given) fields[slot] = ToValue(constant);
  return fields;
}

Signals SentIn(const sema::Scenario& scenario) {
  Signals signals;
  for (const sema::Signal& signal : scenario.signals) signals[signal.name].push_back(ToValue(signal.value));
  return signals;
}

std::vector<std::string> NamesOf(const sema::TypedProgram& program,
                                 const std::vector<types::ActorId>& actors) {
  std::vector<std::string> names;
  for (const auto actor : actors) names.push_back(program.declarations.actors[actor].name);
  return names;
}

/// An absent field fails an expectation.
bool Holds(const sema::TypedProgram& program, const syntax::Expression& condition, const Line& line) {
  try {
    return Evaluate(condition, {program, line.fields, line.caught, line.elements}).boolean();
  } catch (const ExpressionError&) {
    return false;
  }
}

Interpreter::Run Execute(const sema::TypedProgram& program, const sema::Scenario& scenario) {
  ScenarioStubs stubs(program, scenario);
  const Signals signals = SentIn(scenario);
  return Interpreter(program, stubs, signals).Execute(scenario.flow, Given(program, scenario));
}

}  // namespace

Observation ObserveScenario(const sema::TypedProgram& program, const sema::Scenario& scenario) {
  const auto run = Execute(program, scenario);
  return {NamesOf(program, run.actors), OutcomeOf(run.ending),
          PrintPayload(program.declarations.envelopes[run.line.envelope], run.line.fields)};
}

std::vector<std::string> RunScenario(const sema::TypedProgram& program, const sema::Scenario& scenario) {
  const auto run = Execute(program, scenario);
  const auto& fields = program.declarations.envelopes[run.line.envelope].fields;
  std::vector<std::string> failures;
  const std::string wanted = scenario.outcome.has_value()
                                 ? "failed " + program.declarations.errors[scenario.outcome].name
                                 : "succeeded";
  if (OutcomeOf(run.ending) != wanted)
    failures.push_back(fmt::format("outcome {}, expected {}", OutcomeOf(run.ending), wanted));
  if (scenario.visits && *scenario.visits != run.actors)
    failures.push_back(fmt::format("visits {}", fmt::join(NamesOf(program, run.actors), ", ")));
  for (std::size_t i = 0; i < scenario.expectations.size(); ++i) {
    if (!Holds(program, *scenario.expectations[i], run.line))
      failures.push_back(fmt::format("expectation {} does not hold", i + 1));
  }
  for (const std::uint32_t slot : scenario.absent) {
    if (run.line.fields[slot].present())
      failures.push_back(fmt::format("`{}` is present", fields[slot].name));
  }
  if (scenario.max_hops && run.hops > *scenario.max_hops)
    failures.push_back(fmt::format("{} hops, expected {} at most", run.hops, *scenario.max_hops));
  if (failures.empty()) return failures;
  failures.push_back(fmt::format("visits:\n  {}", fmt::join(run.visits, "\n  ")));
  failures.push_back(fmt::format(
      "payload:\n  {}",
      fmt::join(PrintPayload(program.declarations.envelopes[run.line.envelope], run.line.fields), "\n  ")));
  return failures;
}

}  // namespace meshc::property
