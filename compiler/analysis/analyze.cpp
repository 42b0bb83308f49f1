#include "compiler/analysis/analysis.h"
#include "compiler/analysis/checks/checks.h"

namespace meshc::analysis {
namespace {

/// How the presence of one field is answered at the points of a flow.
struct FieldAnswer {
  std::uint32_t slot = 0;
  PlaceId place;  ///< None: no point touches the field; it is given at entry.
};

std::vector<FieldAnswer> AnswersOf(const Solution& solution, types::FlowId flow) {
  const Places& places = solution.context().families.PlacesOf(flow);
  const types::Declarations& declarations = solution.mesh().declarations;
  const auto& fields = declarations.envelopes[places.envelope()].fields;
  std::vector<FieldAnswer> answers;
  for (std::uint32_t slot = 0; slot < fields.size(); ++slot) {
    PlaceId place = places.FindField(slot);
    if (place.has_value() || Families::IsGiven(declarations, fields[slot])) answers.push_back({slot, place});
  }
  return answers;
}

PresentFields::Slots PresentSlots(const std::vector<FieldAnswer>& answers, const Known& known) {
  PresentFields::Slots slots;
  for (const FieldAnswer& answer : answers) {
    if (!answer.place.has_value() || known.present.test(answer.place.index)) slots.push_back(answer.slot);
  }
  return slots;
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

// Most points know what the one before them knows.
void CollectPoints(const Solution& solution, types::FlowId flow, Facts& facts) {
  const std::vector<FieldAnswer> answers = AnswersOf(solution, flow);
  ir::PointId last;
  for (ir::PointId point : solution.context().regions.PointsOf(flow)) {
    const Known* known = solution.At(point);
    if (known == nullptr) continue;
    facts.reachable[point.index] = true;
    if (last.has_value() && solution.At(last)->present == known->present) {
      facts.present.Share(point.index, last.index);
    } else {
      facts.present.Set(point.index, PresentSlots(answers, *known));
    }
    last = point;
  }
}

Facts CollectFacts(const Solution& solution) {
  const ir::Mesh& mesh = solution.mesh();
  Facts facts;
  facts.reachable.resize(mesh.points.size());
  facts.present = PresentFields(mesh.points.size());
  for (types::FlowId flow : mesh.flows.ids()) {
    facts.escapes.push_back(solution.context().errors.Escapes(flow));
    CollectPoints(solution, flow, facts);
  }
  MarkCatches(solution, facts);
  return facts;
}

}  // namespace

Facts Analyze(const ir::Mesh& mesh, diagnostics::Diagnostics& diagnostics) {
  Regions regions(mesh);
  ErrorFlow errors(mesh, regions);
  Families families(mesh);
  Solution solution({mesh, regions, errors, families});
  WitnessFinder witnesses(solution);
  CheckContext context{solution, witnesses, diagnostics};
  CheckPresence(context);
  CheckUndoParams(context);
  CheckOutputs(context);
  CheckWrites(context);
  CheckReachability(context);
  CheckClauses(context);
  CheckEscapes(context);
  return CollectFacts(solution);
}

}  // namespace meshc::analysis
