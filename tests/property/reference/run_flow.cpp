// Flows, blocks, clauses and raised errors.
#include <stdexcept>
#include <utility>

#include "tests/property/reference/interpreter.h"

namespace meshc::property {

Interpreter::Run Interpreter::Execute(types::FlowId flow, mesh::ValueList fields) {
  Line line;
  line.envelope = program_.flows[flow].envelope;
  line.fields = std::move(fields);
  Ending ending = RunFlow(line, flow);
  return {std::move(line), std::move(ending), std::move(visits_), std::move(actors_), hops_ + 1};
}

Ending Interpreter::RunFlow(Line& line, types::FlowId flow) {
  const sema::Flow& called = program_.flows[flow];
  line.deadlines.Enter(called.sla_ns, line.now_ns);
  auto caught = std::exchange(line.caught, {});
  auto elements = std::exchange(line.elements, {});
  Ending ending = RunGuarded(line, called.declaration->body, called.declaration->guards);
  line.elements = std::move(elements);
  line.caught = std::move(caught);
  line.deadlines.Leave();
  if (ending.exit == Exit::kReturn) ending.exit = Exit::kNormal;
  return ending;
}

Ending Interpreter::RunBlock(Line& line, const syntax::Block& block) {
  for (const auto* statement : block.statements) {
    Ending ending = RunStatement(line, *statement);
    if (!ending.ok()) return ending;
  }
  return {};
}

Ending Interpreter::RunGuarded(Line& line, const syntax::Block& body, const syntax::Guards& guards) {
  Ending ending = RunBlock(line, body);
  if (ending.failed()) ending = Handle(line, std::move(ending), guards);
  if (!guards.has_finally) return ending;
  Ending last = RunBlock(line, guards.finally_body);
  if (!last.ok()) return last;
  // An error that goes on after code ran in between arises anew.
  return ending.failed() ? Arise(line, std::move(ending)) : ending;
}

Ending Interpreter::Handle(Line& line, Ending ending, const syntax::Guards& guards) {
  for (const auto& clause : guards.clauses) {
    const auto& facts = program_.FactsOf(clause);
    for (const auto error : facts.errors) {
      if (!Catches(error, ending.error.name)) continue;
      line.caught.emplace_back(facts.variable, ending.error);
      Ending result = RunBlock(line, clause.body);
      line.caught.pop_back();
      return result;
    }
  }
  return ending;
}

Ending Interpreter::Raise(Line& line, const syntax::RaiseStatement& s) {
  if (s.again) return Arise(line, {Exit::kError, line.caught.back().second});
  const sema::RaiseFacts& facts = program_.FactsOf(s);
  ReferenceError error;
  error.name = declarations_.errors[facts.error].name;
  if (s.message != nullptr) error.message = std::string(Eval(line, *s.message).text());
  for (const auto* field : facts.fields) {
    if (field != nullptr) Eval(line, *field);
  }
  error.by_raise = true;
  return Arise(line, {Exit::kError, std::move(error)});
}

Ending Interpreter::Arise(Line& line, Ending ending) {
  if (ending.error.name == "deadline_exceeded" || ending.error.name == "cancelled")
    line.deadlines.Lift(line.now_ns);
  return ending;
}

bool Interpreter::Catches(types::ErrorId clause, const std::string& name) const {
  types::ErrorId error = Find(name);
  if (declarations_.errors[clause].name == "any") {
    return declarations_.errors[error].error_class != types::ErrorClass::kFatal;
  }
  for (; error.has_value(); error = declarations_.errors[error].parent) {
    if (error == clause) return true;
  }
  return false;
}

types::ErrorId Interpreter::Find(const std::string& name) const {
  for (const auto id : declarations_.errors.ids()) {
    if (declarations_.errors[id].name == name) return id;
  }
  throw std::logic_error("unknown error " + name);
}

Observation RunReference(const sema::TypedProgram& program, types::FlowId flow, mesh::ValueList fields,
                         Behaviour& behaviour, const Signals& signals) {
  auto run = Interpreter(program, behaviour, signals).Execute(flow, std::move(fields));
  return {std::move(run.visits), run.ending.failed() ? "failed " + run.ending.error.name : "succeeded",
          PrintPayload(program.declarations.envelopes[run.line.envelope], run.line.fields)};
}

}  // namespace meshc::property
