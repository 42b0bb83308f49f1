#include "compiler/analysis/effects.h"

#include "compiler/analysis/families.h"
#include "compiler/analysis/reads.h"
#include "compiler/ir/point_parts.h"

namespace meshc::analysis {
namespace {

enum class Value : std::uint8_t {
  kPresent,
  kMaybeNull,
  kMaybeLeftOut,  ///< Then the old value stays.
};

class WriteEffects {
 public:
  WriteEffects(const ir::Mesh& mesh, const Places& places, EffectList& effects)
      : mesh_(mesh), places_(places), effects_(effects) {}

  void Add(const ir::Target& target, Value value) {
    PlaceId place = places_.FindTarget(target);
    const types::Field& field = mesh_.declarations.envelopes[places_.envelope()].fields[target.field];
    if (target.path.empty() && IsWriteOnce(field)) {
      effects_.push_back({EffectKind::kWrite, places_.FindField(target.field).index});
    }
    if (target.append || !place.has_value()) return;
    for (PlaceId below : places_.Below(place)) effects_.push_back({EffectKind::kLose, below.index});
    if (value == Value::kPresent) effects_.push_back({EffectKind::kGain, place.index});
    if (value == Value::kMaybeNull) effects_.push_back({EffectKind::kLose, place.index});
  }

  void AddResults(llvm::ArrayRef<ir::ResultWrite> writes,
                  llvm::function_ref<bool(std::uint32_t)> may_be_left_out) {
    for (const ir::ResultWrite& write : writes) {
      if (!write.target) continue;
      Add(*write.target, may_be_left_out(write.result) ? Value::kMaybeLeftOut : Value::kPresent);
    }
  }

 private:
  const ir::Mesh& mesh_;
  const Places& places_;
  EffectList& effects_;
};

}  // namespace

bool IsWriteOnce(const types::Field& field) { return field.mode == types::WriteMode::kOnce; }

void AddReadEffects(const ir::Mesh& mesh, const Places& places, const ir::Point& point, EffectList& effects) {
  llvm::SmallVector<PlaceId, 8> reads;
  if (const std::vector<ir::Binding>* bindings = ir::BindingsOf(point)) {
    for (const ir::Binding& binding : *bindings) {
      const Takes takes = TakesOf(mesh, ir::TypeOfBound(mesh, point, binding));
      if (!binding.soft) AddCertainReads(mesh, places, binding.value, takes, reads);
    }
  } else {
    ir::ForEachExpression(
        point, [&](ir::ExpressionId value) { AddCertainReads(mesh, places, value, Takes::kValue, reads); });
  }
  ir::ForEachTarget(point, [&](const ir::Target& target) {
    for (const TargetRead& read : TargetReads(mesh, places, target)) reads.push_back(read.place);
  });
  for (PlaceId place : reads) effects.push_back({EffectKind::kGain, place.index});
}

void AddWriteEffects(const ir::Mesh& mesh, const Places& places, const ir::Point& point,
                     EffectList& effects) {
  WriteEffects writes(mesh, places, effects);
  const types::TypeStore& types = mesh.declarations.types;
  if (const auto* call = std::get_if<ir::Call>(&point.body)) {
    const auto& results = mesh.declarations.actors[call->visit.actor].results;
    writes.AddResults(call->writes,
                      [&](std::uint32_t result) { return types.IsOptional(results[result].type); });
  } else if (const auto* flow_call = std::get_if<ir::FlowCall>(&point.body)) {
    const auto& fields = mesh.declarations.envelopes[mesh.flows[flow_call->flow].envelope].fields;
    writes.AddResults(flow_call->writes,
                      [&](std::uint32_t slot) { return types.IsOptional(fields[slot].type); });
  } else if (const auto* set = std::get_if<ir::Set>(&point.body)) {
    writes.Add(set->target, MayBeNull(mesh, set->value) ? Value::kMaybeNull : Value::kPresent);
  } else if (const auto* park = std::get_if<ir::Park>(&point.body)) {
    writes.Add({park->field, {}, false}, types.IsOptional(park->type) ? Value::kMaybeNull : Value::kPresent);
  } else {
    ir::ForEachTarget(point, [&](const ir::Target& target) { writes.Add(target, Value::kPresent); });
  }
}

void AddConditionEffects(const ir::Mesh& mesh, const Places& places, ir::ExpressionId condition, bool outcome,
                         EffectList& effects) {
  Narrowing narrowing = Narrow(mesh, places, condition, outcome);
  for (std::uint32_t place : narrowing.present) effects.push_back({EffectKind::kGain, place});
  for (std::uint32_t place : narrowing.unwritten) effects.push_back({EffectKind::kUnwrite, place});
}

void AddCaseEffects(const ir::Mesh& mesh, const Places& places, const ir::Match& match,
                    const types::Constant& value, EffectList& effects) {
  const types::TypeStore& types = mesh.declarations.types;
  const types::Type& type = types[types.Present(mesh.expressions[match.subject].type)];
  if (type.kind == types::TypeKind::kBool) {
    return AddConditionEffects(mesh, places, match.subject, value.boolean, effects);
  }
  PlaceId subject = places.Find(match.subject);
  if (type.kind != types::TypeKind::kUnion || !subject.has_value()) return;
  const auto& tags = mesh.declarations.unions[type.union_type()].tags;
  for (std::uint32_t tag = 0; tag < tags.size(); ++tag) {
    if (tags[tag].name != value.text) continue;
    effects.push_back({EffectKind::kGain, places.FindTag(subject, tag).index});
  }
}

void AddRestEffects(const ir::Mesh& mesh, const Places& places, const ir::Match& match, EffectList& effects) {
  const types::TypeStore& types = mesh.declarations.types;
  const types::Type& type = types[types.Present(mesh.expressions[match.subject].type)];
  if (type.kind != types::TypeKind::kBool || match.cases.size() != 1) return;
  AddConditionEffects(mesh, places, match.subject, !match.cases.front().value.boolean, effects);
}

void AddClauseEffects(const Places& places, EffectList& effects) {
  for (PlaceId place : places.caught()) effects.push_back({EffectKind::kLose, place.index});
}

}  // namespace meshc::analysis
