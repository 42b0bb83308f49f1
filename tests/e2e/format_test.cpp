// The .flow files of this repository are in the style that they show others.
#include <gtest/gtest.h>

#include <filesystem>

#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;

TEST(OwnFiles, AreFormatted) {
  const fs::path root = test::SourceFolder();
  std::vector<std::string> command = {Meshc(), "fmt", "--check"};
  const std::size_t words = command.size();
  for (const char* folder : {"examples", "stdlib"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() == ".flow") command.push_back(entry.path().string());
    }
  }
  ASSERT_GT(command.size(), words);
  const ProgramRun run = RunProgram(command, {});
  EXPECT_EQ(run.exit_code, 0) << "to format: meshc fmt\n" << run.out << run.err;
}

}  // namespace
}  // namespace meshc::test
