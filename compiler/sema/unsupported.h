// Constructs that parse, but that this version does not execute.
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

/// Reports `construct` once, at `range`. Lints about unused names stay silent from then on.
void ReportUnsupported(Context& context, SourceRange range, std::string_view construct);

}  // namespace meshc::sema
