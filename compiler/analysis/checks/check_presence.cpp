#include <fmt/format.h>

#include <utility>

#include "compiler/analysis/checks/checks.h"
#include "compiler/analysis/reads.h"
#include "compiler/diagnostics/diagnostics_4_paths.h"
#include "compiler/ir/point_parts.h"

namespace meshc::analysis {
namespace {

using diagnostics::Name;
namespace diag = diagnostics::diag;

class PresenceCheck {
 public:
  PresenceCheck(const CheckContext& context, ir::PointId point, const Known& known)
      : context_(context),
        mesh_(context.solution.mesh()),
        point_id_(point),
        point_(mesh_.points[point]),
        places_(context.solution.context().families.PlacesOf(point_.flow)),
        sets_(context.solution.context().sets),
        present_(known.present) {}

  void Run() {
    if (ir::BindingsOf(point_) != nullptr) {
      CheckBindings();
    } else {
      ir::ForEachExpression(point_, [&](ir::ExpressionId value) { CheckValue(value); });
    }
    ir::ForEachTarget(point_, [&](const ir::Target& target) { CheckTarget(target); });
  }

 private:
  types::EnvelopeId envelope() const { return places_.envelope(); }
  std::string Text(ir::ExpressionId id) const { return PrintExpression(mesh_, id, envelope()); }

  void CheckBindings() {
    if (const ir::Visit* visit = ir::VisitAt(point_)) {
      const types::Actor& actor = mesh_.declarations.actors[visit->actor];
      return CheckBindings(visit->bindings, actor.name, actor.params);
    }
    const ir::Flow& callee = mesh_.flows[ir::CalledFlow(point_)];
    CheckBindings(*ir::BindingsOf(point_), callee.name, mesh_.declarations.envelopes[callee.envelope].fields);
  }

  /// `slots`: params, or the fields of a callee.
  template <typename Slots>
  void CheckBindings(llvm::ArrayRef<ir::Binding> bindings, const std::string& callee, const Slots& slots) {
    for (const ir::Binding& binding : bindings) {
      if (binding.soft) continue;
      const Takes takes = TakesOf(mesh_, slots[binding.param].type);
      if (IsImplicit(binding.value)) {
        CheckParam(callee, slots[binding.param].name, binding.value, takes);
      } else {
        CheckValue(binding.value, takes);
      }
    }
  }

  // A param that takes the field of its name is read where the callee stands.
  bool IsImplicit(ir::ExpressionId value) const {
    const ir::Expression& read = mesh_.expressions[value];
    return read.origin.begin == point_.origin.begin && read.kind != ir::ExpressionKind::kVariable;
  }

  void CheckParam(const std::string& callee, const std::string& param, ir::ExpressionId value, Takes takes) {
    FindAbsentReads(mesh_, places_, value, takes, sets_, present_, [&](const AbsentRead& read) {
      auto builder = context_.diagnostics.Report(diag::MaybeAbsentParam, point_.origin, Name{param},
                                                 Name{callee}, Name{Text(read.at)});
      Explain(builder, read.at);
      builder.AddHelp(
          fmt::format("bind it: `{}({}: …)`, test `has({})` first, or write the field on every path", callee,
                      param, Text(read.at)));
    });
    Assume(value, takes);
  }

  void CheckTarget(const ir::Target& target) {
    for (const TargetRead& read : TargetReads(mesh_, places_, target)) {
      if (sets_.Contains(present_, read.place.index)) continue;
      std::string text = Text(target, read.depth);
      auto builder = context_.diagnostics.Report(diag::MaybeAbsent, point_.origin, Name{text});
      builder.SetPath(context_.witnesses.Find(point_id_, read.place, Question::kAbsent).path);
      builder.AddHelp(fmt::format("set the whole of `{}` before", text));
      return;
    }
  }

