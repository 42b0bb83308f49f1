#include <llvm/Support/Casting.h>

#include "compiler/format/write.h"
#include "compiler/support/enumerator.h"

namespace meshc::format {
namespace {

using llvm::cast;
using syntax::SetOperator;
using syntax::StatementKind;

std::string_view Spelling(SetOperator op) {
  switch (op) {
    case SetOperator::kAssign: return "=";
    case SetOperator::kAdd: return "+=";
    case SetOperator::kSubtract: return "-=";
    case SetOperator::kMultiply: return "*=";
  }
  NoSuchEnumerator();
}

void WriteSet(Writer& writer, const syntax::SetStatement& set) {
  writer.Word("set");
  writer.Blank();
  WriteDottedName(writer, set.target.back().range.end);
  writer.NextWord(Spelling(set.op));
  writer.Blank();
  WriteExpression(writer, *set.value);
  writer.Attach(";");
}

void WriteJump(Writer& writer, std::string_view word) {
  writer.Word(word);
  writer.Attach(";");
}

void WriteWithBlock(Writer& writer, std::string_view word, const syntax::Block& block) {
  writer.Word(word);
  writer.Blank();
  WriteBlock(writer, block);
}

void WriteWithCall(Writer& writer, std::string_view word, const syntax::Call& call) {
  writer.Word(word);
  writer.Blank();
  WriteCall(writer, call);
  writer.Attach(";");
}

}  // namespace

void WriteStatement(Writer& writer, const syntax::Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kInvalid: return writer.Leaf(statement.range.end);
    case StatementKind::kChain: return WriteChain(writer, *cast<syntax::ChainStatement>(&statement));
    case StatementKind::kSet: return WriteSet(writer, *cast<syntax::SetStatement>(&statement));
    case StatementKind::kIf: return WriteIf(writer, *cast<syntax::IfStatement>(&statement));
    case StatementKind::kMatch: return WriteMatch(writer, *cast<syntax::MatchStatement>(&statement));
    case StatementKind::kRoute: return WriteRoute(writer, *cast<syntax::RouteStatement>(&statement));
    case StatementKind::kFollow:
      return WriteWithCall(writer, "follow", cast<syntax::FollowStatement>(&statement)->router);
    case StatementKind::kWhile: return WriteWhile(writer, *cast<syntax::WhileStatement>(&statement));
    case StatementKind::kRepeat: return WriteRepeat(writer, *cast<syntax::RepeatStatement>(&statement));
    case StatementKind::kLoop: return WriteLoop(writer, *cast<syntax::LoopStatement>(&statement));
    case StatementKind::kBreak: return WriteJump(writer, "break");
    case StatementKind::kContinue: return WriteJump(writer, "continue");
    case StatementKind::kReturn: return WriteJump(writer, "return");
    case StatementKind::kParallel: return WriteParallel(writer, *cast<syntax::ParallelStatement>(&statement));
    case StatementKind::kEach: return WriteEach(writer, *cast<syntax::EachStatement>(&statement));
    case StatementKind::kTry: return WriteTry(writer, *cast<syntax::TryStatement>(&statement));
    case StatementKind::kRaise: return WriteRaise(writer, *cast<syntax::RaiseStatement>(&statement));
    case StatementKind::kSaga:
      return WriteWithBlock(writer, "saga", cast<syntax::SagaStatement>(&statement)->body);
    case StatementKind::kTap:
      return WriteWithCall(writer, "tap", cast<syntax::TapStatement>(&statement)->call);
    case StatementKind::kAwait: return WriteAwait(writer, *cast<syntax::AwaitStatement>(&statement));
    case StatementKind::kBlock: return WriteBlock(writer, cast<syntax::BlockStatement>(&statement)->block);
    case StatementKind::kEmpty: return writer.Word(";");
  }
}

}  // namespace meshc::format
