#include "compiler/lower/lower_scenario.h"

#include <string>

#include "compiler/lower/lower_expressions.h"
#include "compiler/support/enumerator.h"

namespace meshc::lower {
namespace {

ir::StubAnswer::Kind KindOf(syntax::StubVerb verb) {
  switch (verb) {
    case syntax::StubVerb::kReturns: return ir::StubAnswer::Kind::kReturns;
    case syntax::StubVerb::kRaises: return ir::StubAnswer::Kind::kRaises;
    case syntax::StubVerb::kChooses: return ir::StubAnswer::Kind::kChooses;
    case syntax::StubVerb::kFollows: return ir::StubAnswer::Kind::kFollows;
  }
  NoSuchEnumerator();
}

ir::StubAnswer LowerAnswer(const sema::StubAnswer& answer) {
  ir::StubAnswer lowered;
  lowered.kind = KindOf(answer.syntax->verb);
  lowered.results = answer.results;
  lowered.error = answer.error;
  lowered.message = answer.message;
  lowered.label = answer.label;
  lowered.steps = answer.steps;
  if (answer.syntax->times.present) lowered.times = static_cast<std::uint32_t>(answer.syntax->times.value);
  if (answer.syntax->takes.present) lowered.takes_ns = DurationOf(answer.syntax->takes.value);
  return lowered;
}

ir::Stub LowerStub(const sema::Stub& stub, std::size_t result_count, ExpressionLowering& expressions) {
  ir::Stub lowered;
  lowered.actor = stub.actor;
  if (stub.when != nullptr) lowered.when = expressions.Lower(*stub.when);
  for (const sema::StubAnswer& answer : stub.answers) {
    lowered.answers.push_back(LowerAnswer(answer));
    lowered.answers.back().results.resize(result_count);
  }
  return lowered;
}

}  // namespace

ir::Scenario LowerScenario(const sema::TypedProgram& program, const sema::Scenario& scenario,
                           const source::SourceManager& sources, ir::ExpressionStore& store) {
  ExpressionLowering expressions(program, store, nullptr);
  ir::Scenario lowered;
  lowered.title = scenario.declaration->title.str();
  lowered.flow = scenario.flow;
  lowered.given = scenario.given;
  for (const sema::Stub& stub : scenario.stubs) {
    std::size_t result_count = program.declarations.actors[stub.actor].results.size();
    lowered.stubs.push_back(LowerStub(stub, result_count, expressions));
  }
  for (const sema::Signal& signal : scenario.signals) lowered.signals.emplace_back(signal.name, signal.value);
  lowered.visits = scenario.visits;
  lowered.outcome = scenario.outcome;
  for (const syntax::Expression* condition : scenario.expectations) {
    lowered.expectations.push_back(
        {expressions.Lower(*condition), std::string(sources.Text(condition->range)), condition->range});
  }
  lowered.absent = scenario.absent;
  lowered.max_hops = scenario.max_hops;
  lowered.origin = scenario.declaration->title_range;
  return lowered;
}

}  // namespace meshc::lower
