#include "npm_package.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "run_program.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;

/// `@scope/name` is packed as `scope-name-1.0.0.tgz`.
std::string ArchiveName(const std::string& name, const std::string& version) {
  std::string flat;
  for (const char c : name) {
    if (c != '@') flat += c == '/' ? '-' : c;
  }
  return flat + "-" + version + ".tgz";
}

}  // namespace

std::optional<fs::path> FetchNpmPackage(const std::string& name, const std::string& version,
                                        std::string& reason) {
  const std::string archive = ArchiveName(name, version);
  const fs::path folder = test::BuildFolder() / "npm" / fs::path(archive).stem();
  const fs::path package = folder / "package";
  if (fs::exists(package)) return package;
  fs::create_directories(folder);
  const ProgramRun fetched =
      RunProgram({"npm", "pack", "--silent", name + "@" + version}, {.folder = folder.string()});
  if (fetched.exit_code != 0) {
    reason = "npm cannot fetch " + name + ": " + fetched.err;
    return std::nullopt;
  }
  // It is there as a whole or not at all: other tests look for it meanwhile.
  const fs::path unpacking = folder / ("unpacked-" + std::to_string(getpid()));
  fs::create_directories(unpacking);
  const ProgramRun unpacked = RunProgram({"tar", "xzf", "../" + archive}, {.folder = unpacking.string()});
  std::error_code lost;
  if (unpacked.exit_code == 0) fs::rename(unpacking / "package", package, lost);
  fs::remove_all(unpacking);
  if (unpacked.exit_code == 0 && fs::exists(package)) return package;
  reason = "tar cannot unpack " + archive + ": " + unpacked.err;
  return std::nullopt;
}

}  // namespace meshc::test