  // The first `depth` links of a target.
  std::string Text(const ir::Target& target, std::size_t depth) const {
    const types::Declarations& declarations = mesh_.declarations;
    const types::Field& field = declarations.envelopes[envelope()].fields[target.field];
    std::string text = field.name;
    types::TypeId type = field.type;
    for (std::size_t i = 0; i < depth; ++i) {
      types::RecordId record = declarations.types[declarations.types.Present(type)].record();
      const types::Member& member = declarations.records[record].members[target.path[i]];
      text += '.' + member.name;
      type = member.type;
    }
    return text;
  }

  void CheckValue(ir::ExpressionId value, Takes takes = Takes::kValue) {
    FindAbsentReads(mesh_, places_, value, takes, sets_, present_,
                    [&](const AbsentRead& read) { Report(read); });
    Assume(value, takes);
  }

  // What was read is there, or was reported.
  void Assume(ir::ExpressionId value, Takes takes) {
    llvm::SmallVector<PlaceId, 8> reads;
    AddCertainReads(mesh_, places_, value, takes, reads);
    for (PlaceId place : reads) present_ = sets_.Add(present_, place.index);
  }

  void Report(const AbsentRead& read) {
    source::SourceRange range = mesh_.expressions[read.at].origin;
    std::string text = Text(read.at);
    switch (read.kind) {
      case AbsenceKind::kPlace: {
        auto builder = context_.diagnostics.Report(diag::MaybeAbsent, range, Name{text});
        Explain(builder, read.at);
        builder.AddHelp(fmt::format("write `{0} ?? …`, or test `has({0})` first", text));
        return;
      }
      case AbsenceKind::kElement:
        context_.diagnostics.Report(diag::MaybeAbsent, range, Name{text})
            .AddHelp(fmt::format("write `{} ?? …`", text));
        return;
      case AbsenceKind::kTag: {
        auto builder = context_.diagnostics.Report(diag::MaybeOtherTag, range, Name{text});
        Explain(builder, read.at);
        builder.AddHelp(
            fmt::format("read it in an arm of `match` for this tag alone, or write `{} ?? …`", text));
        return;
      }
    }
  }

  void Explain(diagnostics::Builder& builder, ir::ExpressionId at) {
    PlaceId place = places_.Find(at);
    if (place.has_value()) builder.SetPath(context_.witnesses.Find(point_id_, place, Question::kAbsent).path);
  }

  const CheckContext& context_;
  const ir::Mesh& mesh_;
  ir::PointId point_id_;
  const ir::Point& point_;
  const Places& places_;
  SetPool& sets_;
  SetId present_;
};

// What is collected must be there at the end of the body.
void CheckCollects(const CheckContext& context, ir::PointId point) {
  const ir::Mesh& mesh = context.solution.mesh();
  const auto* each = std::get_if<ir::EachFork>(&mesh.points[point].body);
  if (each == nullptr) return;
  const Regions& regions = context.solution.context().regions;
  ir::PointId end = regions[regions.Inner(each->body)].exit;
  const Known* known = end.has_value() ? context.solution.At(end) : nullptr;
  if (known == nullptr) return;
  const ir::Flow& flow = mesh.flows[mesh.points[point].flow];
  for (const ir::Collect& one : each->collects) {
    PlaceId place = context.solution.context().families.PlacesOf(mesh.points[point].flow).FindField(one.from);
    if (context.solution.context().sets.Contains(known->present, place.index)) continue;
    const std::string& name = mesh.declarations.envelopes[flow.envelope].fields[one.from].name;
    context.diagnostics.Report(diag::MaybeAbsentCollect, one.origin, Name{name})
        .SetPath(context.witnesses.Find(end, place, Question::kAbsent).path)
        .AddHelp(fmt::format("write `{}` on every path through the body", name));
  }
}

}  // namespace

void CheckPresence(const CheckContext& context) {
  for (ir::PointId point : context.solution.mesh().points.ids()) {
    const Known* known = context.solution.At(point);
    if (known == nullptr) continue;
    PresenceCheck(context, point, *known).Run();
    CheckCollects(context, point);
  }
}

}  // namespace meshc::analysis
