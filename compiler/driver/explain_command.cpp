#include <fmt/format.h>

#include <ostream>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/diagnostics/explain_page.h"
#include "compiler/driver/commands.h"
#include "compiler/driver/exit_code.h"

namespace meshc::driver {
namespace {

using diagnostics::CodeRow;

/// A line per code: what it is, the name that -W takes, and what its page is about.
void ListCodes(std::ostream& out) {
  for (const CodeRow& row : diagnostics::AllCodes()) {
    const bool warning = row.severity == diagnostics::Severity::kWarning;
    out << fmt::format("{}  {:<7}  {:<28}  {}\n", PrintCode(row.code), warning ? "warning" : "error",
                       row.flag, diagnostics::PageTitle(diagnostics::ExplainPage(row.code)));
  }
}

}  // namespace

int RunCommand(const ExplainOptions& options, World& world) {
  if (options.code.empty()) {
    ListCodes(world.out);
    return kClean;
  }
  const CodeRow* row = diagnostics::FindCode(options.code);
  if (row == nullptr) row = diagnostics::FindFlag(options.code);
  if (row == nullptr) {
    world.err << "meshc: no diagnostic has the code or name `" << options.code
              << "`; `meshc explain` lists all\n";
    return kUsage;
  }
  world.out << diagnostics::ExplainPage(row->code);
  return kClean;
}

}  // namespace meshc::driver
