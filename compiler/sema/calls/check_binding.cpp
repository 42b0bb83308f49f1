#include <algorithm>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/calls/call_checker.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/sema/statements/target.h"

namespace meshc::sema {

using types::Member;

namespace {

std::optional<std::size_t> PlaceOf(const std::vector<Member>& members, llvm::StringRef name) {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const Member& member) { return name == member.name; });
  if (found == members.end()) return std::nullopt;
  return static_cast<std::size_t>(found - members.begin());
}

/// `lines` for `line`.
bool IsPluralOf(std::string_view many, std::string_view one) {
  return many.size() > one.size() && many.size() <= one.size() + 4 &&
         many.substr(0, one.size() - 1) == one.substr(0, one.size() - 1);
}

}  // namespace

bool CallChecker::Fits(TypeId from, TypeId to) {
  const Fit fit = FitOf(types(), types().Present(from), to);
  return fit == Fit::kYes || fit == Fit::kToFloat;
}

/// The expressions given by name, one per param; `bound` says which params are named at all.
std::vector<const syntax::Expression*> CallChecker::CheckArguments(const syntax::Call& call,
                                                                   const Signature& callee,
                                                                   std::vector<bool>& bound) {
  std::vector<const syntax::Expression*> values(callee.params.size(), nullptr);
  for (const syntax::BindingArgument& argument : call.arguments) {
    const auto place = argument.param.text.empty() ? ReportUnnamed(call, callee, argument)
                                                   : PlaceOf(callee.params, argument.param.text);
    if (!place && !argument.param.text.empty()) {
      auto report = context_.diagnostics.Report(diag::UnknownParam, argument.param.range, Name{callee.name},
                                                NameOf(argument.param));
      LabelField(report, callee, argument.param, "this field is not `in`");
      Suggest(context_, report, argument.param, NamesOf(callee.params));
      context_.FollowsFrom(callee.Whole());
    }
    if (place && bound[*place]) {
      context_.diagnostics.Report(diag::GivenTwice, argument.param.range, Lexeme{argument.param.text.str()});
    }
    if (argument.value != nullptr) {
      Expressions().CheckFits(*argument.value, place ? callee.params[*place].type : types().invalid());
    }
    if (!place) continue;
    NoteUse(context_, callee.params[*place].name, callee.params[*place].origin, argument.param.range);
    bound[*place] = true;
    values[*place] = argument.value;
  }
  return values;
}

/// `p(x)`: the param of that name, or the one at that place.
std::optional<std::size_t> CallChecker::ReportUnnamed(const syntax::Call& call, const Signature& callee,
                                                      const syntax::BindingArgument& argument) {
  if (argument.value == nullptr || argument.value->kind == syntax::ExpressionKind::kInvalid)
    return std::nullopt;
  const std::string_view text = context_.sources.Text(argument.value->range);
  auto place = PlaceOf(callee.params, {text.data(), text.size()});
  const auto number = static_cast<std::size_t>(&argument - call.arguments.begin());
  if (!place && number < callee.params.size()) place = number;
  const SourceRange range = argument.value->range;
  auto report = context_.diagnostics.Report(diag::UnnamedArgument, range, Name{callee.name});
  if (!place) {
    report.AddHelp(callee.params.empty() ? "it takes nothing" : "values are bound by name: `param: value`");
    return place;
  }
  const std::string& name = callee.params[*place].name;
  report.AddLabel(callee.params[*place].origin.range, "the param")
      .AddFix("values are bound by name: `" + name + ": " + std::string(text) + "`",
              {{{range.file, range.begin, range.begin}, name + ": "}}, diagnostics::Applicability::kMachine);
  return place;
}

