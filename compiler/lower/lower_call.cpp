// Calls and chains.
#include <utility>

#include "compiler/lower/flow_lowering.h"

namespace meshc::lower {

FlowLowering::CallSite FlowLowering::SiteOf(const syntax::Call& call) const {
  return {program_.FactsOf(call), call.callee.range, call.range};
}

void FlowLowering::LowerChain(const syntax::ChainStatement& statement) {
  for (const syntax::Call& call : statement.calls) LowerCall(SiteOf(call));
}

void FlowLowering::LowerCall(const CallSite& site) {
  if (site.facts.flow.has_value()) return LowerFlowCall(site);
  ir::Call lowered;
  lowered.visit = MakeVisit(site);
  lowered.writes = MakeWrites(site.facts);
  lowered.undo = MakeUndo(site);
  std::string name = names_.Sibling(program_.declarations.actors[site.facts.actor].name);
  EmitThen(std::move(name), std::move(lowered), site.origin);
}

void FlowLowering::LowerFlowCall(const CallSite& site) {
  ir::FlowCall lowered;
  if (site.facts.own_envelope) {
    lowered = MakeOwnCall(site);
    draft_.mesh.flows[site.facts.flow].called_on_own_envelope = true;
  } else {
    draft_.mesh.flows[site.facts.flow].called_on_same_envelope = true;
  }
  lowered.flow = site.facts.flow;
  EmitThen(names_.Sibling(program_.flows[site.facts.flow].name), std::move(lowered), site.origin);
}

// Fields that get nothing and come back nowhere are left out.
ir::FlowCall FlowLowering::MakeOwnCall(const CallSite& site) {
  const types::EnvelopeId callee = program_.flows[site.facts.flow].envelope;
  const auto& fields = program_.declarations.envelopes[callee].fields;
  ir::FlowCall lowered;
  lowered.own_envelope = true;
  for (std::uint32_t i = 0; i < site.facts.params.size(); ++i) {
    Slot slot{i, fields[i].type, fields[i].default_value.has_value()};
    if (auto binding = Bind(site, site.facts.params[i], slot)) lowered.bindings.push_back(*binding);
  }
  for (ir::ResultWrite& write : MakeWrites(site.facts)) {
    if (write.target) lowered.writes.push_back(std::move(write));
  }
  return lowered;
}

ir::Visit FlowLowering::MakeVisit(const CallSite& site) {
  const types::Actor& actor = program_.declarations.actors[site.facts.actor];
  ir::Visit visit{site.facts.actor, {}, site.facts.timeout_ns, site.facts.retry};
  for (std::uint32_t i = 0; i < site.facts.params.size(); ++i) {
    Slot slot{i, actor.params[i].type, actor.params[i].default_value.has_value()};
    if (auto binding = Bind(site, site.facts.params[i], slot)) visit.bindings.push_back(*binding);
  }
  return visit;
}

std::vector<ir::ResultWrite> FlowLowering::MakeWrites(const sema::CallFacts& facts) const {
  std::vector<ir::ResultWrite> writes;
  for (std::uint32_t i = 0; i < facts.results.size(); ++i) {
    ir::ResultWrite& write = writes.emplace_back();
    write.result = i;
    if (!facts.results[i].field) continue;
    std::uint32_t field = *facts.results[i].field;
    write.target = ir::Target{field, {}, envelope().fields[field].mode == types::WriteMode::kLog};
  }
  return writes;
}

std::vector<ir::Binding> FlowLowering::MakeUndo(const CallSite& site) {
  std::vector<ir::Binding> bindings;
  if (site.facts.undo.empty()) return bindings;
  types::ActorId undo = program_.declarations.actors[site.facts.actor].undo;
  const auto& params = program_.declarations.actors[undo].params;
  for (std::uint32_t i = 0; i < site.facts.undo.size(); ++i) {
    Slot slot{i, params[i].type, params[i].default_value.has_value()};
    if (auto binding = Bind(site, site.facts.undo[i], slot)) bindings.push_back(*binding);
  }
  return bindings;
}

// None: the slot takes its default or is left out.
std::optional<ir::Binding> FlowLowering::Bind(const CallSite& site, const sema::ParamSource& source,
                                              Slot slot) {
  ir::ExpressionId value;
  switch (source.kind) {
    case sema::ParamSource::Kind::kExpression: value = expressions_.Lower(*source.expression); break;
    case sema::ParamSource::Kind::kField:
      value = expressions_.Field(envelope(), source.field, site.callee);
      break;
    case sema::ParamSource::Kind::kVariable: {
      const Variable variable = variables_.lookup(source.variable.index);
      value = expressions_.Variable(source.variable, variable.name, variable.type, site.callee);
      break;
    }
    case sema::ParamSource::Kind::kCallParam: {
      const auto& params = program_.declarations.actors[site.facts.actor].params;
      value = expressions_.Argument(source.index, params[source.index].type, site.callee);
      break;
    }
    case sema::ParamSource::Kind::kCallResult: {
      const types::Actor& actor = program_.declarations.actors[site.facts.actor];
      const auto first = static_cast<std::uint32_t>(actor.params.size());
      value = expressions_.Argument(first + source.index, actor.results[source.index].type, site.callee);
      break;
    }
    case sema::ParamSource::Kind::kDefault:
    case sema::ParamSource::Kind::kNothing:
    case sema::ParamSource::Kind::kInvalid: return std::nullopt;
  }
  value = expressions_.Convert(value, slot.type);
  bool may_be_absent = slot.has_default || program_.declarations.types.IsOptional(slot.type);
  return ir::Binding{slot.index, value, may_be_absent && IsMemberPath(value)};
}

bool FlowLowering::IsMemberPath(ir::ExpressionId value) const {
  const ir::ExpressionStore& store = draft_.mesh.expressions;
  if (store[value].kind == ir::ExpressionKind::kToFloat) value = store[value].operands[0];
  while (store[value].kind == ir::ExpressionKind::kMember) value = store[value].operands[0];
  const ir::ExpressionKind root = store[value].kind;
  return root == ir::ExpressionKind::kField || root == ir::ExpressionKind::kVariable ||
         root == ir::ExpressionKind::kCaught || root == ir::ExpressionKind::kParam;
}

}  // namespace meshc::lower
