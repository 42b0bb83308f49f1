// `while`, `repeat` and `loop`. All three count rounds at one point, and drop the counter
// whichever way they are left, so that a later entry and `loops` of the envelope are clean.
#include <utility>

#include "compiler/lower/flow_lowering.h"
#include "compiler/source/first_word.h"

namespace meshc::lower {

FlowLowering::LoopParts FlowLowering::StartLoop(std::string_view word, const syntax::Statement& statement,
                                                const syntax::CountClause& max) {
  LoopParts parts;
  parts.construct = names_.Sibling(word);
  parts.keyword = source::FirstWord(statement.range, word);
  parts.loop = draft_.mesh.loops.Add(
      {parts.construct, flow_id_, static_cast<std::uint32_t>(max.value), parts.keyword});
  for (ir::PointId* label : {&parts.body, &parts.again, &parts.exhausted, &parts.leave, &parts.after}) {
    *label = points_.NewLabel();
  }
  EmitThen(parts.construct + "/enter", ir::LoopStart{parts.loop, {}}, parts.keyword);
  return parts;
}

void FlowLowering::EmitRound(const LoopParts& parts) {
  Emit(parts.construct + "/round", ir::LoopRound{parts.loop, parts.body, parts.exhausted}, parts.keyword,
       true);
  points_.Place(parts.body);
}

// Stands inside the loop's scope and leaves it. `else_body` may be null.
void FlowLowering::EndLoop(const LoopParts& parts, const syntax::Block* else_body) {
  points_.Place(parts.leave);
  if (points_.IsReached()) {
    Emit(parts.construct + "/leave", ir::Unwind{0, {parts.loop}, parts.after}, parts.keyword, true);
  }
  points_.Place(parts.exhausted);
  if (else_body == nullptr) {
    Emit(parts.construct + "/exhausted", ir::Raise{types::IdOf(types::BuiltinError::kLoopExhausted), {}, {}},
         parts.keyword, true);
    enclosure_.Leave();
  } else {
    EmitThen(parts.construct + "[else]/enter", ir::Unwind{0, {parts.loop}, {}}, parts.keyword, true);
    enclosure_.Leave();
    LowerIn(parts.construct + "[else]", *else_body);
  }
  points_.Place(parts.after);
}

void FlowLowering::LowerWhile(const syntax::WhileStatement& statement) {
  LoopParts parts = StartLoop("while", statement, statement.max);
  enclosure_.EnterLoop(parts.loop, parts.after, parts.again);
  ir::PointId round = points_.NewLabel();
  points_.Place(parts.again);
  Emit(parts.construct + "/test", ir::Branch{expressions_.Lower(*statement.condition), round, parts.leave},
       statement.condition->range);
  points_.Place(round);
  EmitRound(parts);
  LowerIn(parts.construct, statement.body);
  points_.GoTo(parts.again);
  EndLoop(parts, statement.has_else ? &statement.else_body : nullptr);
}

void FlowLowering::LowerRepeat(const syntax::RepeatStatement& statement) {
  LoopParts parts = StartLoop("repeat", statement, statement.max);
  enclosure_.EnterLoop(parts.loop, parts.after, parts.again);
  ir::PointId round = points_.NewLabel();
  points_.Place(round);
  EmitRound(parts);
  LowerIn(parts.construct, statement.body);
  points_.Place(parts.again);
  Emit(parts.construct + "/until", ir::Branch{expressions_.Lower(*statement.until), parts.leave, round},
       statement.until->range);
  EndLoop(parts, statement.has_else ? &statement.else_body : nullptr);
}

void FlowLowering::LowerLoop(const syntax::LoopStatement& statement) {
  LoopParts parts = StartLoop("loop", statement, statement.max);
  enclosure_.EnterLoop(parts.loop, parts.after, parts.again);
  points_.Place(parts.again);
  EmitRound(parts);
  LowerIn(parts.construct, statement.body);
  points_.GoTo(parts.again);
  EndLoop(parts, statement.has_else ? &statement.else_body : nullptr);
}

}  // namespace meshc::lower
