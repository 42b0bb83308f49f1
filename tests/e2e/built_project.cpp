#include "built_project.h"

#include <sstream>

#include "example_projects.h"
#include "tests/support/places.h"

namespace meshc::test {

namespace fs = std::filesystem;

BuiltProject::BuiltProject(const std::string& name) : folder_(BuildFolder() / "hosts" / name) {
  const fs::path hosts = BuildFolder() / "hosts";
  const fs::path alone = hosts / "later/build" / name;
  build_ = fs::exists(alone) ? alone : hosts / "build" / name;
}

std::string BuiltProject::problem() const {
  if (fs::exists(build_) && !HostsIn(build_).empty()) return {};
  return "no host in " + build_.string() + ": build the target `test_hosts`";
}

std::string BuiltProject::flow() const { return RootFile(folder_).string(); }

std::string BuiltProject::host() const { return HostsIn(build_).at(0).string(); }

ProgramRun BuiltProject::RunOwnTests() const {
  const fs::path program = build_ / "support_rules_test";
  return fs::exists(program) ? RunProgram({program.string()}) : ProgramRun{.exit_code = 0};
}

std::vector<nlohmann::json> Results(const std::string& lines) {
  std::vector<nlohmann::json> results;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) results.push_back(nlohmann::json::parse(line));
  return results;
}

}  // namespace meshc::test
