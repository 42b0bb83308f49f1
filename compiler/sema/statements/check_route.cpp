#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/sema/statements/flow_checker.h"
#include "compiler/source/first_word.h"
#include "compiler/syntax/foreign_words.h"

namespace meshc::sema {
void FlowChecker::CheckRoute(const syntax::RouteStatement& route) {
  const ActorId router = Calls().Check(route.router, CallPlace::kRoute);
  RouteFacts facts;
  if (router.has_value() && context_.declarations().actors[router].kind == types::ActorKind::kChoiceRouter) {
    CheckLabels(route, context_.declarations().actors[router], facts);
  }
  for (const syntax::RouteArm& arm : route.arms) {
    if (arm.body != nullptr) CheckStatement(*arm.body);
  }
  context_.SetIndex(route.range, route.id, context_.program.routes.size());
  context_.program.routes.push_back(std::move(facts));
}

/// Every label has exactly one arm.
void FlowChecker::CheckLabels(const syntax::RouteStatement& route, const types::Actor& router,
                              RouteFacts& facts) {
  NameIndex index;
  for (std::uint32_t i = 0; i < router.labels.size(); ++i) index.try_emplace(router.labels[i].name, i);
  std::vector<SourceRange> answered(router.labels.size());
  bool misspelt = false;
  bool rest = false;
  for (const syntax::RouteArm& arm : route.arms) {
    auto& labels = facts.labels.emplace_back();
    for (const Identifier& label : arm.labels) {
      const auto found = index.find(label.text);
      if (found == index.end()) {
        misspelt = true;
        if (label.text.empty()) continue;
        if (label.text == "_" || syntax::MeansRest(label.text)) {
          context_.diagnostics.Report(diag::UnknownLabel, label.range, Name{router.name}, NameOf(label))
              .AddLabel(router.origin.range, "the router declares its labels here")
              .AddHelp("a `route` has an arm for each label by name; there is no arm for the rest");
          rest = true;
          continue;
        }
        Suggest(
            context_,
            context_.diagnostics.Report(diag::UnknownLabel, label.range, Name{router.name}, NameOf(label)),
            label, NamesOf(router.labels));
        context_.FollowsFrom(router.name);
        continue;
      }
      NoteUse(context_, router.labels[found->second].name, router.labels[found->second].origin, label.range);
      labels.push_back(found->second);
      if (answered[found->second].has_value()) {
        context_.diagnostics.Report(diag::DuplicateArm, label.range, Lexeme{label.text.str()})
            .AddLabel(answered[found->second], "the first one");
      } else {
        answered[found->second] = label.range;
      }
    }
  }
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < answered.size(); ++i) {
    if (!answered[i].has_value() && !router.labels[i].name.empty()) missing.push_back(router.labels[i].name);
  }
  // A misspelt label leaves one without an arm: that is one mistake.
  if (missing.empty() || rest || (misspelt && missing.size() == 1)) return;
  context_.diagnostics
      .Report(diag::MissingLabels, source::FirstWord(route.range, "route"), ListNames(missing))
      .AddLabel(router.origin.range, "the router declares its labels here")
      .AddHelp("add an arm for each");
}

}  // namespace meshc::sema
