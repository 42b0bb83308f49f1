#include "built_example.h"

#include <sstream>

#include "example_projects.h"
#include "tests/support/places.h"

namespace meshc::test {

namespace fs = std::filesystem;

BuiltExample::BuiltExample(const fs::path& source) : scratch_(source.filename().string()) {
  for (const auto& entry : fs::directory_iterator(source)) {
    if (entry.path().filename() == "out") continue;
    fs::copy(entry.path(), scratch_.path() / entry.path().filename(), fs::copy_options::recursive);
  }
  flow_ = RootFile(scratch_.path()).string();
  Do({Meshc(), "compile", flow_, "-o", folder()});
  Do({"cmake", "-S", folder(), "-B", build(), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
      "-DSHOP_SUPPORT_TESTS=ON", "-Dmeshc_DIR=" + BuildFolder().string()});
  Do({"cmake", "--build", build()});
  if (problem_.empty()) host_ = HostsIn(build()).at(0).string();
}

ProgramRun BuiltExample::RunOwnTests() const {
  const std::string program = build() + "/support_rules_test";
  return fs::exists(program) ? RunProgram({program}) : ProgramRun{.exit_code = 0};
}

void BuiltExample::Do(const std::vector<std::string>& command) {
  if (!problem_.empty()) return;
  const ProgramRun run = RunProgram(command);
  if (run.exit_code != 0) problem_ = command[0] + " " + command[1] + " failed:\n" + run.out + run.err;
}

std::vector<nlohmann::json> Results(const std::string& lines) {
  std::vector<nlohmann::json> results;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) results.push_back(nlohmann::json::parse(line));
  return results;
}

}  // namespace meshc::test
