// `meshc compat` and commits: what cannot be read from one is one clear error, and nothing is written.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "run_program.h"
#include "scratch.h"
#include "tests/support/orders_flow.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFlow = kOrdersFlow;

class CompatGit : public testing::Test {
 protected:
  CompatGit()
      : scratch_(std::string("compat-") + testing::UnitTest::GetInstance()->current_test_info()->name()) {}

  void SetUp() override {
    if (RunProgram({"git", "--version"}).exit_code != 0) GTEST_SKIP() << "there is no git here";
    fs::create_directories(scratch_ / "repository");
    Git({"init", "-q", "-b", "main", "."});
    Git({"config", "user.email", "a@b.example"});
    Git({"config", "user.name", "somebody"});
    Write("shop.flow", kFlow);
  }

  std::string Path(const std::string& name) const { return scratch_ / ("repository/" + name); }
  void Write(const std::string& name, const std::string& text) const { WriteFile(Path(name), text); }

  void Git(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "git");
    const ProgramRun run = RunProgram(arguments, {.folder = scratch_ / "repository"});
    ASSERT_EQ(run.exit_code, 0) << arguments[1] << ": " << run.err;
  }

  void Commit() const {
    Git({"add", "-A"});
    Git({"commit", "-q", "-m", "a commit"});
  }

  ProgramRun Meshc(std::vector<std::string> arguments, const std::string& folder = "repository") const {
    arguments.insert(arguments.begin(), test::Meshc());
    return RunProgram(arguments, {.folder = scratch_ / folder});
  }

  /// One line that says `part`, exit 2, and nothing on standard output.
  static void ExpectUsage(const ProgramRun& run, const std::string& part) {
    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(run.err.starts_with("meshc: ") && run.err.find('\n') == run.err.size() - 1) << run.err;
    EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
  }

  ScratchFolder scratch_;
};

