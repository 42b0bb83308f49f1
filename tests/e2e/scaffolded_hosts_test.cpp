// The examples that have no handlers, with the scaffolds that `compile` writes: one project holds all
// their trees as subdirectories, builds every host at once, and each host runs its scenarios as
// `meshc test` does.
#include <gtest/gtest.h>

#include <filesystem>

#include "example_projects.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;

void Do(const std::vector<std::string>& command) {
  const ProgramRun run = RunProgram(command);
  ASSERT_EQ(run.exit_code, 0) << command[0] << " " << command[1] << "\n" << run.out << run.err;
}

/// Compiles each example into a folder of its name, below a project of all of them.
void CompileTrees(const ScratchFolder& scratch, const std::vector<std::string>& names) {
  fs::copy(test::SourceFolder() / "tests/e2e/scaffolded_hosts/CMakeLists.txt", scratch.path());
  for (const std::string& name : names) {
    Do({Meshc(), "compile", RootFile(Example(name)).string(), "-o", scratch / name, "--actors",
        scratch / (name + "/actors")});
  }
}

/// Without debug information, which nobody looks at here.
void BuildHosts(const ScratchFolder& scratch) {
  const std::string build = scratch / "build";
  Do({"cmake", "-S", scratch.path().string(), "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
      "-DCMAKE_CXX_FLAGS_DEBUG=", "-Dmeshc_DIR=" + test::BuildFolder().string()});
  Do({"cmake", "--build", build, "--parallel", "2"});
}

void ExpectSameTraces(const std::string& name, const ScratchFolder& scratch) {
  const auto hosts = HostsIn(scratch.path() / "build" / name);
  ASSERT_EQ(hosts.size(), 1U);
  const ProgramRun here = RunProgram({Meshc(), "test", "--trace", RootFile(Example(name)).string()});
  const ProgramRun there =
      RunProgram({hosts[0].string(), "--scenarios", scratch / (name + "/routes/scenarios.json"), "--trace"});
  EXPECT_EQ(here.exit_code, 0) << here.out << here.err;
  EXPECT_EQ(there.exit_code, 0) << there.out << there.err;
  EXPECT_NE(here.out.find(" passed, 0 failed"), std::string::npos);
  EXPECT_EQ(here.out, there.out) << "visits, times or final payloads differ";
}

TEST(ScaffoldedHosts, RunTheScenariosAsMeshcTestDoes) {
  const auto names = ExamplesWithout("actors");
  ASSERT_FALSE(names.empty());
  const ScratchFolder scratch("scaffolded_hosts");
  CompileTrees(scratch, names);
  BuildHosts(scratch);
  for (const std::string& name : names) {
    if (HasFailure()) return;
    SCOPED_TRACE(name);
    ExpectSameTraces(name, scratch);
  }
}

}  // namespace
}  // namespace meshc::test
