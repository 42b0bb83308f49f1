#include <map>
#include <utility>

#include "compiler/analysis/analysis.h"
#include "compiler/analysis/checks/checks.h"

namespace meshc::analysis {
namespace {

/// The fields of each envelope that are given whenever it enters the mesh.
std::vector<std::uint32_t> KeepGivenFields(const types::Declarations& declarations, PresentFields& present) {
  std::vector<std::uint32_t> given;
  for (const types::Envelope& envelope : declarations.envelopes) {
    PresentFields::Slots slots;
    for (std::uint32_t slot = 0; slot < envelope.fields.size(); ++slot) {
      if (Families::IsGiven(declarations, envelope.fields[slot])) slots.push_back(slot);
    }
    given.push_back(present.KeepGiven(std::move(slots)));
  }
  return given;
}

// A catch is no step of its own: errors go through it to their clause. It is reached if one does.
void MarkCatches(const Solution& solution, Facts& facts) {
  const ir::Mesh& mesh = solution.mesh();
  for (ir::PointId point : mesh.points.ids()) {
    bool raises = facts.reachable[point.index] && !solution.context().errors.At(point).empty();
    const ir::Point* at = &mesh.points[point];
    while (raises && at->handler && !facts.reachable[at->handler->target.index]) {
      facts.reachable[at->handler->target.index] = true;
      at = &mesh.points[at->handler->target];
    }
  }
}

void CollectPoints(const Solution& solution, types::FlowId flow, std::uint32_t group, Facts& facts) {
  for (ir::PointId point : solution.context().regions.PointsOf(flow)) {
    const Known* known = solution.At(point);
    if (known == nullptr) continue;
    facts.reachable[point.index] = true;
    facts.present.Set(point.index, group, known->present);
  }
}

void CollectEscapes(const Solution& solution, Facts& facts) {
  const ErrorFlow& errors = solution.context().errors;
  std::map<std::uint32_t, std::shared_ptr<const ErrorList>> lists;  // By set: flows share them.
  for (types::FlowId flow : solution.mesh().flows.ids()) {
    const SetId set = errors.Escapes(flow);
    auto& list = lists[set.index];
    if (!list) list = std::make_shared<const ErrorList>(errors.error_sets().List(set));
    facts.escapes.push_back(list);
  }
}

Facts CollectFacts(const Solution& solution) {
  const ir::Mesh& mesh = solution.mesh();
  const Families& families = solution.context().families;
  Facts facts;
  facts.reachable.resize(mesh.points.size());
  facts.present = PresentFields(mesh.points.size(), std::move(solution.context().sets));
  const auto given = KeepGivenFields(mesh.declarations, facts.present);
  std::map<const Places*, std::uint32_t> groups;
  for (types::FlowId flow : mesh.flows.ids()) {
    const Places& places = families.PlacesOf(flow);
    const auto [group, fresh] = groups.try_emplace(&places, 0);
    if (fresh) group->second = facts.present.AddGroup({places.Fields(), given[places.envelope().index]});
    CollectPoints(solution, flow, group->second, facts);
  }
  CollectEscapes(solution, facts);
  MarkCatches(solution, facts);
  return facts;
}

}  // namespace

Facts Analyze(const ir::Mesh& mesh, diagnostics::Diagnostics& diagnostics) {
  Regions regions(mesh);
  ErrorFlow errors(mesh, regions);
  Families families(mesh);
  SetPool sets(families.LargestCount());
  Solution solution({mesh, regions, errors, families, sets});
  WitnessFinder witnesses(solution);
  CheckContext context{solution, witnesses, diagnostics};
  CheckPresence(context);
  CheckUndoParams(context);
  CheckOutputs(context);
  CheckWrites(context);
  CheckReachability(context);
  CheckClauses(context);
  CheckEscapes(context);
  CheckState(context);
  return CollectFacts(solution);
}

}  // namespace meshc::analysis
