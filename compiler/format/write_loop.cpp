#include "compiler/format/write.h"

namespace meshc::format {
namespace {

void WriteMax(Writer& writer, const syntax::CountClause& max) {
  if (!max.present) return;
  writer.Blank();
  WriteClause(writer, "max", max.range);
}

void WriteBody(Writer& writer, const syntax::Block& body) {
  writer.Blank();
  WriteBlock(writer, body);
}

void WriteElse(Writer& writer, bool present, const syntax::Block& body) {
  if (!present) return;
  writer.NextWord("else");
  WriteBody(writer, body);
}

}  // namespace

void WriteWhile(Writer& writer, const syntax::WhileStatement& loop) {
  writer.Word("while");
  writer.Blank();
  WriteExpression(writer, *loop.condition);
  WriteMax(writer, loop.max);
  WriteBody(writer, loop.body);
  WriteElse(writer, loop.has_else, loop.else_body);
}

void WriteRepeat(Writer& writer, const syntax::RepeatStatement& loop) {
  writer.Word("repeat");
  WriteMax(writer, loop.max);
  WriteBody(writer, loop.body);
  writer.NextWord("until");
  writer.Blank();
  WriteExpression(writer, *loop.until);
  loop.has_else ? WriteElse(writer, true, loop.else_body) : writer.Attach(";");
}

void WriteLoop(Writer& writer, const syntax::LoopStatement& loop) {
  writer.Word("loop");
  WriteMax(writer, loop.max);
  WriteBody(writer, loop.body);
  WriteElse(writer, loop.has_else, loop.else_body);
}

}  // namespace meshc::format
