#include <ostream>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/diagnostics/explain_page.h"
#include "compiler/driver/commands.h"
#include "compiler/driver/exit_code.h"

namespace meshc::driver {

int RunCommand(const ExplainOptions& options, World& world) {
  const diagnostics::CodeRow* row = diagnostics::FindCode(options.code);
  if (row == nullptr) {
    world.err << "meshc: no diagnostic has the code `" << options.code << "`; codes look like MC2003\n";
    return kUsage;
  }
  world.out << diagnostics::ExplainPage(row->code);
  return kClean;
}

}  // namespace meshc::driver
