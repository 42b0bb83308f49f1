#include "compiler/diagnostics/check_text.h"

#include "compiler/diagnostics/diagnostics_0_driver.h"
#include "compiler/source/file_system.h"
#include "compiler/source/utf8.h"

namespace meshc::diagnostics {

bool CheckText(const source::SourceManager& sources, source::FileId file, Diagnostics& diagnostics) {
  const std::string_view text = sources.Text(file);
  if (text.empty() || text == source::kByteOrderMark) {
    diagnostics.Report(diag::EmptyFile, {file, 0, 0}).AddHelp("a root file starts with `mesh a.name;`");
    return false;
  }
  const auto invalid = source::FindInvalidUtf8(text);
  if (!invalid) return true;
  diagnostics.Report(diag::NotUtf8, {file, *invalid, *invalid + 1}, Number{*invalid})
      .AddHelp("save the file as UTF-8; other characters can be written `\\u{...}` inside a string");
  return false;
}

void ReportTooLarge(source::SourceRange range, Diagnostics& diagnostics) {
  diagnostics.Report(diag::FileTooLarge, range, Number{static_cast<std::int64_t>(source::kMaxFileBytes)})
      .AddHelp("split the mesh over several files and `import` them");
}

}  // namespace meshc::diagnostics
