// `saga`.
#include "compiler/lower/flow_lowering.h"
#include "compiler/source/first_word.h"

namespace meshc::lower {

void FlowLowering::LowerSaga(const syntax::SagaStatement& statement) {
  const source::SourceRange keyword = source::FirstWord(statement.range, "saga");
  std::string construct = names_.Sibling("saga");
  ir::PointId undo = points_.NewLabel();
  ir::PointId after = points_.NewLabel();
  EmitThen(construct + "/enter", ir::SagaEnter{}, keyword);
  enclosure_.EnterSaga(undo);
  LowerIn(construct, statement.body);
  if (points_.IsReached()) Emit(construct + "/leave", ir::SagaExit{after}, keyword, true);
  enclosure_.Leave();
  points_.Place(undo);
  Emit(construct + "/undo", ir::Undo{}, keyword, true);
  points_.Place(after);
}

}  // namespace meshc::lower
