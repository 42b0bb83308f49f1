#include "compiler/format/lists.h"
#include "compiler/format/write.h"

namespace meshc::format {

// Empty statements are left out.
void WriteBlock(Writer& writer, const syntax::Block& block) {
  WriteBlockOf(writer, Break::kAlways, [&](auto next_item) {
    for (const syntax::Statement* statement : block.statements) {
      if (statement->kind == syntax::StatementKind::kEmpty) continue;
      next_item();
      WriteStatement(writer, *statement);
    }
  });
}

void WriteFlow(Writer& writer, const syntax::FlowDeclaration& flow) {
  writer.Word("flow");
  writer.Blank();
  WriteName(writer, flow.name);
  writer.NextWord("on");
  writer.Blank();
  WriteName(writer, flow.envelope);
  if (flow.sla.present) {
    writer.Blank();
    WriteClause(writer, "sla", flow.sla.range);
  }
  writer.Blank();
  WriteBlock(writer, flow.body);
  WriteGuards(writer, flow.guards);
}

}  // namespace meshc::format
