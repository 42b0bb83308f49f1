#include <algorithm>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/constant_folder.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/expressions/quantity.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/sema/scenarios/scenario_checker.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {

using syntax::StubVerb;
using types::Actor;
using types::ActorKind;
using types::BuiltinError;

namespace {

std::string_view Spelling(StubVerb verb) {
  switch (verb) {
    case StubVerb::kReturns: return "returns";
    case StubVerb::kRaises: return "raises";
    case StubVerb::kChooses: return "chooses";
    case StubVerb::kFollows: return "follows";
  }
  NoSuchEnumerator();
}

bool Suits(StubVerb verb, ActorKind kind) {
  switch (verb) {
    case StubVerb::kReturns: return kind == ActorKind::kProcessor;
    case StubVerb::kRaises: return true;
    case StubVerb::kChooses: return kind == ActorKind::kChoiceRouter;
    case StubVerb::kFollows: return kind == ActorKind::kPlanRouter;
  }
  NoSuchEnumerator();
}

/// What any actor may raise, and what this one declares, children included.
bool MayRaise(Context& context, const Actor& actor, ErrorId error) {
  const bool always = error == types::IdOf(BuiltinError::kTimeout) ||
                      error == types::IdOf(BuiltinError::kCrash) ||
                      error == types::IdOf(BuiltinError::kContractViolation);
  return always || std::any_of(actor.raises.begin(), actor.raises.end(), [&](ErrorId declared) {
           return types::DescendsFrom(context.declarations(), error, declared);
         });
}

/// Empty: nothing was found.
std::string DeclaredName(Context& context, const Callee& callee) {
  if (callee.actor.has_value()) return context.declarations().actors[callee.actor].name;
  return callee.flow.has_value() ? context.program.flows[callee.flow].name : "";
}

}  // namespace

void ScenarioChecker::CheckStub(const Item& item) {
  const Callee callee = FindMentioned(context_, declaration_.range.file, item.name);
  if (callee.flow.has_value()) {
    context_.diagnostics
        .Report(diag::WrongKind, item.name.range, NameOf(item.name.name), Word{"a flow"}, Word{"an actor"})
        .AddHelp("stub the actors that the flow visits");
  }
  if (!callee.actor.has_value()) return;
  const Actor& actor = context_.declarations().actors[callee.actor];
  Stub stub;
  stub.actor = callee.actor;
  if (item.when != nullptr) {
    Scope scope;
    scope.mode = NameMode::kStub;
    scope.file = declaration_.range.file;
    scope.actor = callee.actor;
    ExpressionChecker(context_, scope).CheckCondition(*item.when);
    stub.when = item.when;
  }
  for (const syntax::StubAnswer& answer : item.answers)
    stub.answers.push_back(CheckAnswer(answer, actor, item));
  scenario_.stubs.push_back(std::move(stub));
}

bool ScenarioChecker::CheckVerb(const syntax::StubAnswer& answer, const Actor& actor, const Item& item) {
  if (Suits(answer.verb, actor.kind)) return true;
  context_.diagnostics
      .Report(diag::StubVerb, answer.range, Name{actor.name}, Word{Describe(actor)},
              Word{std::string(Spelling(answer.verb))})
      .AddLabel(item.name.range, "the stub is for this")
      .AddHelp(
          "processors say `returns`, choice routers `chooses`, plan routers `follows`; all may say `raises`");
  return false;
}

StubAnswer ScenarioChecker::CheckAnswer(const syntax::StubAnswer& answer, const Actor& actor,
                                        const Item& item) {
  StubAnswer checked;
  checked.syntax = &answer;
  if (answer.times.present) CheckCount(context_, answer.times, "times", kNoLimit);
  ReadDuration(context_, answer.takes);
  if (!CheckVerb(answer, actor, item)) return checked;
  switch (answer.verb) {
    case StubVerb::kReturns: CheckReturns(answer, actor, checked); break;
    case StubVerb::kRaises: CheckRaises(answer, actor, checked); break;
    case StubVerb::kChooses: CheckChooses(answer, actor, checked); break;
    case StubVerb::kFollows: CheckFollows(answer, actor, checked); break;
  }
  return checked;
}

