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
  const fs::path here = scratch.path() / "here";
  const fs::path there = scratch.path() / "far" / "away" / "there";
  for (const fs::path& folder : {here, there}) {
    fs::create_directories(folder.parent_path());
    fs::copy(Example("support"), folder, fs::copy_options::recursive);
  }
  const ProgramRun first =
      RunProgram({Meshc(), "compile", (here / "support.flow").string(), "-o", (here / "out").string()},
                 {.environment = {{"LC_ALL", "C"}, {"TZ", "UTC"}}});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const ProgramRun second = RunProgram(
      {Meshc(), "compile", "support.flow", "-o", "out"},
      {.folder = there.string(), .environment = {{"LC_ALL", "de_DE.UTF-8"}, {"TZ", "Asia/Tokyo"}}});
  ASSERT_EQ(second.exit_code, 0) << second.err;
  const auto first_tree = ReadTree(here / "out");
  EXPECT_GT(first_tree.size(), 30U);
  EXPECT_EQ(first_tree, ReadTree(there / "out"));
}

/// `examples/quality_loop` without its handlers.
fs::path CopySlogans(const ScratchFolder& scratch) {
  const fs::path flow = scratch.path() / "slogans.flow";
  WriteFile(flow, ReadFile(Example("quality_loop") / "slogans.flow"));
  return flow;
}

TEST(CompiledTree, IsNotRewrittenByASecondRun) {
  const ScratchFolder scratch("second_run");
  const fs::path flow = CopySlogans(scratch);
  ASSERT_EQ(Compile(flow, scratch.path() / "out").exit_code, 0);
  const fs::file_time_type long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1000);
  const auto before = ReadTree(scratch.path());
  for (const auto& [name, text] : before) fs::last_write_time(scratch / name, long_ago);
  ASSERT_EQ(Compile(flow, scratch.path() / "out").exit_code, 0);
  EXPECT_EQ(ReadTree(scratch.path()), before);
  for (const auto& [name, text] : before) EXPECT_EQ(fs::last_write_time(scratch / name), long_ago) << name;
}

TEST(CompiledTree, KeepsWhatTheUserOwns) {
  const ScratchFolder scratch("once");
  const fs::path flow = CopySlogans(scratch);
  const fs::path actors = scratch.path() / "actors";
  const fs::path out = scratch.path() / "out";
  WriteFile(actors / "judge.cpp", "// mine\n");
  WriteFile(out / "notes.txt", "mine, too\n");
  ASSERT_EQ(Compile(flow, out).exit_code, 0);
  EXPECT_NE(ReadFile(actors / "writer.cpp").find("MakeWriter"), std::string::npos);
  WriteFile(actors / "writer.cpp", "// mine now\n");
  ASSERT_EQ(Compile(flow, out).exit_code, 0);
  EXPECT_EQ(ReadFile(actors / "judge.cpp"), "// mine\n");
  EXPECT_EQ(ReadFile(actors / "writer.cpp"), "// mine now\n");
  EXPECT_EQ(ReadFile(out / "notes.txt"), "mine, too\n");
}

TEST(CompiledTree, IsDisposable) {
  const ScratchFolder scratch("disposable");
  const fs::path flow = CopySlogans(scratch);
  ASSERT_EQ(Compile(flow, scratch.path() / "out").exit_code, 0);
  const auto before = ReadTree(scratch.path());
  fs::remove_all(scratch.path() / "out");
  ASSERT_EQ(Compile(flow, scratch.path() / "out").exit_code, 0);
  EXPECT_EQ(ReadTree(scratch.path()), before);
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

/// Compiles with a change, by `command`, and expects that it fails and changes nothing.
void ExpectUntouched(const ScratchFolder& scratch, const std::string& shell) {
  const auto before = ReadTree(scratch.path());
  const ProgramRun run = RunProgram({"bash", "-c", shell}, {.folder = scratch.path().string()});
  EXPECT_EQ(run.exit_code, 2) << shell << run.err;
  EXPECT_EQ(run.signal, 0);
  EXPECT_NE(run.err.find("meshc: "), std::string::npos) << run.err;
  EXPECT_EQ(ReadTree(scratch.path()), before) << shell;
}

/// A tree of the slogans, whose flow has another actor since.
class FailingCompile : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path flow = CopySlogans(scratch_);
    ASSERT_EQ(Compile(flow, scratch_.path() / "out").exit_code, 0);
    std::string text = ReadFile(flow);
    const std::string loop = "flow slogans";
    text.replace(text.find(loop), loop.size(), "processor aaa(); processor zzz();\n" + loop);
    WriteFile(flow, text);
  }

  ScratchFolder scratch_{"failing"};
};

TEST_F(FailingCompile, LeavesTheOldTreeWhereAFolderStandsInPlaceOfAFile) {
  for (const char* path : {"out/src/studio_slogans/actors/zzz.cpp", "out/schema/aaa.input.schema.json"}) {
    fs::create_directories(scratch_.path() / path);
    ExpectUntouched(scratch_, Meshc() + " compile slogans.flow -o out");
    EXPECT_TRUE(fs::is_directory(scratch_.path() / path));
    fs::remove(scratch_.path() / path);
  }
}

TEST_F(FailingCompile, LeavesTheOldTreeWhereTheManifestIsAFolder) {
  fs::remove(scratch_.path() / "out/mesh-manifest.json");
  fs::create_directories(scratch_.path() / "out/mesh-manifest.json");
  ExpectUntouched(scratch_, Meshc() + " compile --force slogans.flow -o out");
}

TEST_F(FailingCompile, LeavesTheOldTreeWhereFilesMayNotGrow) {
  // In blocks of 1024 bytes: enough for small files, not for all.
  ExpectUntouched(scratch_, "ulimit -f 4; " + Meshc() + " compile slogans.flow -o out");
}

TEST_F(FailingCompile, LeavesTheOldTreeWhereAFileStandsInPlaceOfAFolder) {
  ASSERT_GT(fs::remove_all(scratch_.path() / "actors"), 0U);
  WriteFile(scratch_.path() / "actors", "a file");
  ExpectUntouched(scratch_, Meshc() + " compile slogans.flow -o out");
}

TEST(CompiledTree, HoldsNoPathOfThisMachine) {
  const ScratchFolder scratch("paths");
  ASSERT_EQ(Compile(CopySlogans(scratch), scratch.path() / "out").exit_code, 0);
  for (const auto& [name, text] : ReadTree(scratch.path() / "out")) {
    EXPECT_EQ(text.find(scratch.path().string()), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace meshc::test
