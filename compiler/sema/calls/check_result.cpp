#include <algorithm>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/calls/call_checker.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/sema/statements/target.h"

namespace meshc::sema {

using syntax::ResultTarget;
using types::Member;
using types::WriteMode;

/// What `as` says of each result; null: nothing.
CallChecker::Targets CallChecker::MatchTargets(const syntax::Call& call, const Signature& callee) {
  Targets targets(callee.results.size(), nullptr);
  for (const ResultTarget& target : call.results) {
    if (target.result.text.empty()) {
      MatchSingle(callee, target, targets);
      continue;
    }
    const auto found = std::find_if(callee.results.begin(), callee.results.end(),
                                    [&](const Member& result) { return target.result.text == result.name; });
    if (found == callee.results.end()) {
      auto report = context_.diagnostics.Report(diag::UnknownResult, target.result.range, Name{callee.name},
                                                NameOf(target.result));
      LabelField(report, callee, target.result, "this field is not `out`");
      Suggest(context_, report, target.result, NamesOf(callee.results));
      context_.FollowsFrom(callee.Whole());
      continue;
    }
    NoteUse(context_, found->name, found->origin, target.result.range);
    const ResultTarget*& known = targets[static_cast<std::size_t>(found - callee.results.begin())];
    if (known != nullptr) {
      context_.diagnostics.Report(diag::GivenTwice, target.result.range, Lexeme{target.result.text.str()});
    }
    known = &target;
  }
  return targets;
}

/// `as field`: for the one result that there is.
void CallChecker::MatchSingle(const Signature& callee, const ResultTarget& target, Targets& targets) {
  if (targets.size() == 1) {
    targets.front() = &target;
    return;
  }
  if (target.field.text.empty() && !target.dropped) return;
  const std::string field = target.dropped ? "_" : target.field.text.str();
  auto report = context_.diagnostics.Report(diag::SingleResult, target.range, Name{field}, Name{callee.name},
                                            Number{static_cast<std::int64_t>(targets.size())});
  if (targets.empty())
    report.AddHelp("drop the `as`");
  else
    report.AddHelp("name the results: `" + callee.name + " as { " + callee.results.front().name + ": " +
                   field + " }`");
  // One mistake: the results count as placed.
  std::fill(targets.begin(), targets.end(), &target);
}

void CallChecker::CheckResults(const syntax::Call& call, const Signature& callee, CallFacts& facts) {
  const auto targets = MatchTargets(call, callee);
  const bool misspelt =
      std::count(targets.begin(), targets.end(), nullptr) >
      static_cast<std::ptrdiff_t>(targets.size()) - static_cast<std::ptrdiff_t>(call.results.size());
  for (std::size_t i = 0; i < callee.results.size(); ++i) {
    const bool silent = misspelt && targets[i] == nullptr;
    facts.results.push_back(FindSink(call, callee, callee.results[i], targets[i], silent));
    if (facts.results.back().field) CheckCollision(call, callee, facts);
  }
}

/// Two results of one call in one field: one of them would be lost.
void CallChecker::CheckCollision(const syntax::Call& call, const Signature& callee, const CallFacts& facts) {
  const std::uint32_t slot = *facts.results.back().field;
  if (FieldAt(context_, scope_, slot).mode == WriteMode::kLog) return;
  const auto end = facts.results.end() - 1;
  const bool taken =
      std::any_of(facts.results.begin(), end, [&](const ResultSink& sink) { return sink.field == slot; });
  if (!taken) return;
  context_.diagnostics.Report(diag::ResultsCollide, call.range, Name{callee.name},
                              Name{FieldAt(context_, scope_, slot).name});
}

ResultSink CallChecker::FindSink(const syntax::Call& call, const Signature& callee, const Member& result,
                                 const ResultTarget* target, bool silent) {
  ResultSink sink;
  if (target != nullptr && target->dropped) return sink;
  sink.invalid = true;
  if (!scope_.envelope.has_value() || result.name.empty()) return sink;
  SourceRange range = call.callee.range;
  std::optional<std::uint32_t> slot;
  if (target != nullptr) {
    if (target->result.text.empty() && callee.results.size() != 1) return sink;
    range = target->field.range;
    slot = FindTarget(context_, scope_, target->field);
  } else {
    slot = FindField(context_, scope_.envelope, result.name);
    context_.Mention(range, result.origin.range, Access::kImpliedWrite, false);
    if (slot)
      UseField(context_, scope_.envelope, *slot, range, Access::kImpliedWrite);
    else if (!silent)
      ReportUnplaced(call, callee, result);
  }
  if (!slot) return sink;
  if (!CheckWritable(context_, range, FieldAt(context_, scope_, *slot))) return sink;
  sink.field = slot;
  sink.invalid = false;
  CheckSinkType(callee, result, *slot, range);
  return sink;
}

void CallChecker::ReportUnplaced(const syntax::Call& call, const Signature& callee, const Member& result) {
  const types::Envelope& envelope = context_.declarations().envelopes[scope_.envelope];
  auto report = context_.diagnostics.Report(diag::UnplacedResult, call.callee.range, Name{result.name},
                                            Name{callee.name});
  report.AddLabel(result.origin.range, "the result");
  if (callee.listed.has_value()) {
    report.AddLabel(callee.listed, "listed here")
        .AddHelp("a listed step gives each result to the field of its name: add it to `" + envelope.name +
                 "`");
    return;
  }
  std::string nearest = NearestOf(context_, result.name, NamesOf(envelope.fields));
  if (nearest.empty()) nearest = "_";
  const std::string why = nearest == "_" ? "`_` drops it" : "the nearest field is `" + nearest + "`";
  report.AddHelp(why + ": `" + callee.name + " as { " + result.name + ": " + nearest + " }`");
}

/// A result left out by the handler keeps the older value, so `T?` may go to `T`.
void CallChecker::CheckSinkType(const Signature& callee, const Member& result, std::uint32_t slot,
                                SourceRange range) {
  const types::Field& field = FieldAt(context_, scope_, slot);
  if (field.type == types().invalid()) return;
  const TypeId target = field.mode == WriteMode::kLog ? types()[field.type].element : field.type;
  const Fit fit = FitOf(types(), types().Present(result.type), target);
  // An int is converted when it is written.
  if (fit == Fit::kYes || fit == Fit::kToFloat) return;
  context_.diagnostics
      .Report(diag::ResultFieldType, range, Name{result.name}, Name{callee.name}, Show(context_, result.type),
              Name{field.name}, Show(context_, target))
      .AddLabel(result.origin.range, "the result")
      .AddLabel(field.origin.range, "the field");
}

}  // namespace meshc::sema
