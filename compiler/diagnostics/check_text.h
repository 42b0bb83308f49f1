// Text that no stage can work on is reported before the first one sees it.
#pragma once

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/source/source_manager.h"

namespace meshc::diagnostics {

/// Reports an empty file and bytes that are not UTF-8. True if the file may be parsed.
/// Called for the root file and for every import.
bool CheckText(const source::SourceManager& sources, source::FileId file, Diagnostics& diagnostics);

/// Reports a file that is larger than `kMaxFileBytes`, of which no text was read.
void ReportTooLarge(source::SourceRange range, Diagnostics& diagnostics);

}  // namespace meshc::diagnostics
