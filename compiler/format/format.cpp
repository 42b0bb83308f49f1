#include "compiler/format/format.h"

#include <stdexcept>

#include "compiler/format/write.h"

namespace meshc::format {
namespace {

void WriteMeshLine(Writer& writer, source::SourceRange name) {
  WriteMisplaced(writer, true);
  writer.Word("mesh");
  writer.Blank();
  WriteDottedName(writer, name.end);
  writer.Attach(";");
}

}  // namespace

std::string Format(const syntax::File& file, const source::SourceManager& sources) {
  Writer writer(file, sources.Text(file.id));
  writer.BeginFile();
  bool first = true;
  const auto next_item = [&] {
    if (!first) writer.Line(Break::kAlways, Groups::kAll);
    first = false;
  };
  if (file.mesh_range.has_value()) {
    next_item();
    WriteMeshLine(writer, file.mesh_range);
    writer.DropAll(";");
    writer.LayOut();
  }
  for (const syntax::Declaration* declaration : file.declarations) {
    next_item();
    WriteDeclaration(writer, *declaration);
    writer.DropAll(";");
    writer.LayOut();
  }
  if (!writer.AtEnd()) throw std::logic_error("the formatter left a token out");
  writer.EndFile();
  std::string text = writer.TakeText();
  // A line end stays of a file of blanks: an empty file is refused.
  return text.empty() ? "\n" : text;
}

}  // namespace meshc::format
