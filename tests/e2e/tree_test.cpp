// What `meshc compile` leaves on disk: the same bytes everywhere, nothing rewritten, nothing lost.
#include <gtest/gtest.h>

#include <filesystem>

#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;

ProgramRun Compile(const fs::path& flow, const fs::path& folder, const ProgramOptions& options = {}) {
  return RunProgram({Meshc(), "compile", flow.string(), "-o", folder.string()}, options);
}

TEST(CompiledTree, IsTheSameInOtherFoldersAndLocales) {
  const ScratchFolder scratch("same_tree");
  const fs::path flow = Example("support") / "support.flow";
  const fs::path here = scratch.path() / "here";
  const fs::path there = scratch.path() / "far" / "away" / "there";
  ASSERT_EQ(Compile(flow, here, {.environment = {{"LC_ALL", "C"}, {"TZ", "UTC"}}}).exit_code, 0);
  fs::create_directories(there);
  fs::copy(Example("support"), scratch.path() / "copy", fs::copy_options::recursive);
  const ProgramRun second = RunProgram({Meshc(), "compile", "support.flow", "-o", there.string()},
                                       {.folder = (scratch.path() / "copy").string(),
                                        .environment = {{"LC_ALL", "de_DE.UTF-8"}, {"TZ", "Asia/Tokyo"}}});
  ASSERT_EQ(second.exit_code, 0) << second.err;
  const auto first_tree = ReadTree(here);
  EXPECT_GT(first_tree.size(), 30U);
  EXPECT_EQ(first_tree, ReadTree(there));
}

TEST(CompiledTree, IsNotRewrittenByASecondRun) {
  const ScratchFolder scratch("second_run");
  const fs::path flow = Example("quality_loop") / "slogans.flow";
  ASSERT_EQ(Compile(flow, scratch.path()).exit_code, 0);
  std::map<std::string, fs::file_time_type> times;
  const fs::file_time_type long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1000);
  for (const auto& [name, text] : ReadTree(scratch.path())) fs::last_write_time(scratch / name, long_ago);
  const auto before = ReadTree(scratch.path());
  ASSERT_EQ(Compile(flow, scratch.path()).exit_code, 0);
  EXPECT_EQ(ReadTree(scratch.path()), before);
  for (const auto& [name, text] : before) EXPECT_EQ(fs::last_write_time(scratch / name), long_ago) << name;
}

TEST(CompiledTree, KeepsWhatTheUserOwns) {
  const ScratchFolder scratch("once");
  const fs::path flow = Example("quality_loop") / "slogans.flow";
  WriteFile(scratch.path() / "actors" / "judge.cpp", "// mine\n");
  WriteFile(scratch.path() / "notes.txt", "mine, too\n");
  ASSERT_EQ(Compile(flow, scratch.path()).exit_code, 0);
  EXPECT_NE(ReadFile(scratch.path() / "actors" / "writer.cpp").find("MakeWriter"), std::string::npos);
  WriteFile(scratch.path() / "actors" / "writer.cpp", "// mine now\n");
  WriteFile(scratch.path() / "CMakeLists.txt", "spoilt\n");
  ASSERT_EQ(Compile(flow, scratch.path()).exit_code, 0);
  EXPECT_EQ(ReadFile(scratch.path() / "actors" / "judge.cpp"), "// mine\n");
  EXPECT_EQ(ReadFile(scratch.path() / "actors" / "writer.cpp"), "// mine now\n");
  EXPECT_EQ(ReadFile(scratch.path() / "notes.txt"), "mine, too\n");
  EXPECT_NE(ReadFile(scratch.path() / "CMakeLists.txt"), "spoilt\n");
}

TEST(CompiledTree, StaysAsItWasAfterAnError) {
  const ScratchFolder scratch("error");
  const fs::path flow = scratch.path() / "slogans.flow";
  const std::string good = ReadFile(Example("quality_loop") / "slogans.flow");
  WriteFile(flow, good);
  ASSERT_EQ(Compile(flow, scratch.path() / "out").exit_code, 0);
  const auto before = ReadTree(scratch.path() / "out");
  WriteFile(flow, good + "\nprocessor broken(x: Nothing);\n");
  const ProgramRun run = Compile(flow, scratch.path() / "out");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("Nothing"), std::string::npos);
  EXPECT_EQ(ReadTree(scratch.path() / "out"), before);
}

TEST(CompiledTree, HoldsNoPathOfThisMachine) {
  const ScratchFolder scratch("paths");
  ASSERT_EQ(Compile(Example("support") / "support.flow", scratch.path() / "out").exit_code, 0);
  for (const auto& [name, text] : ReadTree(scratch.path() / "out")) {
    EXPECT_EQ(text.find(test::SourceFolder().string()), std::string::npos) << name;
    EXPECT_EQ(text.find(scratch.path().string()), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace meshc::test
