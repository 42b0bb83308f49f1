#include "compiler/sema/reach/undo_binder.h"

#include <algorithm>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/sema/statements/scope.h"

namespace meshc::sema {

using types::Member;
using Kind = ParamSource::Kind;

namespace {

std::optional<std::uint32_t> PlaceOf(const std::vector<Member>& members, const std::string& name) {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const Member& member) { return member.name == name; });
  if (found == members.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - members.begin());
}

}  // namespace

bool UndoTakes(const types::TypeStore& types, const Member& given, const Member& param) {
  const Fit fit = FitOf(types, types.Present(given.type), types.Present(param.type));
  return fit == Fit::kYes || fit == Fit::kToFloat;
}

bool UndoCanTake(const types::TypeStore& types, const types::Actor& done, const Member& param) {
  const auto fits = [&](const std::vector<Member>& members, std::optional<std::uint32_t> place) {
    return place && UndoTakes(types, members[*place], param);
  };
  const auto in_params = PlaceOf(done.params, param.name);
  const auto in_results = PlaceOf(done.results, param.name);
  return (!in_params && !in_results) || fits(done.params, in_params) || fits(done.results, in_results);
}

UndoBinder::UndoBinder(Context& context, const EffectCall& call, const CallFacts& facts)
    : context_(context),
      call_(call),
      facts_(facts),
      done_(context.declarations().actors[facts.actor]),
      undo_(context.declarations().actors[done_.undo]),
      envelope_(context.program.flows[call.around.flow].envelope) {}

std::vector<ParamSource> UndoBinder::Bind() {
  std::vector<ParamSource> sources;
  for (const Member& param : undo_.params) {
    sources.push_back(FindSource(param));
    const bool missing = sources.back().kind == Kind::kInvalid && envelope_.has_value();
    if (missing && !param.name.empty()) ReportUnbound(param);
  }
  return sources;
}

/// What the call binds by name, then what it gave, then as for any param that is not bound by name.
ParamSource UndoBinder::FindSource(const Member& param) {
  const std::optional<ParamSource> in_call = FindInCall(param);
  if (!in_call) return FindAround(param);
  const bool is_param = in_call->kind == Kind::kCallParam;
  CheckTaken(param, (is_param ? done_.params : done_.results)[in_call->index]);
  return *in_call;
}

std::optional<ParamSource> UndoBinder::FindInCall(const Member& param) const {
  ParamSource source;
  const auto place = PlaceOf(done_.params, param.name);
  if (place && facts_.params[*place].kind == Kind::kExpression) {
    source.kind = Kind::kCallParam;
    source.index = *place;
    return source;
  }
  const auto result = PlaceOf(done_.results, param.name);
  if (!result) return std::nullopt;
  source.kind = Kind::kCallResult;
  source.index = *result;
  return source;
}

/// Where no member of that name fits, the declaration was reported.
void UndoBinder::CheckTaken(const Member& param, const Member& taken) {
  if (UndoTakes(context_.types(), taken, param) || !UndoCanTake(context_.types(), done_, param)) return;
  context_.diagnostics
      .Report(diag::UndoParam, call_.range, Name{param.name}, Show(context_, param.type), Name{done_.name},
              Show(context_, taken.type))
      .AddLabel(param.origin.range, "the param of the undo")
      .AddLabel(taken.origin.range, "what it takes here");
}

ParamSource UndoBinder::FindAround(const Member& param) {
  ParamSource source;
  for (const Variable& variable : call_.variables) {
    if (variable.is_clause || variable.name.text != param.name) continue;
    CheckType(param, "variable", variable.type);
    source.kind = Kind::kVariable;
    source.variable = variable.id;
    return source;
  }
  if (const auto slot = FindField(context_, envelope_, param.name)) {
    UseField(context_, envelope_, *slot, call_.range, Access::kImpliedRead);
    CheckType(param, "field", context_.declarations().envelopes[envelope_].fields[*slot].type);
    source.kind = Kind::kField;
    source.field = *slot;
  } else if (param.default_value) {
    source.kind = Kind::kDefault;
  } else if (context_.types().IsOptional(param.type)) {
    source.kind = Kind::kNothing;
  }
  return source;
}

void UndoBinder::CheckType(const Member& param, std::string_view what, TypeId type) {
  const Fit fit = FitOf(context_.types(), context_.types().Present(type), param.type);
  if (fit == Fit::kYes || fit == Fit::kToFloat) return;
  context_.diagnostics
      .Report(diag::ParamFieldType, call_.range, Name{param.name}, Name{undo_.name},
              Show(context_, param.type), Word{std::string(what)}, Show(context_, type))
      .AddLabel(param.origin.range, "the param")
      .AddLabel(done_.origin.range, "what it undoes")
      .AddHelp("bind the name in the call, or give the param the name of a result of `" + done_.name + "`");
}

void UndoBinder::ReportUnbound(const Member& param) {
  auto report = context_.diagnostics.Report(diag::UnboundUndo, call_.range, Name{param.name},
                                            Name{undo_.name}, Name{done_.name});
  report.AddLabel(param.origin.range, "the param").AddLabel(done_.origin.range, "what it undoes");
  if (PlaceOf(done_.params, param.name)) {
    report.AddHelp("bind it in the call, so that the undo takes the same: `" + done_.name + "(" + param.name +
                   ": ...)`");
    return;
  }
  std::vector<std::string_view> known = NamesOf(done_.params);
  for (const std::string_view name : NamesOf(done_.results)) known.push_back(name);
  for (const std::string_view name : NamesOf(context_.declarations().envelopes[envelope_].fields))
    known.push_back(name);
  const std::string nearest = NearestOf(context_, param.name, known);
  report.AddHelp((nearest.empty() ? "" : "the nearest name is `" + nearest + "`; ") +
                 "it takes what the call binds by that name, a result of `" + done_.name +
                 "`, or a field, of its name");
}

}  // namespace meshc::sema
