// `saga` and `tap`.
#include <stdexcept>
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
  const auto& params = declarations_.actors[undo].params;
  if (facts.undo.size() != params.size()) throw std::logic_error("a call in a saga lacks its undo");
  UndoCall call{undo, {}};
  for (std::size_t i = 0; i < params.size(); ++i) {
    const sema::ParamSource& source = facts.undo[i];
    const bool is_param = source.kind == sema::ParamSource::Kind::kCallParam;
    const bool is_result = source.kind == sema::ParamSource::Kind::kCallResult;
    Value& value = call.arguments.emplace_back(is_param    ? arguments[source.index]
                                               : is_result ? results[source.index]
                                                           : ValueOf(line, source, true));
    if (!value.present() && params[i].default_value) value = ToValue(*params[i].default_value);
  }
  line.undo.push_back(std::move(call));
}

/// Undoes what came after `mark`, the last call first. An undo that fails is passed over.
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
