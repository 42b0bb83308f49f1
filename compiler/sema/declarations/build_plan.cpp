#include <fmt/core.h>

#include <algorithm>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/quantity.h"
#include "compiler/sema/names/lookup.h"

namespace meshc::sema {
namespace {

using types::Actor;
using types::ActorKind;

/// A plan is made of work: routers are asked by statements that say what follows from the answer.
bool IsStep(Context& context, const syntax::QualifiedName& name, const Callee& callee) {
  if (!callee.actor.has_value()) return callee.flow.has_value();
  const Actor& actor = context.declarations().actors[callee.actor];
  if (actor.kind == ActorKind::kProcessor) return true;
  context.diagnostics
      .Report(diag::WrongKind, name.range, NameOf(name.name), Word{Describe(actor)},
              Word{"a processor or a flow"})
      .AddLabel(actor.origin.range, "declared here")
      .AddHelp("list a flow that asks it");
  return false;
}

void AddStep(Context& context, const syntax::QualifiedName& name, std::vector<PlanStep>& plan,
             Actor& router) {
  const Callee callee = FindCallee(context, router.origin.range.file, name);
  if (!IsStep(context, name, callee)) return;
  const auto known = std::find_if(plan.begin(), plan.end(), [&](const PlanStep& step) {
    return step.actor == callee.actor && step.flow == callee.flow;
  });
  if (known != plan.end()) {
    context.diagnostics.Report(diag::GivenTwice, name.range, Lexeme{name.name.text.str()})
        .AddLabel(known->range, "given here first");
    return;
  }
  plan.push_back({callee.actor, callee.flow, name.range});
  router.steps.push_back(callee.actor.has_value() ? context.declarations().actors[callee.actor].name
                                                  : context.program.flows[callee.flow].name);
}

}  // namespace

void BuildPlan(Context& context, const syntax::RouterDeclaration& source, ActorId id) {
  Actor& router = context.declarations().actors[id];
  for (const syntax::QualifiedName& step : source.steps)
    AddStep(context, step, context.plans[id.index], router);
  if (source.max.present) {
    if (CheckCount(context, source.max, "max", kMaxRounds))
      router.max_steps = static_cast<std::uint32_t>(source.max.value);
  } else if (!source.recovered) {
    context.diagnostics.Report(diag::MissingMax, source.name.range, Word{"router"})
        .AddHelp(fmt::format("write `max N` behind its steps, with N at most {}: it makes every route finite",
                             kMaxRounds));
  }
}

}  // namespace meshc::sema
