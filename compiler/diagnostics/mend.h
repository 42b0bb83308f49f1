// Mends applied to text: which ones go together, and what comes out.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/source/source_manager.h"

namespace meshc::diagnostics {

/// One file's new text, and how many mends made it.
struct MendedFile {
  std::string text;
  std::size_t mends = 0;
};

/// Applies the first machine-applicable mend of each finding; one that touches what an earlier one has
/// changed is left for another round. A line that loses all it held goes as a whole. Files without mends
/// are left out.
std::map<source::FileId, MendedFile> ApplyMends(const std::vector<Diagnostic>& diagnostics,
                                                const source::SourceManager& sources);

}  // namespace meshc::diagnostics
