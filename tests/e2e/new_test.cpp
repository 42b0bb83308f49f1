// A new project does what `meshc new` says that it does: the commands that it prints are run as they
// stand there.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;

/// The indented lines, in order, without the one that enters the folder.
std::vector<std::vector<std::string>> CommandsIn(const std::string& text) {
  std::vector<std::vector<std::string>> commands;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ") || line.starts_with("  cd ")) continue;
    std::istringstream words(line);
    commands.emplace_back();
    for (std::string word; words >> word;) commands.back().push_back(word);
    if (commands.back().front() == "meshc") commands.back().front() = Meshc();
  }
  return commands;
}

TEST(NewProject, DoesWhatItsCommandsSay) {
  const ScratchFolder scratch("new");
  const ProgramRun made = RunProgram({Meshc(), "new", "my-project"}, {.folder = scratch.path().string()});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const auto commands = CommandsIn(made.out);
  ASSERT_EQ(commands.size(), 8U) << made.out;
  ProgramRun run;
  for (const auto& command : commands) {
    run = RunProgram(
        command, {.folder = scratch / "my-project", .environment = {{"meshc_DIR", BuildFolder().string()}}});
    ASSERT_EQ(run.exit_code, 0) << command[0] << " " << command[1] << "\n" << run.out << run.err;
  }
  EXPECT_NE(run.out.find("\"outcome\":\"succeeded\""), std::string::npos) << run.out;
  EXPECT_TRUE(fs::exists(scratch / "my-project/my_project.svg"));
}

}  // namespace
}  // namespace meshc::test
