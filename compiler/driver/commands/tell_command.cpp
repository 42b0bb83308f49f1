// What is told to a mesh that runs, or asked of it: handed to its host, so that meshc links no broker.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <utility>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/findings/complain.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/world/exit_code.h"

namespace meshc::driver {
namespace {

/// The one host in the build folder of a tree; empty: there is none, or more than one.
std::string HostIn(const std::string& folder, const World& world) {
  const std::string build = (std::filesystem::path(folder) / "build").lexically_normal().generic_string();
  std::string host;
  for (std::string& path : world.files.FilesBelow(build, "-host").value_or(std::vector<std::string>())) {
    if (std::filesystem::path(path).parent_path() != build) continue;
    if (!host.empty()) return {};
    host = std::move(path);
  }
  return host;
}

}  // namespace

int RunCommand(const TellOptions& options, World& world) {
  const std::string host = options.host.empty() ? HostIn(options.folder, world) : options.host;
  if (host.empty()) {
    return Complain(
        fmt::format("there is no one host in `{}/build`: build it, or name it by --host", options.folder),
        world);
  }
  std::vector<std::string> arguments = {"--transport", options.transport};
  if (!options.state.empty()) arguments.insert(arguments.end(), {"--state", options.state});
  arguments.push_back(options.command);
  arguments.insert(arguments.end(), options.words.begin(), options.words.end());
  if (const int failed = Report(options.common, {}, StdoutUse::kData, world); failed != kClean) return failed;
  world.out.flush();
  const auto ended = world.processes.Become(host, arguments);
  if (const auto* failure = std::get_if<ProcessFailure>(&ended))
    return Complain(fmt::format("cannot start `{}`: {}", host, failure->reason), world);
  return std::get<int>(ended);
}

}  // namespace meshc::driver
