#include "compiler/format/lists.h"
#include "compiler/format/write.h"

namespace meshc::format {
namespace {

/// The options of a join up to its block, in the order of the source: each is two words.
void WriteOptions(Writer& writer) {
  while (!writer.IsAt("{")) {
    writer.Blank();
    writer.Name();
    writer.Blank();
    writer.Name();
  }
}

}  // namespace

void WriteParallel(Writer& writer, const syntax::ParallelStatement& parallel) {
  writer.Word("parallel");
  WriteOptions(writer);
  writer.Blank();
  WriteBlockOf(writer, Break::kAlways, [&](auto next_item) {
    for (const syntax::Branch& branch : parallel.branches) {
      next_item();
      if (branch.optional) {
        writer.Word("optional");
        writer.Blank();
      }
      WriteStatement(writer, *branch.body);
    }
  });
}

void WriteEach(Writer& writer, const syntax::EachStatement& each) {
  writer.Word("each");
  writer.Blank();
  WriteName(writer, each.variable);
  writer.NextWord("in");
  writer.Blank();
  WriteExpression(writer, *each.list);
  WriteOptions(writer);
  writer.Blank();
  WriteBlock(writer, each.body);
  if (each.collects.empty()) return;
  writer.NextWord("collect");
  writer.Blank();
  WriteFilled(writer, each.collects, [&](const syntax::CollectClause& collect) {
    WriteName(writer, collect.from);
    writer.NextWord("into");
    writer.Blank();
    WriteName(writer, collect.into);
  });
  writer.Attach(";");
}

}  // namespace meshc::format
