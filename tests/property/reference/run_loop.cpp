#include "tests/property/reference/interpreter.h"

namespace meshc::property {

Ending Interpreter::Exhausted(Line& line, bool has_else, const syntax::Block& else_body) {
  return has_else ? RunBlock(line, else_body) : Failed("loop_exhausted");
}

/// True if the loop goes on; else `ending` is that of the loop.
bool Interpreter::RunRound(Line& line, const syntax::Block& body, Ending& ending) {
  ending = RunBlock(line, body);
  const bool on = ending.ok() || ending.exit == Exit::kContinue;
  if (on || ending.exit == Exit::kBreak) ending = {};
  return on;
}

Ending Interpreter::RunWhile(Line& line, const syntax::WhileStatement& s) {
  Ending ending;
  for (std::int64_t rounds = 0; Eval(line, *s.condition).boolean(); ++rounds) {
    if (rounds == s.max.value) return Exhausted(line, s.has_else, s.else_body);
    if (!RunRound(line, s.body, ending)) return ending;
  }
  return {};
}

Ending Interpreter::RunRepeat(Line& line, const syntax::RepeatStatement& s) {
  Ending ending;
  for (std::int64_t rounds = 1;; ++rounds) {
    if (!RunRound(line, s.body, ending)) return ending;
    if (Eval(line, *s.until).boolean()) return {};
    if (rounds == s.max.value) return Exhausted(line, s.has_else, s.else_body);
  }
}

Ending Interpreter::RunLoop(Line& line, const syntax::LoopStatement& s) {
  Ending ending;
  for (std::int64_t rounds = 0; rounds < s.max.value; ++rounds) {
    if (!RunRound(line, s.body, ending)) return ending;
  }
  return Exhausted(line, s.has_else, s.else_body);
}

}  // namespace meshc::property
