// Writes to the payload.
#include "tests/property/reference/interpreter.h"
#include "tests/property/reference/operators.h"

namespace meshc::property {

using mesh::Value;

namespace {

syntax::BinaryOperator OperatorOf(syntax::SetOperator op) {
  switch (op) {
    case syntax::SetOperator::kSubtract: return syntax::BinaryOperator::kSubtract;
    case syntax::SetOperator::kMultiply: return syntax::BinaryOperator::kMultiply;
    default: return syntax::BinaryOperator::kAdd;
  }
}

Value Appended(const Value& list, const Value& element) {
  mesh::ValueList elements;
  if (list.present()) elements = list.list();
  elements.push_back(element);
  return Value::List(std::move(elements));
}

}  // namespace

Ending Interpreter::RunSet(Line& line, const syntax::SetStatement& s) {
  const auto& facts = program_.FactsOf(s);
  Value value = Eval(line, *s.value);
  Value& slot = line.fields[*facts.field];
  if (facts.append) {
    slot = Appended(slot, value);
    return {};
  }
  const Value old = facts.path.empty() ? slot : slot.members()[facts.path[0]];
  if (s.op != syntax::SetOperator::kAssign) value = Arithmetic(OperatorOf(s.op), old, value);
  if (!Fits(facts.target, value)) return Failed("contract_violation");
  slot = facts.path.empty() ? value : slot.WithMember(facts.path[0], value);
  return {};
}

bool Interpreter::Fits(types::TypeId type, const Value& value) const {
  const types::Type& t = declarations_.types[declarations_.types.Present(type)];
  if (!value.present() || t.kind != types::TypeKind::kInt) return true;
  return (!t.constraint.min || value.integer() >= *t.constraint.min) &&
         (!t.constraint.max || value.integer() <= *t.constraint.max);
}

bool Interpreter::FitsField(const Line& line, std::uint32_t field, const Value& value) const {
  const types::Field& target = FieldOf(line, field);
  const bool log = target.mode == types::WriteMode::kLog;
  return Fits(log ? declarations_.types[target.type].element : target.type, value);
}

void Interpreter::Write(Line& line, std::uint32_t field, const Value& value) const {
  if (!value.present()) return;
  Value& slot = line.fields[field];
  slot = FieldOf(line, field).mode == types::WriteMode::kLog ? Appended(slot, value) : value;
}

const types::Field& Interpreter::FieldOf(const Line& line, std::uint32_t field) const {
  return declarations_.envelopes[line.envelope].fields[field];
}

/// Logs are empty, fields with a default have it.
mesh::ValueList Interpreter::FreshFields(types::EnvelopeId envelope) const {
  mesh::ValueList fields;
  for (const types::Field& field : declarations_.envelopes[envelope].fields) {
    Value& value = fields.emplace_back();
    if (field.default_value) value = ToValue(*field.default_value);
    if (field.mode == types::WriteMode::kLog) value = Value::List({});
  }
  return fields;
}

}  // namespace meshc::property
