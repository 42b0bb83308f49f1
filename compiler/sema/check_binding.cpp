#include <algorithm>

#include "compiler/sema/fit.h"
#include "compiler/sema/flow_checker.h"
#include "compiler/sema/lookup.h"
#include "compiler/sema/suggest.h"

namespace meshc::sema {

using types::Actor;
using types::Member;

namespace {

std::optional<std::size_t> PlaceOf(const std::vector<Member>& members, llvm::StringRef name) {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const Member& member) { return name == member.name; });
  if (found == members.end()) return std::nullopt;
  return static_cast<std::size_t>(found - members.begin());
}

}  // namespace

/// The expressions given by name, one per param; `bound` says which params are named at all.
std::vector<const syntax::Expression*> FlowChecker::CheckArguments(const syntax::Call& call,
                                                                   const Actor& actor,
                                                                   std::vector<bool>& bound) {
  std::vector<const syntax::Expression*> values(actor.params.size(), nullptr);
  for (const syntax::BindingArgument& argument : call.arguments) {
    const auto place = PlaceOf(actor.params, argument.param.text);
    if (!place && !argument.param.text.empty()) {
      Suggest(context_,
              context_.diagnostics.Report(diag::UnknownParam, argument.param.range, Name{actor.name},
                                          NameOf(argument.param)),
              argument.param, NamesOf(actor.params));
    }
    if (place && bound[*place]) {
      context_.diagnostics.Report(diag::GivenTwice, argument.param.range, Lexeme{argument.param.text.str()});
    }
    if (argument.value != nullptr) {
      Expressions().CheckFits(*argument.value, place ? actor.params[*place].type : types().invalid());
    }
    if (!place) continue;
    NoteUse(context_, actor.params[*place].name, actor.params[*place].origin, argument.param.range);
    bound[*place] = true;
    values[*place] = argument.value;
  }
  return values;
}

void FlowChecker::CheckParams(const syntax::Call& call, const Actor& actor, CallFacts& facts) {
  std::vector<bool> bound(actor.params.size(), false);
  const auto values = CheckArguments(call, actor, bound);
  // A misspelt argument leaves its param unbound: that is one mistake.
  const bool misspelt =
      static_cast<std::size_t>(std::count(bound.begin(), bound.end(), true)) < call.arguments.size();
  for (std::size_t i = 0; i < actor.params.size(); ++i) {
    ParamSource source;
    if (bound[i]) {
      source.kind = values[i] == nullptr ? ParamSource::Kind::kInvalid : ParamSource::Kind::kExpression;
      source.expression = values[i];
    } else {
      source = FindSource(call, actor, actor.params[i]);
      const bool missing = source.kind == ParamSource::Kind::kInvalid && scope_.envelope.has_value();
      if (missing && !misspelt && !actor.params[i].name.empty()) ReportUnbound(call, actor, actor.params[i]);
    }
    facts.params.push_back(source);
  }
}

void FlowChecker::ReportUnbound(const syntax::Call& call, const Actor& actor, const Member& param) {
  const types::Envelope& envelope = context_.declarations().envelopes[scope_.envelope];
  auto report =
      context_.diagnostics.Report(diag::UnboundParam, call.callee.range, Name{param.name}, Name{actor.name});
  report.AddLabel(param.origin.range, "the param");
  std::string_view nearest;
  if (context_.suggestions_left > 0) {
    --context_.suggestions_left;
    nearest = diagnostics::Nearest(param.name, NamesOf(envelope.fields));
  }
  if (nearest.empty()) {
    report.AddHelp("`" + envelope.name + "` has no field of that name; bind it: `" + actor.name + "(" +
                   param.name + ": ...)`");
  } else {
    report.AddHelp("the nearest field is `" + std::string(nearest) + "`; bind it: `" + actor.name + "(" +
                   param.name + ": " + std::string(nearest) + ")`");
  }
}

/// A param that is not bound by name: a variable, a field, the default, or nothing.
ParamSource FlowChecker::FindSource(const syntax::Call& call, const Actor& actor, const Member& param) {
  ParamSource source;
  const Variable* variable = scope_.Find(param.name);
  if (variable != nullptr && !variable->is_clause) {
    source.kind = ParamSource::Kind::kVariable;
    source.variable = variable->id;
    CheckSourceType(call, actor, param, "variable", variable->type);
    return source;
  }
  if (const auto slot = FindField(context_, scope_.envelope, param.name)) {
    UseField(context_, scope_.envelope, *slot, call.callee.range);
    source.kind = ParamSource::Kind::kField;
    source.field = *slot;
    CheckSourceType(call, actor, param, "field", FieldAt(*slot).type);
    return source;
  }
  if (param.default_value)
    source.kind = ParamSource::Kind::kDefault;
  else if (types().IsOptional(param.type))
    source.kind = ParamSource::Kind::kNothing;
  return source;
}

void FlowChecker::CheckSourceType(const syntax::Call& call, const Actor& actor, const Member& param,
                                  std::string_view what, TypeId type) {
  const Fit fit = FitOf(types(), types().Present(type), param.type);
  if (fit == Fit::kYes || fit == Fit::kToFloat) return;
  context_.diagnostics
      .Report(diag::ParamFieldType, call.callee.range, Name{param.name}, Name{actor.name},
              Show(context_, param.type), Word{std::string(what)}, Show(context_, type))
      .AddLabel(param.origin.range, "the param")
      .AddHelp("bind it by name: `" + actor.name + "(" + param.name + ": ...)`");
}

}  // namespace meshc::sema
