#include <fmt/format.h>

#include "compiler/analysis/checks/checks.h"
#include "compiler/analysis/effects.h"
#include "compiler/diagnostics/diagnostics_4_paths.h"
#include "compiler/ir/point_parts.h"

namespace meshc::analysis {
namespace {

using diagnostics::Name;
namespace diag = diagnostics::diag;

// One write that two steps lead to (two calls of a flow that writes) is told by those steps.
void AddWriteLabels(diagnostics::Builder& builder, const ir::Mesh& mesh, ir::PointId again,
                    const Witness& witness) {
  bool same = witness.writer == again;
  builder.AddLabel(mesh.points[same ? witness.first_step : witness.writer].origin, "first written here");
  builder.AddLabel(mesh.points[same ? witness.second_step : again].origin, "written again here");
}

void ReportWrite(const CheckContext& context, ir::PointId id, const types::Field& field, PlaceId place) {
  const ir::Mesh& mesh = context.solution.mesh();
  const ir::Point& point = mesh.points[id];
  Witness witness = context.witnesses.Find(id, place, Question::kWritten);
  bool comes_round = witness.writer == id && witness.first_step == witness.second_step;
  const auto& row = comes_round ? diag::WrittenInLoop : diag::WrittenTwice;
  auto builder = context.diagnostics.Report(row, point.origin, Name{field.name});
  if (comes_round)
    builder.AddLabel(point.origin, "written here in each round");
  else if (witness.writer.has_value())
    AddWriteLabels(builder, mesh, id, witness);
  builder.SetPath(std::move(witness.path));
  builder.AddHelp(fmt::format("declare `var {0}` if it may be overwritten, or `log {0}` to keep every value",
                              field.name));
}

void CheckPoint(const CheckContext& context, ir::PointId id, const Known& known) {
  const ir::Point& point = context.solution.mesh().points[id];
  const Places& places = context.solution.context().families.PlacesOf(point.flow);
  const auto& fields = context.solution.mesh().declarations.envelopes[places.envelope()].fields;
  ir::ForEachTarget(point, [&](const ir::Target& target) {
    const types::Field& field = fields[target.field];
    PlaceId place = places.FindField(target.field);
    // Members are set of fields only that may be overwritten.
    if (!IsWriteOnce(field)) return;
    if (!context.solution.context().sets.Contains(known.written, place.index)) return;
    ReportWrite(context, id, field, place);
  });
}

}  // namespace

void CheckWrites(const CheckContext& context) {
  for (ir::PointId point : context.solution.mesh().points.ids()) {
    if (const Known* known = context.solution.At(point)) CheckPoint(context, point, *known);
  }
}

}  // namespace meshc::analysis
