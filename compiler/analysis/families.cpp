#include "compiler/analysis/families.h"

#include <algorithm>

#include "compiler/ir/point_parts.h"
#include "compiler/ir/take_apart.h"

namespace meshc::analysis {
namespace {

/// What is read once the point is done: by its undo, or at the end of each body.
struct LaterReads : ir::PartVisitor {
  Places& places;

  explicit LaterReads(Places& all) : places(all) {}
  void UndoBindings(const std::vector<ir::Binding>& bindings) {
    for (const ir::Binding& binding : bindings) places.AddExpression(binding.value);
  }
  void CollectedField(std::uint32_t field) { places.AddField(field); }
};

}  // namespace

Families::Families(const ir::Mesh& mesh) : mesh_(mesh), family_(static_cast<unsigned>(mesh.flows.size())) {
  for (const ir::Point& point : mesh.points) {
    const auto* call = std::get_if<ir::FlowCall>(&point.body);
    if (call != nullptr && !call->own_envelope) family_.join(call->flow.index, point.flow.index);
  }
  family_.compress();
  places_.resize(family_.getNumClasses());
  for (types::FlowId flow : mesh.flows.ids()) {
    std::unique_ptr<Places>& places = places_[family_[flow.index]];
    types::EnvelopeId envelope = mesh.flows[flow].envelope;
    if (!places) places = std::make_unique<Places>(mesh, envelope);
    const auto& fields = mesh.declarations.envelopes[envelope].fields;
    for (std::uint32_t slot = 0; slot < fields.size(); ++slot) {
      if (fields[slot].out) places->AddField(slot);
    }
  }
  for (const ir::Point& point : mesh.points) AddPoint(point, *places_[family_[point.flow.index]]);
}

void Families::AddPoint(const ir::Point& point, Places& places) const {
  ir::ForEachExpression(point, [&](ir::ExpressionId id) { places.AddExpression(id); });
  ir::TakeApart(point.body, LaterReads(places));
  ir::ForEachTarget(point, [&](const ir::Target& target) { places.AddTarget(target); });
}

bool Families::IsGiven(const types::Declarations& declarations, const types::Field& field) {
  if (field.mode == types::WriteMode::kLog || field.default_value) return true;
  return field.in && !declarations.types.IsOptional(field.type);
}

std::uint32_t Families::LargestCount() const {
  std::uint32_t count = 0;
  for (const auto& places : places_) count = std::max(count, places ? places->size() : 0);
  return count;
}

Known Families::AtEntry(SetPool& sets, types::FlowId flow) const {
  const Places& places = PlacesOf(flow);
  Known known;
  const auto& fields = mesh_.declarations.envelopes[places.envelope()].fields;
  for (std::uint32_t slot = 0; slot < fields.size(); ++slot) {
    PlaceId place = places.FindField(slot);
    if (place.has_value() && IsGiven(mesh_.declarations, fields[slot]))
      known.present = sets.Add(known.present, place.index);
  }
  return known;
}

}  // namespace meshc::analysis
