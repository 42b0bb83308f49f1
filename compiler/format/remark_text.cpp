#include "compiler/format/remark_text.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include "compiler/support/affix.h"

namespace meshc::format {

RemarkText ReadRemark(const Remark& remark) {
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(remark.text.data(), remark.text.size()).split(lines, '\n');
  RemarkText text;
  text.starred = lines.size() > 1 && llvm::all_of(llvm::drop_begin(lines), [](llvm::StringRef line) {
                   return StartsWith(line.ltrim(" \t"), "*");
                 });
  for (const llvm::StringRef line : lines) {
    const bool moved = text.starred && !text.lines.empty();
    const llvm::StringRef kept = line.rtrim(" \t\r");
    text.lines.push_back(moved ? " " + kept.ltrim(" \t").str() : kept.str());
  }
  return text;
}

}  // namespace meshc::format
