#include "compiler/format/lists.h"
#include "compiler/format/write.h"

namespace meshc::format {

void WriteName(Writer& writer, const syntax::Identifier& name) { writer.Leaf(name.range.end); }

void WriteName(Writer& writer, const syntax::QualifiedName& name) {
  WriteDottedName(writer, name.name.range.end);
}

void WriteDottedName(Writer& writer, std::uint32_t end) {
  writer.Name();
  while (writer.at() < end) {
    writer.Word(".");
    writer.Name();
  }
}

void WriteNames(Writer& writer, llvm::ArrayRef<syntax::QualifiedName> names) {
  WriteFilled(writer, names, [&](const syntax::QualifiedName& name) { WriteName(writer, name); });
}

void WriteNames(Writer& writer, llvm::ArrayRef<syntax::Identifier> names) {
  WriteFilled(writer, names, [&](const syntax::Identifier& name) { WriteName(writer, name); });
}

}  // namespace meshc::format
