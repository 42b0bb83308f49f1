#include "compiler/format/write.h"

namespace meshc::format {

void WriteTry(Writer& writer, const syntax::TryStatement& statement) {
  writer.Word("try");
  writer.Blank();
  WriteBlock(writer, statement.body);
  WriteGuards(writer, statement.guards);
}

void WriteRaise(Writer& writer, const syntax::RaiseStatement& raise) {
  writer.Word("raise");
  if (!raise.again) {
    writer.Blank();
    WriteName(writer, raise.error);
  }
  if (raise.message != nullptr) {
    writer.Word("(");
    WriteExpression(writer, *raise.message);
    writer.Word(")");
  }
  if (raise.fields != nullptr) {
    writer.Blank();
    WriteExpression(writer, *raise.fields);
  }
  writer.Attach(";");
}

void WriteAwait(Writer& writer, const syntax::AwaitStatement& await) {
  writer.Word("await");
  writer.Blank();
  WriteName(writer, await.signal);
  writer.Attach(":");
  writer.Blank();
  WriteType(writer, *await.type);
  writer.NextWord("into");
  writer.Blank();
  WriteName(writer, await.field);
  writer.Blank();
  WriteClause(writer, "timeout", await.timeout.range);
  if (!await.has_else) return writer.Attach(";");
  writer.NextWord("else");
  writer.Blank();
  WriteBlock(writer, await.else_body);
}

}  // namespace meshc::format
