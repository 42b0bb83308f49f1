#include "compiler/sema/scenarios/scenario_checker.h"

#include <algorithm>
#include <limits>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/checks.h"
#include "compiler/sema/expressions/constant_folder.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"

namespace meshc::sema {

using syntax::ScenarioItemKind;

ScenarioChecker::ScenarioChecker(Context& context, const syntax::ScenarioDeclaration& declaration)
    : context_(context), declaration_(declaration) {
  scenario_.declaration = &declaration;
  scenario_.flow = FindFlow(context, declaration.range.file, declaration.flow);
  if (scenario_.flow.has_value()) envelope_ = context.program.flows[scenario_.flow].envelope;
  input_scope_.mode = NameMode::kInput;
  input_scope_.file = declaration.range.file;
}

Scenario ScenarioChecker::Check() {
  for (const Item* item : declaration_.items) CheckItem(*item);
  CheckGivenComplete();
  return std::move(scenario_);
}

void ScenarioChecker::CheckItem(const Item& item) {
  switch (item.kind) {
    case ScenarioItemKind::kGiven:
      if (IsFirst(item, "given")) CheckGiven(item);
      return;
    case ScenarioItemKind::kStub: return CheckStub(item);
    case ScenarioItemKind::kSignal: return CheckSignal(item);
    case ScenarioItemKind::kExpectVisits:
      if (IsFirst(item, "expect visits")) CheckVisits(item);
      return;
    case ScenarioItemKind::kExpectOutcome:
      if (IsFirst(item, "expect outcome")) CheckOutcome(item);
      return;
    case ScenarioItemKind::kExpectTrue: return CheckExpectation(item);
    case ScenarioItemKind::kExpectAbsent: return CheckAbsent(item);
    case ScenarioItemKind::kExpectHops:
      if (IsFirst(item, "expect hops")) CheckHops(item);
      return;
  }
}

bool ScenarioChecker::IsFirst(const Item& item, std::string_view word) {
  SourceRange& known = seen_[static_cast<std::size_t>(item.kind)];
  if (known.has_value()) {
    context_.diagnostics.Report(diag::RepeatedScenarioItem, item.range, Word{std::string(word)})
        .AddLabel(known, "the first one");
    return false;
  }
  known = item.range;
  return true;
}

void ScenarioChecker::CheckVisits(const Item& item) {
  std::vector<ActorId> visits;
  for (const syntax::QualifiedName& name : item.visits) {
    const Callee callee = FindMentioned(context_, declaration_.range.file, name);
    if (callee.actor.has_value()) visits.push_back(callee.actor);
    if (!callee.flow.has_value()) continue;
    context_.diagnostics.Report(diag::FlowInVisits, name.range, NameOf(name.name))
        .AddHelp("list the actors that the flow visits");
  }
  scenario_.visits = std::move(visits);
}

void ScenarioChecker::CheckOutcome(const Item& item) {
  if (!item.succeeded) scenario_.outcome = FindError(context_, declaration_.range.file, item.name);
}

void ScenarioChecker::CheckExpectation(const Item& item) {
  if (item.value == nullptr || !scenario_.flow.has_value()) return;
  Scope scope;
  scope.mode = NameMode::kFlow;
  scope.file = declaration_.range.file;
  scope.envelope = envelope_;
  ExpressionChecker(context_, scope).CheckCondition(*item.value);
  scenario_.expectations.push_back(item.value);
}

void ScenarioChecker::CheckAbsent(const Item& item) {
  const syntax::Identifier& name = item.name.name;
  if (!envelope_.has_value() || name.text.empty()) return;
  if (const auto slot = FindField(context_, envelope_, name.text)) {
    scenario_.absent.push_back(*slot);
    context_.Mention(name.range, context_.declarations().envelopes[envelope_].fields[*slot].origin.range,
                     Access::kRead);
    return;
  }
  const types::Envelope& envelope = context_.declarations().envelopes[envelope_];
  Suggest(context_,
          context_.diagnostics.Report(diag::UnknownField, name.range, Name{envelope.name}, NameOf(name)),
          name, NamesOf(envelope.fields));
  context_.FollowsFrom(envelope.name);
}

void ScenarioChecker::CheckHops(const Item& item) {
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  scenario_.max_hops = static_cast<std::uint32_t>(std::clamp<std::int64_t>(item.hops, 0, kMost));
}

std::optional<types::Constant> ScenarioChecker::ReadInput(const syntax::Expression& value, TypeId type) {
  const std::size_t before = context_.diagnostics.ErrorCount();
  ExpressionChecker(context_, input_scope_).CheckFits(value, type);
  if (context_.diagnostics.ErrorCount() != before || type == context_.types().invalid()) return std::nullopt;
  return Fold(context_, value, type, "value");
}

void CheckScenarios(Context& context) {
  context.in_scenario = true;
  for (const syntax::Declaration* declaration : context.program.files.front().declarations) {
    if (declaration->kind != syntax::DeclarationKind::kScenario) continue;
    const auto& scenario = static_cast<const syntax::ScenarioDeclaration&>(*declaration);
    context.program.scenarios.push_back(ScenarioChecker(context, scenario).Check());
  }
  context.in_scenario = false;
}

}  // namespace meshc::sema
