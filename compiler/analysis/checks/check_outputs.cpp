#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/analysis/checks/checks.h"
#include "compiler/diagnostics/diagnostics_4_paths.h"
#include "compiler/ir/point_parts.h"

namespace meshc::analysis {
namespace {

using diagnostics::Name;

// Of more ends nobody wants to see the shortest path.
constexpr std::size_t kMostEnds = 8;

// The ends that lack the field, the first ones of them.
std::vector<ir::PointId> EndsWithout(const Solution& solution, types::FlowId flow, PlaceId place) {
  std::vector<ir::PointId> ends;
  for (ir::PointId point : solution.context().regions.PointsOf(flow)) {
    if (!std::holds_alternative<ir::Return>(solution.mesh().points[point].body)) continue;
    const Known* known = solution.At(point);
    if (known != nullptr && !solution.context().sets.Contains(known->present, place.index))
      ends.push_back(point);
    if (ends.size() == kMostEnds) break;
  }
  return ends;
}

std::vector<std::string> ShortestPath(const CheckContext& context, const std::vector<ir::PointId>& ends,
                                      PlaceId place) {
  std::vector<std::string> shortest;
  for (ir::PointId end : ends) {
    std::vector<std::string> path = context.witnesses.Find(end, place, Question::kAbsent).path;
    if (shortest.empty() || (!path.empty() && path.size() < shortest.size())) shortest = std::move(path);
  }
  return shortest;
}

bool Writes(const ir::Point& point, std::uint32_t slot) {
  bool writes = false;
  ir::ForEachTarget(point, [&](const ir::Target& target) { writes |= target.field == slot; });
  return writes;
}

// Where the body of an `each` writes the field: what it writes stays in the children.
source::SourceRange WrittenInEach(const CheckContext& context, types::FlowId flow, std::uint32_t slot) {
  const ir::Mesh& mesh = context.solution.mesh();
  std::vector<source::SourceRange> bodies;
  for (ir::PointId id : context.solution.context().regions.PointsOf(flow)) {
    if (std::holds_alternative<ir::EachFork>(mesh.points[id].body)) bodies.push_back(mesh.points[id].origin);
  }
  if (bodies.empty()) return {};
  for (ir::PointId id : context.solution.context().regions.PointsOf(flow)) {
    const source::SourceRange place = mesh.points[id].origin;
    // What is collected does leave the body.
    if (std::holds_alternative<ir::EachFork>(mesh.points[id].body) || !Writes(mesh.points[id], slot))
      continue;
    const auto holds = [&](source::SourceRange body) {
      return body.file == place.file && body.begin <= place.begin && place.end <= body.end;
    };
    if (std::any_of(bodies.begin(), bodies.end(), holds)) return place;
  }
  return {};
}

void AddHelp(const CheckContext& context, types::FlowId flow, std::uint32_t slot, const std::string& name,
             diagnostics::Builder report) {
  const source::SourceRange place = WrittenInEach(context, flow, slot);
  if (!place.has_value()) {
    report.AddHelp(fmt::format("write `{}` on every path that ends the flow well", name));
    return;
  }
  report
      .AddNote(fmt::format("what an `each` writes stays with its element: this `{}` does not leave the body",
                           name),
               place)
      .AddHelp(
          fmt::format("`collect {} into LIST;` behind the body gathers what the elements wrote; write `{}` "
                      "from it behind the `each`",
                      name, name));
}

void CheckFlow(const CheckContext& context, types::FlowId id) {
  const ir::Flow& flow = context.solution.mesh().flows[id];
  const types::Declarations& declarations = context.solution.mesh().declarations;
  const auto& fields = declarations.envelopes[flow.envelope].fields;
  for (std::uint32_t slot = 0; slot < fields.size(); ++slot) {
    const types::Field& field = fields[slot];
    if (!field.out || declarations.types.IsOptional(field.type)) continue;
    PlaceId place = context.solution.context().families.PlacesOf(id).FindField(slot);
    std::vector<ir::PointId> ends = EndsWithout(context.solution, id, place);
    if (ends.empty()) continue;
    auto report = context.diagnostics.Report(diagnostics::diag::MissingOutput, flow.header, Name{flow.name},
                                             Name{field.name});
    report.AddNote(fmt::format("`{}` is declared `out` here", field.name), field.origin.range)
        .SetPath(ShortestPath(context, ends, place));
    AddHelp(context, id, slot, field.name, report);
  }
}

}  // namespace

// A flow that is only called gives its fields to its callers, who answer for them.
void CheckOutputs(const CheckContext& context) {
  for (types::FlowId flow : context.solution.mesh().flows.ids()) {
    if (context.solution.StartsAfresh(flow)) CheckFlow(context, flow);
  }
}

}  // namespace meshc::analysis
