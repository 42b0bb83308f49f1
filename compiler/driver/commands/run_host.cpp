#include "compiler/driver/commands/run_host.h"

#include <fmt/format.h>

#include <ostream>

#include "codegen/common/naming.h"
#include "compiler/driver/findings/complain.h"

namespace meshc::driver {
namespace {

std::string HostProgram(const RunOptions& options, const ir::Mesh& mesh) {
  if (!options.host.empty()) return options.host;
  return options.folder + "/build/" + codegen::MeshIdentifier(mesh.declarations.mesh) + "-host";
}

/// What to do about a host that is missing or old.
std::string Mend(const RunOptions& options) {
  const std::string& file = options.common.files.front();
  if (options.folder.empty()) return fmt::format("build it from what `meshc compile {} -o DIR` writes", file);
  return fmt::format(
      "`meshc compile {0} -o {1}`, then `cmake -S {1} -B {1}/build` and `cmake --build {1}/build`", file,
      options.folder);
}

/// Why the host is not the one of `compilation`; empty: it is.
std::string FindMismatch(const RunOptions& options, const Compilation& compilation,
                         const std::string& program, World& world) {
  const auto told = world.processes.Capture(program, {"--table"});
  if (const auto* failure = std::get_if<ProcessFailure>(&told)) {
    return fmt::format("{}\n  help: {}; or give --stub", failure->reason, Mend(options));
  }
  std::string digest = std::get<std::string>(told);
  digest.erase(std::min(digest.find('\n'), digest.size()));
  if (digest == compilation.table->digest) return "";
  return fmt::format(
      "`{}` was built from other flows: its route table is {}, `{}` compiles to {}\n  help: {}", program,
      digest, options.common.files.front(), compilation.table->digest, Mend(options));
}

std::vector<std::string> Arguments(const RunOptions& options, const std::string& flow) {
  std::vector<std::string> arguments = {"--flow", flow, "--input", options.input};
  const auto add = [&arguments](const char* name, const std::string& value) {
    if (!value.empty()) arguments.insert(arguments.end(), {name, value});
  };
  add("--signals", options.signals);
  add("--rejects", options.rejects);
  add("--counts", options.counts);
  add("--transport", options.transport);
  add("--state", options.state);
  add("--actor", options.actors);
  if (options.wait) arguments.emplace_back("--wait");
  if (options.unordered) arguments.emplace_back("--unordered");
  if (options.envelope) arguments.emplace_back("--envelope");
  if (options.follow) arguments.emplace_back("--follow");
  return arguments;
}

}  // namespace

int RunHost(const RunOptions& options, const Compilation& compilation, const std::string& flow,
            World& world) {
  const std::string program = HostProgram(options, *compilation.mesh);
  const std::string mismatch = FindMismatch(options, compilation, program, world);
  if (!mismatch.empty()) return Complain(mismatch, world);
  world.out.flush();
  const auto ended = world.processes.Become(program, Arguments(options, flow));
  if (const auto* failure = std::get_if<ProcessFailure>(&ended))
    return Complain(fmt::format("cannot start `{}`: {}", program, failure->reason), world);
  return std::get<int>(ended);
}

}  // namespace meshc::driver
