#include <ostream>

#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/exit_code.h"
#include "compiler/driver/findings.h"

namespace meshc::driver {

int RunCommand(const GraphOptions& options, World& world) {
  const auto c = Compile({options.common.files.front(), options.common.imports, Stage::kFacts}, world.files);
  Settle(options.common, *c);
  const int exit_code = Report(options.common, {c.get()}, world);
  if (exit_code != kClean) return exit_code;

  auto picture = codegen::RenderGraph(*c->mesh, *c->facts, options.picture);
  if (const auto* failure = std::get_if<codegen::GraphFailure>(&picture)) {
    world.err << "meshc: the graph could not be drawn: " << failure->reason << "\n";
    return kUsage;
  }
  std::string& bytes = std::get<codegen::GraphText>(picture).bytes;
  if (options.path.empty()) {
    world.out << bytes;
    return kClean;
  }
  if (const auto reason = world.output.Commit({{{options.path, std::move(bytes)}}, {}})) {
    world.err << "meshc: " << *reason << "\n";
    return kUsage;
  }
  return kClean;
}

}  // namespace meshc::driver
