#include "compiler/sema/undo_binder.h"

#include <algorithm>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/fit.h"
#include "compiler/sema/scope.h"
#include "compiler/sema/suggest.h"

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

UndoBinder::UndoBinder(Context& context, const EffectCall& call, const types::Actor& done)
    : context_(context),
      call_(call),
      done_(done),
      undo_(context.declarations().actors[done.undo]),
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

/// What the call was given, then what it gave, then as for any param that is not bound by name.
ParamSource UndoBinder::FindSource(const Member& param) {
  ParamSource source;
  if (const auto place = PlaceOf(done_.params, param.name)) {
    source.kind = Kind::kCallParam;
    source.index = *place;
  } else if (const auto result = PlaceOf(done_.results, param.name)) {
    source.kind = Kind::kCallResult;
    source.index = *result;
  } else {
    return FindAround(param);
  }
  return source;
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
    UseField(context_, envelope_, *slot, call_.range);
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
      .AddHelp("give the param the name of a param or a result of `" + done_.name + "`");
}

void UndoBinder::ReportUnbound(const Member& param) {
  std::vector<std::string_view> known = NamesOf(done_.params);
  for (const std::string_view name : NamesOf(done_.results)) known.push_back(name);
  for (const std::string_view name : NamesOf(context_.declarations().envelopes[envelope_].fields))
    known.push_back(name);
  const std::string nearest = NearestOf(context_, param.name, known);
  auto report = context_.diagnostics.Report(diag::UnboundUndo, call_.range, Name{param.name},
                                            Name{undo_.name}, Name{done_.name});
  report.AddLabel(param.origin.range, "the param").AddLabel(done_.origin.range, "what it undoes");
  report.AddHelp((nearest.empty() ? "" : "the nearest name is `" + nearest + "`; ") +
                 "it takes a param or a result of `" + done_.name + "`, or a field, of its name");
}

}  // namespace meshc::sema
