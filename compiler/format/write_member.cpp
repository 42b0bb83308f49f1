#include "compiler/format/write_member.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

#include "compiler/support/enumerator.h"

namespace meshc::format {
namespace {

using syntax::Mode;
using syntax::ModeWord;

std::string_view Spelling(ModeWord word) {
  switch (word) {
    case ModeWord::kIn: return "in";
    case ModeWord::kOut: return "out";
    case ModeWord::kVar: return "var";
    case ModeWord::kLog: return "log";
  }
  NoSuchEnumerator();
}

/// The enumerators stand in the order of the style.
bool Precedes(const Mode& a, const Mode& b) { return a.word < b.word; }

}  // namespace

void WriteMember(Writer& writer, const syntax::MemberDeclaration& member) {
  WriteAnnotations(writer, member.leading);
  WriteTyped(writer, member);
}

void WriteModes(Writer& writer, llvm::ArrayRef<Mode> modes) {
  if (llvm::is_sorted(modes, Precedes)) {
    for (const Mode& mode : modes) {
      writer.Word(Spelling(mode.word));
      writer.Blank();
    }
    return;
  }
  for (const Mode& mode : modes) writer.Drop(Spelling(mode.word));
  llvm::SmallVector<Mode, 4> sorted(modes.begin(), modes.end());
  llvm::stable_sort(sorted, Precedes);
  for (const Mode& mode : sorted) {
    if (mode.range != sorted.front().range) writer.Insert(" ");
    writer.Insert(Spelling(mode.word));
  }
  writer.Blank();
}

std::size_t WriteReserved(Writer& writer, llvm::ArrayRef<syntax::Identifier> names) {
  WriteMisplaced(writer, false);
  writer.Word("reserved");
  writer.Blank();
  writer.Indent(kContinuation);
  WriteName(writer, names.front());
  std::size_t count = 1;
  while (writer.IsAt(",")) {
    writer.Drop(",");
    if (writer.IsAt(";")) break;
    writer.Insert(",");
    writer.Line(Break::kFill);
    WriteName(writer, names[count++]);
  }
  writer.Dedent(kContinuation);
  writer.Attach(";");
  return count;
}

}  // namespace meshc::format
