#include "compiler/analysis/path_facts.h"

#include <algorithm>

#include "compiler/analysis/solution.h"

namespace meshc::analysis {

struct PathFacts::Solved {
  explicit Solved(const ir::Mesh& mesh)
      : regions(mesh),
        errors(mesh, regions),
        families(mesh),
        sets(families.LargestCount()),
        solution({mesh, regions, errors, families, sets}) {}

  Regions regions;
  ErrorFlow errors;
  Families families;
  SetPool sets;
  Solution solution;
};

PathFacts::PathFacts(const ir::Mesh& mesh) : solved_(std::make_unique<Solved>(mesh)) {}

PathFacts::~PathFacts() = default;

std::vector<Presence> PathFacts::FieldsAt(ir::PointId point) const {
  const Solution& solution = solved_->solution;
  const Known* known = solution.At(point);
  if (known == nullptr) return {};
  const Places& places = solved_->families.PlacesOf(solution.mesh().points[point].flow);
  const types::Declarations& declarations = solution.mesh().declarations;
  const auto& fields = declarations.envelopes[places.envelope()].fields;
  std::vector<Presence> presences;
  for (std::uint32_t slot = 0; slot < fields.size(); ++slot) {
    const PlaceId place = places.FindField(slot);
    const bool touched = place.has_value();
    const bool given = Families::IsGiven(declarations, fields[slot]);
    const bool present = touched ? solved_->sets.Contains(known->present, place.index) : given;
    const bool possible = fields[slot].in || (touched && solved_->sets.Contains(known->written, place.index));
    presences.push_back(present ? Presence::kPresent : possible ? Presence::kMaybe : Presence::kAbsent);
  }
  return presences;
}

std::vector<PossibleError> PathFacts::ErrorsAt(ir::PointId point) const {
  const ir::Mesh& mesh = solved_->solution.mesh();
  const ErrorFlow& errors = solved_->errors;
  std::vector<PossibleError> found;
  for (const Arrivals& arrivals : errors.LandForGood(mesh.points[point].handler, errors.At(point))) {
    PossibleError possible;
    possible.leaves_flow = arrivals.landing.kind == Landing::Kind::kEscape;
    if (arrivals.landing.kind == Landing::Kind::kClause) {
      const auto* clauses = std::get_if<ir::Catch>(&mesh.points[arrivals.landing.catch_point].body);
      if (clauses != nullptr && arrivals.landing.index < clauses->cases.size())
        possible.caught = clauses->cases[arrivals.landing.index].origin;
    }
    for (const types::ErrorId error : errors.error_sets().List(arrivals.errors)) {
      possible.error = error;
      found.push_back(possible);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const PossibleError& a, const PossibleError& b) { return a.error.index < b.error.index; });
  return found;
}

}  // namespace meshc::analysis
