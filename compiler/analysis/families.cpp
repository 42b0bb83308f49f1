#include "compiler/analysis/families.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace meshc::analysis {
namespace {

void ForEachWrite(llvm::ArrayRef<ir::ResultWrite> writes, llvm::function_ref<void(const ir::Target&)> visit) {
  for (const ir::ResultWrite& write : writes) {
    if (write.target) visit(*write.target);
  }
}

const ir::Visit* VisitOf(const ir::Point& point) {
  if (const auto* call = std::get_if<ir::Call>(&point.body)) return &call->visit;
  if (const auto* ask = std::get_if<ir::Ask>(&point.body)) return &ask->visit;
  const auto* follow = std::get_if<ir::Follow>(&point.body);
  return follow == nullptr ? nullptr : &follow->visit;
}

}  // namespace

const std::vector<ir::Binding>* BindingsOf(const ir::Point& point) {
  if (const ir::Visit* visit = VisitOf(point)) return &visit->bindings;
  const auto* call = std::get_if<ir::FlowCall>(&point.body);
  return call == nullptr ? nullptr : &call->bindings;
}

types::TypeId TypeOfBound(const ir::Mesh& mesh, const ir::Point& point, const ir::Binding& binding) {
  const types::Declarations& declarations = mesh.declarations;
  if (const ir::Visit* visit = VisitOf(point)) {
    return declarations.actors[visit->actor].params[binding.param].type;
  }
  const ir::Flow& callee = mesh.flows[std::get<ir::FlowCall>(point.body).flow];
  return declarations.envelopes[callee.envelope].fields[binding.param].type;
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
