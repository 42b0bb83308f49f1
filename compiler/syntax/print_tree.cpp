#include "compiler/syntax/print_tree.h"

namespace meshc::syntax {

void TreePrinter::Add(const std::string& line, SourceRange range) {
  text_.append(static_cast<std::size_t>(depth_) * 2, ' ');
  text_ += line;
  if (range.has_value()) {
    const source::LineColumn begin = sources_.Locate(range.file, range.begin);
    const source::LineColumn end = sources_.Locate(range.file, range.end);
    text_ += fmt::format(" @{}:{}-{}:{}", begin.line, begin.column, end.line, end.column);
  }
  text_ += '\n';
}

std::string PrintTree(const File& file, const source::SourceManager& sources) {
  TreePrinter printer(sources);
  printer.Line(file.mesh_range, "File{}{}", file.mesh.empty() ? "" : " mesh ", file.mesh.str());
  const Nested nested(printer);
  for (const Declaration* declaration : file.declarations) PrintDeclaration(printer, *declaration);
  return printer.Take();
}

}  // namespace meshc::syntax
