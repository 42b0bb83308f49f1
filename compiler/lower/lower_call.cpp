// Calls and chains.
#include <utility>

#include "compiler/lower/flow_lowering.h"

namespace meshc::lower {

void FlowLowering::LowerChain(const syntax::ChainStatement& statement) {
  for (const syntax::Call& call : statement.calls) LowerCall(call);
}

void FlowLowering::LowerCall(const syntax::Call& call) {
  const sema::CallFacts& facts = program_.FactsOf(call);
  if (facts.flow.has_value()) return LowerFlowCall(call, facts);

  ir::Call lowered;
  lowered.visit = MakeVisit(call, facts);
  for (std::uint32_t i = 0; i < facts.results.size(); ++i) {
    ir::ResultWrite write;
    write.result = i;
    if (facts.results[i].field) {
      std::uint32_t field = *facts.results[i].field;
      write.target = ir::Target{field, {}, envelope().fields[field].mode == types::WriteMode::kLog};
    }
    lowered.writes.push_back(std::move(write));
  }
  std::string name = names_.Sibling(program_.declarations.actors[facts.actor].name);
  EmitThen(std::move(name), std::move(lowered), call.range);
}

void FlowLowering::LowerFlowCall(const syntax::Call& call, const sema::CallFacts& facts) {
  ir::FlowCall lowered;
  lowered.flow = facts.flow;
  draft_.mesh.flows[facts.flow].called_on_same_envelope = true;
  EmitThen(names_.Sibling(program_.flows[facts.flow].name), std::move(lowered), call.range);
}

ir::Visit FlowLowering::MakeVisit(const syntax::Call& call, const sema::CallFacts& facts) {
  const types::Actor& actor = program_.declarations.actors[facts.actor];
  ir::Visit visit{facts.actor, {}, facts.timeout_ns, facts.retry};
  for (std::uint32_t i = 0; i < facts.params.size(); ++i) {
    if (auto binding = Bind(call, facts.params[i], i, actor.params[i])) visit.bindings.push_back(*binding);
  }
  return visit;
}

// None: the param takes its default or is left out.
std::optional<ir::Binding> FlowLowering::Bind(const syntax::Call& call, const sema::ParamSource& source,
                                              std::uint32_t param, const types::Member& declared) {
  ir::ExpressionId value;
  switch (source.kind) {
    case sema::ParamSource::Kind::kExpression: value = expressions_.Lower(*source.expression); break;
    case sema::ParamSource::Kind::kField:
      value = expressions_.Field(envelope(), source.field, call.callee.range);
      break;
    case sema::ParamSource::Kind::kVariable:
      value = expressions_.Variable(source.variable, declared.type, call.callee.range);
      break;
    case sema::ParamSource::Kind::kDefault:
    case sema::ParamSource::Kind::kNothing:
    case sema::ParamSource::Kind::kInvalid: return std::nullopt;
  }
  value = expressions_.Convert(value, declared.type);
  bool may_be_absent = declared.default_value || program_.declarations.types.IsOptional(declared.type);
  return ir::Binding{param, value, may_be_absent && IsMemberPath(value)};
}

bool FlowLowering::IsMemberPath(ir::ExpressionId value) const {
  const ir::ExpressionStore& store = draft_.mesh.expressions;
  if (store[value].kind == ir::ExpressionKind::kToFloat) value = store[value].operands[0];
  while (store[value].kind == ir::ExpressionKind::kMember) value = store[value].operands[0];
  return store[value].kind == ir::ExpressionKind::kField;
}

}  // namespace meshc::lower
