// A finding in lines of plain text, for formats that have one text field.
#pragma once

#include <string>

#include "compiler/diagnostics/diagnostic.h"

namespace meshc::diagnostics {

/// The message, then the path, notes and help, a line each; no line end at the end.
std::string Prose(const Diagnostic& diagnostic);

}  // namespace meshc::diagnostics
