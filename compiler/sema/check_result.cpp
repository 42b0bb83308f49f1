#include <algorithm>

#include "compiler/sema/fit.h"
#include "compiler/sema/flow_checker.h"
#include "compiler/sema/lookup.h"
#include "compiler/sema/suggest.h"

namespace meshc::sema {

using syntax::ResultTarget;
using types::Actor;
using types::Member;
using types::WriteMode;

/// What `as` says of each result; null: nothing.
FlowChecker::Targets FlowChecker::MatchTargets(const syntax::Call& call, const Actor& actor) {
  Targets targets(actor.results.size(), nullptr);
  for (const ResultTarget& target : call.results) {
    if (target.result.text.empty()) {
      MatchSingle(actor, target, targets);
      continue;
    }
    const auto found = std::find_if(actor.results.begin(), actor.results.end(),
                                    [&](const Member& result) { return target.result.text == result.name; });
    if (found == actor.results.end()) {
      Suggest(context_,
              context_.diagnostics.Report(diag::UnknownResult, target.result.range, Name{actor.name},
                                          NameOf(target.result)),
              target.result, NamesOf(actor.results));
      continue;
    }
    NoteUse(context_, found->name, found->origin, target.result.range);
    const ResultTarget*& known = targets[static_cast<std::size_t>(found - actor.results.begin())];
    if (known != nullptr) {
      context_.diagnostics.Report(diag::GivenTwice, target.result.range, Lexeme{target.result.text.str()});
    }
    known = &target;
  }
  return targets;
}

/// `as field`: for the one result that there is.
void FlowChecker::MatchSingle(const Actor& actor, const ResultTarget& target, Targets& targets) {
  if (targets.size() == 1) {
    targets.front() = &target;
    return;
  }
  if (target.field.text.empty() && !target.dropped) return;
  const std::string field = target.dropped ? "_" : target.field.text.str();
  auto report = context_.diagnostics.Report(diag::SingleResult, target.range, Name{field}, Name{actor.name},
                                            Number{static_cast<std::int64_t>(targets.size())});
  if (targets.empty())
    report.AddHelp("drop the `as`");
  else
    report.AddHelp("name the results: `" + actor.name + " as { " + actor.results.front().name + ": " + field +
                   " }`");
  // One mistake: the results count as placed.
  std::fill(targets.begin(), targets.end(), &target);
}

void FlowChecker::CheckResults(const syntax::Call& call, const Actor& actor, CallFacts& facts) {
  const auto targets = MatchTargets(call, actor);
  const bool misspelt =
      std::count(targets.begin(), targets.end(), nullptr) >
      static_cast<std::ptrdiff_t>(targets.size()) - static_cast<std::ptrdiff_t>(call.results.size());
  for (std::size_t i = 0; i < actor.results.size(); ++i) {
    const bool silent = misspelt && targets[i] == nullptr;
    facts.results.push_back(FindSink(call, actor, actor.results[i], targets[i], silent));
    if (facts.results.back().field) CheckCollision(call, actor, facts);
  }
}

/// Two results of one call in one field: one of them would be lost.
void FlowChecker::CheckCollision(const syntax::Call& call, const Actor& actor, const CallFacts& facts) {
  const std::uint32_t slot = *facts.results.back().field;
  if (FieldAt(slot).mode == WriteMode::kLog) return;
  const auto end = facts.results.end() - 1;
  const bool taken =
      std::any_of(facts.results.begin(), end, [&](const ResultSink& sink) { return sink.field == slot; });
  if (!taken) return;
  context_.diagnostics.Report(diag::ResultsCollide, call.range, Name{actor.name}, Name{FieldAt(slot).name});
}

ResultSink FlowChecker::FindSink(const syntax::Call& call, const Actor& actor, const Member& result,
                                 const ResultTarget* target, bool silent) {
  ResultSink sink;
  if (target != nullptr && target->dropped) return sink;
  sink.invalid = true;
  if (!scope_.envelope.has_value() || result.name.empty()) return sink;
  SourceRange range = call.callee.range;
  std::optional<std::uint32_t> slot;
  if (target != nullptr) {
    if (target->result.text.empty() && actor.results.size() != 1) return sink;
    range = target->field.range;
    slot = FindTarget(target->field);
  } else {
    slot = FindField(context_, scope_.envelope, result.name);
    if (slot)
      UseField(context_, scope_.envelope, *slot, range);
    else if (!silent)
      ReportUnplaced(call, actor, result);
  }
  if (!slot) return sink;
  if (FieldAt(*slot).in && FieldAt(*slot).mode != WriteMode::kVar) {
    ReportWriteToInput(range, FieldAt(*slot));
    return sink;
  }
  sink.field = slot;
  sink.invalid = false;
  CheckSinkType(actor, result, *slot, range);
  return sink;
}

void FlowChecker::ReportUnplaced(const syntax::Call& call, const Actor& actor, const Member& result) {
  const types::Envelope& envelope = context_.declarations().envelopes[scope_.envelope];
  auto report = context_.diagnostics.Report(diag::UnplacedResult, call.callee.range, Name{result.name},
                                            Name{actor.name});
  report.AddLabel(result.origin.range, "the result");
  std::string nearest;
  if (context_.suggestions_left > 0) {
    --context_.suggestions_left;
    nearest = diagnostics::Nearest(result.name, NamesOf(envelope.fields));
  }
  if (nearest.empty()) nearest = "_";
  const std::string why = nearest == "_" ? "`_` drops it" : "the nearest field is `" + nearest + "`";
  report.AddHelp(why + ": `" + actor.name + " as { " + result.name + ": " + nearest + " }`");
}

/// A result left out by the handler keeps the older value, so `T?` may go to `T`.
void FlowChecker::CheckSinkType(const Actor& actor, const Member& result, std::uint32_t slot,
                                SourceRange range) {
  const types::Field& field = FieldAt(slot);
  if (field.type == types().invalid()) return;
  const TypeId target = field.mode == WriteMode::kLog ? types()[field.type].element : field.type;
  const Fit fit = FitOf(types(), types().Present(result.type), target);
  // An int is converted when it is written.
  if (fit == Fit::kYes || fit == Fit::kToFloat) return;
  context_.diagnostics
      .Report(diag::ResultFieldType, range, Name{result.name}, Name{actor.name}, Show(context_, result.type),
              Name{field.name}, Show(context_, target))
      .AddLabel(result.origin.range, "the result")
      .AddLabel(field.origin.range, "the field");
}

}  // namespace meshc::sema
