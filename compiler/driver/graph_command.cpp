#include <ostream>
#include <utility>

#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/deliver.h"
#include "compiler/driver/exit_code.h"
#include "compiler/driver/findings.h"

namespace meshc::driver {

int RunCommand(const GraphOptions& options, World& world) {
  const auto c = Compile({options.common.files.front(), options.common.imports, Stage::kFacts}, world.files);
  Settle(options.common, *c);
  const int exit_code = Report(options.common, {c.get()}, StdoutUse::kData, world);
  if (exit_code != kClean) return exit_code;

  auto picture = codegen::RenderGraph(*c->mesh, *c->facts, options.picture);
  if (const auto* failure = std::get_if<codegen::GraphFailure>(&picture)) {
    world.err << "meshc: the graph could not be drawn: " << failure->reason << "\n";
    return kUsage;
  }
  return Deliver(options.path, std::move(std::get<codegen::GraphText>(picture).bytes), world);
}

}  // namespace meshc::driver
