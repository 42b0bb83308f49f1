#include <fmt/format.h>

#include <utility>

#include "compiler/analysis/checks/checks.h"
#include "compiler/diagnostics/diagnostics_4_paths.h"

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
    if (known != nullptr && !known->present.test(place.index)) ends.push_back(point);
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
    context.diagnostics
        .Report(diagnostics::diag::MissingOutput, flow.header, Name{flow.name}, Name{field.name})
        .AddNote(fmt::format("`{}` is declared `out` here", field.name), field.origin.range)
        .SetPath(ShortestPath(context, ends, place))
        .AddHelp(fmt::format("write `{}` on every path that ends the flow well", field.name));
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