TEST_F(CompatGit, ReadsAVersionAndItsImportsFromACommit) {
  fs::create_directories(Path("lib"));
  Write("lib/types.flow", "record Item {\n  name: string;\n}\n");
  Write("shop.flow", "mesh shop.orders;\nimport \"lib/types.flow\";\n" + std::string(kFlow).substr(18));
  Commit();
  Write("lib/types.flow", "record Item {\n  other: string;\n}\n");
  const ProgramRun run = Meshc({"compat", "shop.flow", "--against", "git:HEAD"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Meshc({"compat", "shop.flow", "--against", "git:HEAD:shop.flow"}).exit_code, 0);
}

TEST_F(CompatGit, SaysThatACommitDoesNotHaveTheFileYet) {
  Commit();
  Write("fresh.flow", kFlow);
  const ProgramRun run = Meshc({"compat", "fresh.flow", "--against", "git:HEAD"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "meshc: note: `HEAD` has no `fresh.flow` yet\n");
  const ProgramRun shown = Meshc({"diff", "fresh.flow", "--against", "git:HEAD", "--format", "json"});
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_EQ(shown.err, run.err);
  EXPECT_NE(shown.out.find("\"change\": \"added\""), std::string::npos) << shown.out;
}

TEST_F(CompatGit, TakesNoOptionForARevision) {
  Commit();
  ExpectUsage(Meshc({"compat", "shop.flow", "--against", "git:--output=x"}), "begins with `-`");
  ExpectUsage(Meshc({"compat", "shop.flow", "--against", "git:"}), "no revision");
  EXPECT_FALSE(fs::exists(Path("x")));
}

TEST_F(CompatGit, TakesNoLineEndsInNames) {
  Commit();
  ExpectUsage(Meshc({"compat", "shop.flow", "--against", "git:HEAD:a\nb.flow"}), "has no line ends");
  ExpectUsage(Meshc({"compat", "shop.flow", "--against", "git:HE\nAD"}), "has no line ends");
  Write("a\nb.flow", kFlow);
  ExpectUsage(Meshc({"compat", "a\nb.flow", "--against", "git:HEAD"}), "has no line ends");
}

TEST_F(CompatGit, FollowsNoLinks) {
  fs::create_symlink("shop.flow", Path("link.flow"));
  Write("user.flow", "mesh shop.orders;\nimport \"types.flow\";\n" + std::string(kFlow).substr(18));
  Write("real.flow", "record Item {\n  name: string;\n}\n");
  fs::create_symlink("real.flow", Path("types.flow"));
  Commit();
  ExpectUsage(Meshc({"compat", "link.flow", "--against", "git:HEAD"}), "is a symbolic link");
  ExpectUsage(Meshc({"compat", "user.flow", "--against", "git:HEAD"}), "`types.flow` is a symbolic link");
}

TEST_F(CompatGit, ReadsNothingOutsideOfTheRepository) {
  WriteFile(scratch_ / "outside.flow", "record Item {\n  name: string;\n}\n");
  Write("shop.flow", "mesh shop.orders;\nimport \"../outside.flow\";\n" + std::string(kFlow).substr(18));
  Commit();
  ExpectUsage(Meshc({"compat", "shop.flow", "--against", "git:HEAD"}), "lies outside of the repository");
  ExpectUsage(Meshc({"compat", "shop.flow", "--against", "git:HEAD:../outside.flow"}),
              "lies outside of the repository");
}

TEST_F(CompatGit, FindsImportsByAnyFolderThatIsGiven) {
  fs::create_directories(Path("inc"));
  fs::create_directories(Path("sub"));
  fs::create_directories(scratch_ / "outside");
  Write("inc/types.flow", "record Item {\n  name: string;\n}\n");
  Write("sub/shop.flow", "mesh shop.orders;\nimport \"types.flow\";\n" + std::string(kFlow).substr(18));
  Commit();
  const std::vector<std::string> against = {"sub/shop.flow", "--against", "git:HEAD"};
  for (const std::vector<std::string>& folders :
       {std::vector<std::string>{"-I", Path("inc")}, {"-I", "../outside", "-I", "inc"}}) {
    std::vector<std::string> words = {"compat"};
    words.insert(words.end(), folders.begin(), folders.end());
    words.insert(words.end(), against.begin(), against.end());
    const ProgramRun run = Meshc(words);
    EXPECT_EQ(run.exit_code, 0) << folders[1] << run.err;
  }
  WriteFile(scratch_ / "outside/types.flow", "record Item {\n  name: string;\n}\n");
  ExpectUsage(Meshc({"compat", "-I", "../outside", "-I", "inc", "sub/shop.flow", "--against", "git:HEAD"}),
              "lies outside of the repository");
}

TEST_F(CompatGit, TakesNoFolderForAFile) {
  fs::create_directories(Path("lib"));
  Write("lib/types.flow", "record Item {\n  name: string;\n}\n");
  Commit();
  ExpectUsage(Meshc({"compat", "shop.flow", "--against", "git:HEAD:lib"}), "is a directory");
  ExpectUsage(Meshc({"compat", "shop.flow", "--against", "git:HEAD:lib/types.flow/x"}),
              "`types.flow` is a file");
  EXPECT_EQ(Meshc({"compat", "shop.flow", "--against", "git:HEAD:lib/none.flow"}).exit_code, 0);
}

TEST_F(CompatGit, HintsAtShallowClones) {
  Commit();
  Write("shop.flow", std::string(kFlow) + "// more\n");
  Commit();
  const ProgramRun clone =
      RunProgram({"git", "clone", "-q", "--depth", "1", "file://" + scratch_ / "repository", "shallow"},
                 {.folder = scratch_.path().string()});
  ASSERT_EQ(clone.exit_code, 0) << clone.err;
  EXPECT_EQ(Meshc({"compat", "shop.flow", "--against", "git:HEAD~1"}).exit_code, 0);
  ExpectUsage(Meshc({"compat", "shop.flow", "--against", "git:HEAD~1"}, "shallow"), "shallow clone");
}

TEST_F(CompatGit, SaysWhenThereIsNoRepositoryOrNoGit) {
  WriteFile(scratch_ / "shop.flow", kFlow);
  const ProgramRun nowhere =
      RunProgram({test::Meshc(), "compat", "shop.flow", "--against", "git:HEAD"},
                 {.folder = scratch_.path().string(),
                  .environment = {{"GIT_CEILING_DIRECTORIES", scratch_.path().parent_path().string()}}});
  ExpectUsage(nowhere, "is in no git repository; git: fatal: not a git repository");
  const ProgramRun without =
      RunProgram({test::Meshc(), "compat", "shop.flow", "--against", "git:HEAD"},
                 {.folder = scratch_ / "repository", .environment = {{"PATH", "/nonexistent"}}});
  ExpectUsage(without, "git cannot be run");
}

/// Hooks of a linked working tree have GIT_DIR, which makes git take any folder for the root of the working
/// tree.
TEST_F(CompatGit, FindsTheRepositoryByTheFolderWhateverTheEnvironmentNames) {
  fs::create_directories(Path("sub"));
  Write("sub/shop.flow", kFlow);
  Commit();
  Git({"worktree", "add", "-q", scratch_ / "linked"});
  Git({"init", "-q", scratch_ / "other"});
  std::string changed = kFlow;
  for (std::size_t at = 0; (at = changed.find("text: string", at)) != std::string::npos;)
    changed.replace(at, 12, "text: int");
  WriteFile(scratch_ / "linked/sub/shop.flow", changed);
  const std::vector<std::string> command = {test::Meshc(), "compat", "shop.flow", "--against", "git:HEAD"};
  const std::string folder = scratch_ / "linked/sub";
  const ProgramRun expected = RunProgram(command, {.folder = folder});
  EXPECT_EQ(expected.exit_code, 1) << expected.err;
  for (const std::string& directory :
       {scratch_ / "repository/.git", scratch_ / "repository/.git/worktrees/linked", scratch_ / "other/.git",
        std::string("/nonexistent")}) {
    const ProgramRun run = RunProgram(
        command,
        {.folder = folder, .environment = {{"GIT_DIR", directory}, {"GIT_INDEX_FILE", "/nonexistent"}}});
    EXPECT_EQ(run.exit_code, 1) << directory << run.err;
    EXPECT_EQ(run.err, expected.err) << directory;
  }
  const ProgramRun outside = RunProgram(command, {.folder = folder,
                                                  .environment = {{"GIT_DIR", scratch_ / "other/.git"},
                                                                  {"GIT_WORK_TREE", scratch_ / "other"}}});
  ExpectUsage(outside, "is outside of the working tree");
}

/// "Not there before" would be an answer about a tree that git could not read.
TEST_F(CompatGit, SaysWhichObjectsOfACommitAreMissing) {
  fs::create_directories(Path("sub"));
  Write("sub/shop.flow", kFlow);
  Commit();
  for (const char* const object : {"HEAD^{tree}", "HEAD:sub", "HEAD:sub/shop.flow"}) {
    const ProgramRun named = RunProgram({"git", "rev-parse", object}, {.folder = scratch_ / "repository"});
    ASSERT_EQ(named.exit_code, 0) << named.err;
    const std::string file =
        Path(".git/objects/" + named.out.substr(0, 2) + "/" + named.out.substr(2, named.out.size() - 3));
    fs::rename(file, scratch_ / "object");
    ExpectUsage(Meshc({"compat", "sub/shop.flow", "--against", "git:HEAD"}), "git does not give object");
    fs::rename(scratch_ / "object", file);
  }
  EXPECT_EQ(Meshc({"compat", "sub/shop.flow", "--against", "git:HEAD"}).exit_code, 0);
}

TEST_F(CompatGit, FindsThatAnOldVersionDoesNotCompile) {
  Write("shop.flow", "mesh broken\n");
  Commit();
  Write("shop.flow", kFlow);
  const ProgramRun run = Meshc({"compat", "shop.flow", "--against", "git:HEAD"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("error[MC7040]"), std::string::npos) << run.err;
}

TEST_F(CompatGit, ShowsDiffsThroughGit) {
  Git({"config", "diff.flow.command", test::Meshc() + " diff --git-driver"});
  Write(".gitattributes", "*.flow diff=flow\n");
  Write("types.flow", "record Item {\n  name: string;\n}\n");
  const std::string importing = "mesh shop.orders;\nimport \"types.flow\";\n" + std::string(kFlow).substr(18);
  Write("shop.flow", importing);
  Commit();
  std::string changed = importing;
  changed.replace(changed.find("worker(text: string)"), 20, "worker(text: string, more: int = 1)");
  Write("shop.flow", changed);
  const ProgramRun edited = RunProgram({"git", "diff"}, {.folder = scratch_ / "repository"});
  EXPECT_NE(edited.out.find("~ actor worker\n"), std::string::npos) << edited.out << edited.err;
  Git({"mv", "shop.flow", "moved.flow"});
  const ProgramRun moved = RunProgram({"git", "diff", "-M10", "HEAD"}, {.folder = scratch_ / "repository"});
  EXPECT_EQ(moved.exit_code, 0) << moved.err;
  EXPECT_NE(moved.out.find("~ actor worker\n"), std::string::npos) << moved.out << moved.err;
}

/// The mesh with two actors that stand far apart, so that branches change one each.
std::string TwoActors(const std::string& first, const std::string& second) {
  return "mesh shop.orders;\n\nenvelope Job {\n  in text: string;\n  draft: string;\n  out reply: "
         "string;\n}\n\n"
         "processor writer(text: string" +
         first +
         ") -> (draft: string);\n\n\n\n"
         "processor sender(draft: string" +
         second +
         ") -> (reply: string);\n\n"
         "flow main on Job {\n  writer -> sender;\n}\n";
}

TEST_F(CompatGit, BranchesThatChangeTheMeshDoNotMeetInTheLock) {
  Write("shop.flow", TwoActors("", ""));
  ASSERT_EQ(Meshc({"lock", "shop.flow", "--name", "1"}).exit_code, 0);
  Commit();
  const std::string lock = ReadFile(Path("mesh.lock"));
  Git({"checkout", "-q", "-b", "left"});
  Write("shop.flow", TwoActors(", tone: string = \"calm\"", ""));
  Commit();
  Git({"checkout", "-q", "-b", "right", "main"});
  Write("shop.flow", TwoActors("", ", sign: bool = true"));
  Commit();
  Git({"merge", "-q", "-m", "both", "left"});
  EXPECT_EQ(ReadFile(Path("mesh.lock")), lock);
  EXPECT_EQ(Meshc({"lock", "--check", "shop.flow"}).exit_code, 0);
  EXPECT_EQ(Meshc({"compat", "shop.flow"}).exit_code, 0);
}

TEST_F(CompatGit, FindsALockThatIsSplicedFromTwoReleases) {
  Write("shop.flow", TwoActors("", ""));
  Write(".gitattributes", "mesh.lock merge=union\n");
  ASSERT_EQ(Meshc({"lock", "shop.flow", "--name", "1"}).exit_code, 0);
  Commit();
  Git({"checkout", "-q", "-b", "left"});
  Write("shop.flow", TwoActors(", tone: string = \"calm\"", ""));
  ASSERT_EQ(Meshc({"lock", "shop.flow", "--name", "2"}).exit_code, 0);
  Commit();
  Git({"checkout", "-q", "-b", "right", "main"});
  Write("shop.flow", TwoActors("", ", sign: bool = true"));
  ASSERT_EQ(Meshc({"lock", "shop.flow", "--name", "3"}).exit_code, 0);
  Commit();
  Git({"merge", "-q", "-m", "both", "left"});
  const std::string spliced = ReadFile(Path("mesh.lock"));
  const ProgramRun run = Meshc({"lock", "--check", "shop.flow"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("error[MC7053]"), std::string::npos) << run.err;
  EXPECT_EQ(Meshc({"lock", "shop.flow", "--name", "4"}).exit_code, 1);
  EXPECT_EQ(ReadFile(Path("mesh.lock")), spliced);
}

}  // namespace
}  // namespace meshc::test
