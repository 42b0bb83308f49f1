// The params of an undo are taken right after the call that it undoes.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <string>

#include "compiler/analysis/checks/checks.h"
#include "compiler/analysis/effects.h"
#include "compiler/analysis/reads.h"
#include "compiler/diagnostics/diagnostics_4_paths.h"

namespace meshc::analysis {
namespace {

using diagnostics::Name;
namespace diag = diagnostics::diag;

class UndoParamCheck {
 public:
  UndoParamCheck(const CheckContext& context, ir::PointId id, const ir::Call& call, const Known& before)
      : context_(context),
        mesh_(context.solution.mesh()),
        id_(id),
        point_(mesh_.points[id]),
        call_(call),
        done_(mesh_.declarations.actors[call.visit.actor]),
        undo_(mesh_.declarations.actors[done_.undo]),
        places_(context.solution.context().families.PlacesOf(point_.flow)),
        sets_(context.solution.context().sets),
        before_(before) {}

  void Run() {
    Known after = before_;
    EffectList effects;
    AddReadEffects(mesh_, places_, point_, effects);
    AddWriteEffects(mesh_, places_, point_, effects);
    for (Effect effect : effects) Apply(sets_, effect, after);
    for (const ir::Binding& binding : call_.undo) {
      if (!binding.soft) Check(binding, after.present);
    }
  }

 private:
  void Check(const ir::Binding& binding, SetId after) {
    ir::ExpressionId value = binding.value;
    if (mesh_.expressions[value].kind == ir::ExpressionKind::kToFloat)
      value = mesh_.expressions[value].operands[0];
    const ir::Expression& source = mesh_.expressions[value];
    if (source.kind != ir::ExpressionKind::kParam) return CheckAround(binding, value, after);
    if (source.index < done_.params.size()) return CheckArgument(binding, source.index);
    const types::Member& result = done_.results[source.index - done_.params.size()];
    if (!mesh_.declarations.types.IsOptional(result.type)) return;
    Report(binding)
        .AddLabel(result.origin.range, "what it takes, which may be left out")
        .AddHelp(fmt::format("make the result `{}` of `{}` certain, or that param optional", result.name,
                             done_.name));
  }

  /// What the call itself is given is known before it.
  void CheckArgument(const ir::Binding& binding, std::uint32_t index) {
    const types::Member& param = done_.params[index];
    const bool may_lack = mesh_.declarations.types.IsOptional(param.type) &&
                          (!param.default_value || param.default_value->kind == types::ConstantKind::kNull);
    if (!may_lack) return;
    const auto given =
        llvm::find_if(call_.visit.bindings, [&](const ir::Binding& one) { return one.param == index; });
    bool absent = MayBeNull(mesh_, given->value);
    FindAbsentReads(mesh_, places_, given->value, Takes::kValue, sets_, before_.present,
                    [&](const AbsentRead&) { absent = true; });
    if (!absent) return;
    Report(binding)
        .AddLabel(mesh_.expressions[given->value].origin, "what it takes, which may be absent")
        .AddHelp("test it with `has` before the call, or make that param optional");
  }

  void CheckAround(const ir::Binding& binding, ir::ExpressionId value, SetId after) {
    bool absent = false;
    FindAbsentReads(mesh_, places_, value, Takes::kValue, sets_, after,
                    [&](const AbsentRead&) { absent = true; });
    if (!absent) return;
    auto builder = Report(binding);
    if (PlaceId place = places_.Find(value); place.has_value())
      builder.SetPath(context_.witnesses.Find(id_, place, Question::kAbsent).path);
    const std::string& name = undo_.params[binding.param].name;
    const bool may_be_bound = llvm::any_of(done_.params, [&](const auto& one) { return one.name == name; });
    builder.AddHelp(may_be_bound
                        ? fmt::format("bind it in the call, so that the undo takes the same: `{}({}: …)`",
                                      done_.name, name)
                        : fmt::format("write `{0}` on every path to the call, test it with `has({0})` "
                                      "before, or make that param optional",
                                      name));
  }

  diagnostics::Builder Report(const ir::Binding& binding) {
    const types::Member& param = undo_.params[binding.param];
    auto builder = context_.diagnostics.Report(diag::MaybeAbsentUndo, point_.origin, Name{param.name},
                                               Name{undo_.name}, Name{done_.name});
    builder.AddLabel(param.origin.range, "the param");
    return builder;
  }

  const CheckContext& context_;
  const ir::Mesh& mesh_;
  ir::PointId id_;
  const ir::Point& point_;
  const ir::Call& call_;
  const types::Actor& done_;
  const types::Actor& undo_;
  const Places& places_;
  SetPool& sets_;
  const Known& before_;
};

}  // namespace

void CheckUndoParams(const CheckContext& context) {
  const ir::Mesh& mesh = context.solution.mesh();
  for (ir::PointId id : mesh.points.ids()) {
    const auto* call = std::get_if<ir::Call>(&mesh.points[id].body);
    const Known* known = context.solution.At(id);
    if (call != nullptr && known != nullptr && !call->undo.empty())
      UndoParamCheck(context, id, *call, *known).Run();
  }
}

}  // namespace meshc::analysis
