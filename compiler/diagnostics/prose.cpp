#include "compiler/diagnostics/prose.h"

#include <fmt/format.h>

namespace meshc::diagnostics {

std::string Prose(const Diagnostic& diagnostic) {
  std::string text = diagnostic.message;
  if (!diagnostic.path.empty()) text += fmt::format("\npath: {}", fmt::join(diagnostic.path, " > "));
  for (const Note& note : diagnostic.notes) text += "\nnote: " + note.text;
  for (const Fix& fix : diagnostic.fixes) text += "\nhelp: " + fix.help;
  return text;
}

}  // namespace meshc::diagnostics
