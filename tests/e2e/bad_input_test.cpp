// Files that are no programs: a verdict within some seconds of the processor's time each, with a
// diagnostic wherever the input is wrong, and never a crash.
#include <gtest/gtest.h>

#include <random>

#include "run_program.h"
#include "scratch.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;

ProgramRun Check(const std::string& path) {
  return RunProgram({"sh", "-c", "ulimit -t 20; exec \"$0\" check \"$1\"", Meshc(), path});
}

void ExpectVerdict(const ProgramRun& run, int exit_code) {
  EXPECT_EQ(run.signal, 0);
  EXPECT_EQ(run.exit_code, exit_code);
  EXPECT_FALSE(run.err.empty());
}

TEST(BadInput, AMissingFileIsAWrongUse) {
  const ScratchFolder scratch("missing");
  ExpectVerdict(Check(scratch / "nothing.flow"), 2);
}

TEST(BadInput, AFolderIsAWrongUse) {
  const ScratchFolder scratch("folder");
  ExpectVerdict(Check(scratch.path().string()), 2);
}

TEST(BadInput, AnnotationsOfGithubNameFilesByTheirPathInTheWorkspace) {
  const ScratchFolder scratch("annotations");
  fs::create_directories(scratch / "mesh");
  WriteFile(scratch / "mesh/a.flow", "x\n");
  const auto annotate = [&](const std::string& workspace) {
    return RunProgram({Meshc(), "check", "--format", "github", "a.flow"},
                      {.folder = scratch / "mesh", .environment = {{"GITHUB_WORKSPACE", workspace}}})
        .out;
  };
  EXPECT_TRUE(annotate(scratch.path().string()).starts_with("::error file=mesh/a.flow,"));
  EXPECT_TRUE(annotate(scratch / "mesh").starts_with("::error file=a.flow,"));
  EXPECT_TRUE(annotate("/nonexistent").starts_with("::error file=a.flow,"));
}

TEST(BadInput, AFileIsNoFolderForOutputs) {
  const ScratchFolder scratch("file_as_folder");
  WriteFile(scratch / "m.flow", "mesh t; envelope E { in n: int; } flow f on E { }\n");
  WriteFile(scratch / "file", "mine");
  for (const char* folder : {"file", "file/out"}) {
    const ProgramRun run = RunProgram({Meshc(), "compile", scratch / "m.flow", "-o", scratch / folder});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("file` is no folder"), std::string::npos) << run.err;
  }
  EXPECT_EQ(ReadFile(scratch / "file"), "mine");
}

TEST(BadInput, AFileThatNobodyMayReadIsAWrongUse) {
  const ScratchFolder scratch("unreadable");
  // Root may read everything, but not from this one.
  ExpectVerdict(Check("/proc/self/mem"), 2);
  WriteFile(scratch / "closed.flow", "mesh m;\n");
  fs::permissions(scratch / "closed.flow", fs::perms::none);
  if (geteuid() != 0) ExpectVerdict(Check(scratch / "closed.flow"), 2);
}

TEST(BadInput, BytesThatAreNotUtf8AreFound) {
  const ScratchFolder scratch("utf8");
  WriteFile(scratch / "latin.flow", "mesh m;\n// caf\xe9\n");
  const ProgramRun run = Check(scratch / "latin.flow");
  ExpectVerdict(run, 1);
  EXPECT_NE(run.err.find("14"), std::string::npos) << "the byte offset is missing: " << run.err;
}

TEST(BadInput, AnEmptyFileHasNoMesh) {
  const ScratchFolder scratch("empty");
  WriteFile(scratch / "empty.flow", "");
  ExpectVerdict(Check(scratch / "empty.flow"), 1);
}

TEST(BadInput, AProgramCutOffAnywhereHasAVerdict) {
  const ScratchFolder scratch("cut");
  const std::string whole = ReadFile(Example("fallback_model") / "answers.flow");
  std::mt19937 random(20240229);
  for (int i = 0; i < 200; ++i) {
    const std::size_t length = random() % whole.size();
    WriteFile(scratch / "cut.flow", whole.substr(0, length));
    const ProgramRun run = Check(scratch / "cut.flow");
    EXPECT_EQ(run.signal, 0) << "cut at " << length;
    EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 1) << "cut at " << length << ": " << run.err;
    EXPECT_EQ(run.exit_code == 1, !run.err.empty() && run.err.find("error[") != std::string::npos)
        << "cut at " << length << ": " << run.err;
  }
}

std::string Nested(const std::string& open, const std::string& close, int depth) {
  std::string text = "mesh m;\nenvelope E { in x: bool; }\nflow f on E {\n";
  for (int i = 0; i < depth; ++i) text += open;
  for (int i = 0; i < depth; ++i) text += close;
  return text + "\n}\n";
}

TEST(BadInput, TwentyThousandNestedBlocksAreTooMany) {
  const ScratchFolder scratch("nested");
  constexpr int kDepth = 20000;
  const std::pair<const char*, std::string> inputs[] = {
      {"blocks.flow", Nested("if x {\n", "}\n", kDepth)},
      {"open.flow", Nested("if x {\n", "", kDepth)},
      {"closed.flow", Nested("", "}\n", kDepth)},
      {"parentheses.flow",
       Nested("", "", 0) + "scenario \"s\" for f { expect " + std::string(kDepth, '(') + "x"},
      {"negations.flow",
       Nested("", "", 0) + "scenario \"s\" for f { expect " + std::string(kDepth, '!') + "x; }"},
  };
  for (const auto& [name, text] : inputs) {
    WriteFile(scratch / name, text);
    SCOPED_TRACE(name);
    ExpectVerdict(Check(scratch / name), 1);
  }
}

TEST(BadInput, AFileAboveTheLimitIsRefused) {
  const ScratchFolder scratch("large");
  WriteFile(scratch / "large.flow", "mesh m;\n" + std::string(17 * 1024 * 1024, '\n'));
  ExpectVerdict(Check(scratch / "large.flow"), 1);
}

TEST(BadInput, RandomBytesHaveAVerdict) {
  const ScratchFolder scratch("random");
  std::mt19937 random(7);
  for (int i = 0; i < 50; ++i) {
    std::string text;
    for (int n = 0; n < 400; ++n) text += static_cast<char>(random() % 128);
    WriteFile(scratch / "random.flow", text);
    SCOPED_TRACE(i);
    ExpectVerdict(Check(scratch / "random.flow"), 1);
  }
}

}  // namespace
}  // namespace meshc::test
