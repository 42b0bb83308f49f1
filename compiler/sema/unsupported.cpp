#include "compiler/sema/unsupported.h"

namespace meshc::sema {

void ReportUnsupported(Context& context, SourceRange range, std::string_view construct) {
  context.found_unsupported = true;
  context.diagnostics.Report(diag::NotSupported, range, Word{std::string(construct)});
}

}  // namespace meshc::sema