void ScenarioChecker::CheckReturns(const syntax::StubAnswer& answer, const Actor& actor,
                                   StubAnswer& checked) {
  checked.results.resize(actor.results.size());
  if (answer.results == nullptr) return;
  NameIndex index;
  for (std::uint32_t i = 0; i < actor.results.size(); ++i) index.try_emplace(actor.results[i].name, i);
  std::vector<bool> seen(actor.results.size(), false);
  for (const syntax::RecordEntry& entry : answer.results->entries) {
    const auto found = index.find(entry.key.text);
    if (found == index.end()) {
      if (entry.key.text.empty()) continue;
      Suggest(context_,
              context_.diagnostics.Report(diag::UnknownResult, entry.key.range, Name{actor.name},
                                          NameOf(entry.key)),
              entry.key, NamesOf(actor.results));
      context_.FollowsFrom(actor.name);
      continue;
    }
    const std::uint32_t result = found->second;
    context_.Mention(entry.key.range, actor.results[result].origin.range);
    if (seen[result])
      context_.diagnostics.Report(diag::GivenTwice, entry.key.range, Lexeme{entry.key.text.str()});
    seen[result] = true;
    checked.results[result] = ReadInput(*entry.value, actor.results[result].type);
  }
}

void ScenarioChecker::CheckRaises(const syntax::StubAnswer& answer, const Actor& actor, StubAnswer& checked) {
  checked.error = FindError(context_, declaration_.range.file, answer.error);
  if (answer.message != nullptr) {
    const auto message = ReadInput(*answer.message, context_.types().Basic(types::TypeKind::kString));
    if (message) checked.message = message->text;
  }
  if (!checked.error.has_value() || MayRaise(context_, actor, checked.error)) return;
  context_.diagnostics
      .Report(diag::StubRaises, answer.error.range, Name{actor.name}, NameOf(answer.error.name))
      .AddLabel(actor.origin.range, "declared here")
      .AddHelp("add it to the `raises` of `" + actor.name + "`");
  context_.FollowsFrom(actor.name);
}

void ScenarioChecker::CheckChooses(const syntax::StubAnswer& answer, const Actor& actor,
                                   StubAnswer& checked) {
  const syntax::Identifier& label = answer.label;
  for (std::uint32_t i = 0; i < actor.labels.size(); ++i) {
    if (label.text != actor.labels[i].name) continue;
    checked.label = i;
    return context_.Mention(label.range, actor.labels[i].origin.range);
  }
  if (label.text.empty()) return;
  Suggest(context_,
          context_.diagnostics.Report(diag::UnknownLabel, label.range, Name{actor.name}, NameOf(label)),
          label, NamesOf(actor.labels));
  context_.FollowsFrom(actor.name);
}

void ScenarioChecker::CheckFollows(const syntax::StubAnswer& answer, const Actor& actor,
                                   StubAnswer& checked) {
  for (const syntax::QualifiedName& name : answer.steps) {
    const std::string step = DeclaredName(context_, FindMentioned(context_, declaration_.range.file, name));
    if (step.empty()) continue;
    if (std::find(actor.steps.begin(), actor.steps.end(), step) != actor.steps.end()) {
      checked.steps.push_back(step);
      continue;
    }
    auto report =
        context_.diagnostics.Report(diag::UnknownStep, name.range, Name{actor.name}, NameOf(name.name));
    report.AddLabel(actor.origin.range, "its steps are listed here");
    Suggest(context_, report, name.name, {actor.steps.begin(), actor.steps.end()});
  }
  if (actor.max_steps == 0 || answer.steps.size() <= actor.max_steps) return;
  context_.diagnostics
      .Report(diag::TooManySteps, answer.range, Name{actor.name}, Number{actor.max_steps},
              Number{static_cast<std::int64_t>(answer.steps.size())})
      .AddLabel(actor.origin.range, "declared here");
}

}  // namespace meshc::sema
