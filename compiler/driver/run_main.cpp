#include <fmt/format.h>

#include <exception>
#include <new>
#include <ostream>

#include "compiler/diagnostics/diagnostics_0_driver.h"
#include "compiler/driver/command_line/argument_files.h"
#include "compiler/driver/command_line/command_line.h"
#include "compiler/driver/commands/commands.h"
#include "compiler/driver/main.h"
#include "compiler/driver/releases/version_commands.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/driver/world/memory_limit.h"

namespace meshc::driver {
namespace {

int RunGuarded(const std::vector<std::string>& arguments, World& world) {
  const auto expanded = ExpandArgumentFiles(arguments, world.files);
  if (const auto* error = std::get_if<ArgumentFileError>(&expanded)) {
    world.err << "meshc: " << error->message << "\n";
    return kUsage;
  }
  const auto parsed = ParseCommandLine(std::get<0>(expanded));
  if (const auto* reply = std::get_if<Reply>(&parsed)) {
    world.out << reply->out;
    world.err << reply->err;
    return reply->exit_code;
  }
  const auto run = [&](const auto& options) { return RunCommand(options, world); };
  if (const auto* versions = std::get_if<VersionOptions>(&parsed)) return std::visit(run, *versions);
  return std::visit(run, std::get<Options>(parsed));
}

}  // namespace

int Main(const std::vector<std::string>& arguments, World& world) {
  try {
    return RunGuarded(arguments, world);
  } catch (const std::bad_alloc&) {
    // What the stages held is free again; they have no place to tell, as the source may be gone too.
    const auto& row = diagnostics::diag::TooMuchMemory;
    world.err << fmt::format("error[{}]: {}\n  help: split it into several meshes\n",
                             diagnostics::PrintCode(row.code),
                             fmt::format(fmt::runtime(row.message), kMemoryLimit >> 30U));
    return kFindings;
  } catch (const std::exception& bug) {
    world.err << "meshc: internal error: " << bug.what()
              << "\nthis is a bug in meshc; please report it with the input that led here\n";
  }
  return kInternalError;
}

}  // namespace meshc::driver
