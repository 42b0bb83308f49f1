// Identities of findings that outlive edits elsewhere in the file, so that a CI server knows a
// finding again and shows it once.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/source/source_manager.h"

namespace meshc::diagnostics {

/// Give it the findings of one run in their order.
class Fingerprinter {
 public:
  /// 32 hex digits made of the code, the file as seen from the root file's folder, the message and the source
  /// line without the blanks around it; findings that share all of these are told apart by their order.
  std::string Next(const Diagnostic& diagnostic, const source::SourceManager& sources, std::string_view root);

 private:
  std::map<std::string, int> seen_;
};

}  // namespace meshc::diagnostics