void CallChecker::CheckParams(const syntax::Call& call, const Signature& callee, CallFacts& facts) {
  std::vector<bool> bound(callee.params.size(), false);
  const auto values = CheckArguments(call, callee, bound);
  // A misspelt argument leaves its param unbound: that is one mistake.
  const bool misspelt =
      static_cast<std::size_t>(std::count(bound.begin(), bound.end(), true)) < call.arguments.size();
  for (std::size_t i = 0; i < callee.params.size(); ++i) {
    ParamSource source;
    if (bound[i]) {
      source.kind = values[i] == nullptr ? ParamSource::Kind::kInvalid : ParamSource::Kind::kExpression;
      source.expression = values[i];
    } else {
      source = FindSource(call, callee, callee.params[i]);
      // A default, or nothing, names no field.
      const bool named =
          source.kind == ParamSource::Kind::kVariable || source.kind == ParamSource::Kind::kField;
      if (named)
        context_.Mention(call.callee.range, callee.params[i].origin.range, Access::kImpliedRead, false);
      const bool missing = source.kind == ParamSource::Kind::kInvalid && scope_.envelope.has_value();
      if (missing && !misspelt && !callee.params[i].name.empty())
        ReportUnbound(call, callee, callee.params[i]);
    }
    facts.params.push_back(source);
  }
}

void CallChecker::ReportUnbound(const syntax::Call& call, const Signature& callee, const Member& param) {
  const types::Envelope& envelope = context_.declarations().envelopes[scope_.envelope];
  auto report =
      context_.diagnostics.Report(diag::UnboundParam, call.callee.range, Name{param.name}, Name{callee.name});
  report.AddLabel(param.origin.range, "the param");
  // A field of another type would only be the next mistake.
  std::vector<std::string_view> fitting;
  const types::Field* list = nullptr;
  for (const types::Field& field : envelope.fields) {
    const types::Type type = types()[types().Present(field.type)];
    if (Fits(field.type, param.type)) fitting.push_back(field.name);
    if (type.kind == types::TypeKind::kList && Fits(type.element, param.type) && list == nullptr &&
        IsPluralOf(field.name, param.name))
      list = &field;
  }
  const std::string nearest = NearestOf(context_, param.name, fitting);
  if (nearest.empty() && list != nullptr && !callee.listed.has_value()) {
    report.AddHelp("call it for each element: `each " + param.name + " in " + list->name + " { " +
                   callee.name + "; }`");
    return;
  }
  const std::string found = nearest.empty() ? "`" + envelope.name + "` has no field of that name"
                                            : "the nearest field is `" + nearest + "`";
  if (callee.listed.has_value()) {
    report.AddLabel(callee.listed, "listed here")
        .AddHelp(found + "; a listed step takes each param from the field of its name");
  } else {
    report.AddHelp(found + "; bind it: `" + callee.name + "(" + param.name + ": " +
                   (nearest.empty() ? "..." : nearest) + ")`");
  }
}

/// A param that is not bound by name: a variable, a field, the default, or nothing.
ParamSource CallChecker::FindSource(const syntax::Call& call, const Signature& callee, const Member& param) {
  ParamSource source;
  const Variable* variable = scope_.Find(param.name);
  if (variable != nullptr && !variable->is_clause) {
    source.kind = ParamSource::Kind::kVariable;
    source.variable = variable->id;
    context_.Mention(call.callee.range, variable->name.range, Access::kImpliedRead);
    CheckSourceType(call, callee, param, "variable", variable->type);
    return source;
  }
  if (const auto slot = FindField(context_, scope_.envelope, param.name)) {
    UseField(context_, scope_.envelope, *slot, call.callee.range, Access::kImpliedRead);
    source.kind = ParamSource::Kind::kField;
    source.field = *slot;
    CheckSourceType(call, callee, param, "field", FieldAt(context_, scope_, *slot).type);
    return source;
  }
  if (param.default_value)
    source.kind = ParamSource::Kind::kDefault;
  else if (types().IsOptional(param.type))
    source.kind = ParamSource::Kind::kNothing;
  return source;
}

void CallChecker::CheckSourceType(const syntax::Call& call, const Signature& callee, const Member& param,
                                  std::string_view what, TypeId type) {
  const Fit fit = FitOf(types(), types().Present(type), param.type);
  if (fit == Fit::kYes || fit == Fit::kToFloat) return;
  auto report = context_.diagnostics.Report(diag::ParamFieldType, call.callee.range, Name{param.name},
                                            Name{callee.name}, Show(context_, param.type),
                                            Word{std::string(what)}, Show(context_, type));
  report.AddLabel(param.origin.range, "the param");
  if (callee.listed.has_value()) {
    report.AddLabel(callee.listed, "listed here").AddHelp("rename one of them, or list a flow that binds it");
  } else {
    report.AddHelp("bind it by name: `" + callee.name + "(" + param.name + ": ...)`");
  }
}

}  // namespace meshc::sema
