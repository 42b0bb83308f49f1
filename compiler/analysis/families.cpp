#include "compiler/analysis/families.h"

#include <llvm/ADT/STLExtras.h>

#include <numeric>

namespace meshc::analysis {
namespace {

void ForEachWrite(llvm::ArrayRef<ir::ResultWrite> writes, llvm::function_ref<void(const ir::Target&)> visit) {
  for (const ir::ResultWrite& write : writes) {
    if (write.target) visit(*write.target);
  }
}

}  // namespace

const std::vector<ir::Binding>* BindingsOf(const ir::Point& point) {
  if (const auto* call = std::get_if<ir::Call>(&point.body)) return &call->visit.bindings;
  if (const auto* ask = std::get_if<ir::Ask>(&point.body)) return &ask->visit.bindings;
  if (const auto* follow = std::get_if<ir::Follow>(&point.body)) return &follow->visit.bindings;
  const auto* call = std::get_if<ir::FlowCall>(&point.body);
  return call == nullptr ? nullptr : &call->bindings;
}

void ForEachExpression(const ir::Point& point, llvm::function_ref<void(ir::ExpressionId)> visit) {
  if (const std::vector<ir::Binding>* bindings = BindingsOf(point)) {
    for (const ir::Binding& binding : *bindings) visit(binding.value);
    return;
  }
  if (const auto* set = std::get_if<ir::Set>(&point.body)) return visit(set->value);
  if (const auto* branch = std::get_if<ir::Branch>(&point.body)) return visit(branch->condition);
  if (const auto* match = std::get_if<ir::Match>(&point.body)) return visit(match->subject);
  if (const auto* each = std::get_if<ir::EachFork>(&point.body)) return visit(each->list);
  if (const auto* raise = std::get_if<ir::Raise>(&point.body)) {
    if (raise->message.has_value()) visit(raise->message);
    if (raise->detail.has_value()) visit(raise->detail);
  }
}

void ForEachTarget(const ir::Point& point, llvm::function_ref<void(const ir::Target&)> visit) {
  if (const auto* call = std::get_if<ir::Call>(&point.body)) return ForEachWrite(call->writes, visit);
  if (const auto* call = std::get_if<ir::FlowCall>(&point.body)) return ForEachWrite(call->writes, visit);
  if (const auto* set = std::get_if<ir::Set>(&point.body)) return visit(set->target);
  if (const auto* park = std::get_if<ir::Park>(&point.body)) return visit({park->field, {}, false});
  if (const auto* gap = std::get_if<ir::Gap>(&point.body)) {
    if (gap->targets) llvm::for_each(*gap->targets, visit);
    return;
  }
  const auto* each = std::get_if<ir::EachFork>(&point.body);
  if (each == nullptr) return;
  for (const ir::Collect& one : each->collects) visit({one.into, {}, false});
}

Families::Families(const ir::Mesh& mesh) : mesh_(mesh), root_(mesh.flows.size()), places_(mesh.flows.size()) {
  std::iota(root_.begin(), root_.end(), 0U);
  for (const ir::Point& point : mesh.points) {
    const auto* call = std::get_if<ir::FlowCall>(&point.body);
    if (call != nullptr && !call->own_envelope) root_[Find(call->flow.index)] = Find(point.flow.index);
  }
  for (std::uint32_t flow = 0; flow < root_.size(); ++flow) {
    std::uint32_t root = Find(flow);
    types::EnvelopeId envelope = mesh.flows[types::FlowId{flow}].envelope;
    if (!places_[root]) places_[root] = std::make_unique<Places>(mesh, envelope);
    const auto& fields = mesh.declarations.envelopes[envelope].fields;
    for (std::uint32_t slot = 0; slot < fields.size(); ++slot) {
      if (fields[slot].out) places_[root]->AddField(slot);
    }
  }
  for (const ir::Point& point : mesh.points) AddPoint(point, *places_[root_[point.flow.index]]);
}

std::uint32_t Families::Find(std::uint32_t flow) {
  while (root_[flow] != flow) flow = root_[flow] = root_[root_[flow]];
  return flow;
}

void Families::AddPoint(const ir::Point& point, Places& places) const {
  ForEachExpression(point, [&](ir::ExpressionId id) { places.AddExpression(id); });
  if (const auto* call = std::get_if<ir::Call>(&point.body)) {
    for (const ir::Binding& binding : call->undo) places.AddExpression(binding.value);
  }
  if (const auto* each = std::get_if<ir::EachFork>(&point.body)) {
    for (const ir::Collect& one : each->collects) places.AddField(one.from);
  }
  ForEachTarget(point, [&](const ir::Target& target) { places.AddTarget(target); });
}

bool Families::IsGiven(const types::Declarations& declarations, const types::Field& field) {
  if (field.mode == types::WriteMode::kLog || field.default_value) return true;
  return field.in && !declarations.types.IsOptional(field.type);
}

Known Families::AtEntry(types::FlowId flow) const {
  const Places& places = PlacesOf(flow);
  Known known{Bits(places.size(), false), Bits(places.size(), false)};
  const auto& fields = mesh_.declarations.envelopes[places.envelope()].fields;
  for (std::uint32_t slot = 0; slot < fields.size(); ++slot) {
    PlaceId place = places.FindField(slot);
    if (place.has_value() && IsGiven(mesh_.declarations, fields[slot])) known.present.set(place.index);
  }
  return known;
}

}  // namespace meshc::analysis
