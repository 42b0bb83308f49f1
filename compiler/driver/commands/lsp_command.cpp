#include <filesystem>
#include <fstream>
#include <ostream>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/language_server/server.h"

namespace meshc::driver {
namespace {

int CannotOpen(const std::string& path, World& world) {
  world.err << "meshc: cannot open `" << path << "`\n";
  return kUsage;
}

language_server::SessionDefaults DefaultsOf(const LspOptions& options) {
  std::error_code ignored;
  return {{options.common.imports, options.common.warnings},
          std::filesystem::current_path(ignored).generic_string(),
          MESHC_VERSION};
}

int Replay(const LspOptions& options, World& world) {
  std::ifstream record(options.replay, std::ios::binary);
  if (!record) return CannotOpen(options.replay, world);
  const language_server::ServerStreams streams{record, world.out, world.err, nullptr};
  return language_server::Serve(world.files, DefaultsOf(options), streams, language_server::Pace::kOneByOne);
}

}  // namespace

int RunCommand(const LspOptions& options, World& world) {
  if (!options.replay.empty()) return Replay(options, world);
  std::ofstream record;
  if (!options.record.empty()) {
    record.open(options.record, std::ios::binary);
    if (!record) return CannotOpen(options.record, world);
  }
  const language_server::ServerStreams streams{world.in, world.out, world.err,
                                               options.record.empty() ? nullptr : &record};
  return language_server::Serve(world.files, DefaultsOf(options), streams,
                                language_server::Pace::kAsTheyCome);
}

}  // namespace meshc::driver
