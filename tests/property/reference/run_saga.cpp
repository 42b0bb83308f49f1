// `saga` and `tap`.
#include <utility>

#include "tests/property/reference/interpreter.h"

namespace meshc::property {

using mesh::Value;
using mesh::ValueList;

/// However the block is left, but for an error, its calls belong to the saga around it.
Ending Interpreter::RunSaga(Line& line, const syntax::SagaStatement& s) {
  const std::size_t mark = line.undo.size();
  ++line.sagas;
  Ending ending = RunBlock(line, s.body);
  --line.sagas;
  if (ending.failed()) {
    Undo(line, mark);
    ending = Arise(line, std::move(ending));
  }
  if (line.sagas == 0) line.undo.clear();
  return ending;
}

/// A call has succeeded: what its undo will be given is settled now.
void Interpreter::Remember(Line& line, const sema::CallFacts& facts, const ValueList& arguments,
                           const ValueList& results) const {
  const types::ActorId undo = declarations_.actors[facts.actor].undo;
  if (line.sagas == 0 || !undo.has_value()) return;
  UndoCall call{undo, {}};
  for (const types::Member& param : declarations_.actors[undo].params)
    call.arguments.push_back(Given(param, UndoSource(line, facts, param.name, arguments, results)));
  line.undo.push_back(std::move(call));
}

/// By name: what the call bound by `name: expression`, then what it gave, then as for any unbound param.
Value Interpreter::UndoSource(const Line& line, const sema::CallFacts& facts, const std::string& name,
                              const ValueList& arguments, const ValueList& results) const {
  const types::Actor& done = declarations_.actors[facts.actor];
  for (std::size_t i = 0; i < done.params.size(); ++i) {
    const bool bound = facts.params[i].kind == sema::ParamSource::Kind::kExpression;
    if (bound && done.params[i].name == name) return arguments[i];
  }
  for (std::size_t i = 0; i < done.results.size(); ++i) {
    if (done.results[i].name == name) return results[i];
  }
  for (const BoundElement& element : line.elements) {
    if (element.name == name) return element.value;
  }
  const auto& fields = declarations_.envelopes[line.envelope].fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == name) return line.fields[i];
  }
  return {};
}

/// Undoes what came after `mark`, the last call first. An undo that fails is passed over, and so is one
/// whose params break their bounds.
void Interpreter::Undo(Line& line, std::size_t mark) {
  while (line.undo.size() > mark) {
    const UndoCall call = std::move(line.undo.back());
    line.undo.pop_back();
    const types::Actor& actor = declarations_.actors[call.actor];
    bool fits = true;
    for (std::size_t i = 0; i < actor.params.size(); ++i)
      fits = fits && Fits(actor.params[i].type, call.arguments[i]);
    if (!fits) continue;
    // Undo calls know no deadline.
    const Deadlines deadlines = std::exchange(line.deadlines, {});
    Visit(line, call.actor, call.arguments, actor.timeout_ns, actor.retry);
    line.deadlines = deadlines;
  }
}

/// The copy runs to its end before the line goes on, which neither waits for it nor hears of it.
void Interpreter::RunTap(const Line& line, const syntax::TapStatement& s) {
  Line copy = Fork(line, line.now_ns);
  copy.sagas = 0;
  try {
    RunStep(copy, program_.FactsOf(s.call));
  } catch (const ExpressionError&) {
    // An error of the copy like any other.
  }
}

}  // namespace meshc::property
