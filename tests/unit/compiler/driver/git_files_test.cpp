// Files of a commit, read through the program git.
#include "compiler/driver/releases/git_files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace meshc::driver {
namespace {

namespace fs = std::filesystem;

/// A repository with one commit, made anew for each test.
class Git : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("git --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no git here";
    folder_ = fs::temp_directory_path() /
              ("meshc-git-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    Write("sub/main.flow", "committed\n");
    Write("lib/types.flow", "types\n");
    fs::create_symlink("main.flow", folder_ / "sub/link.flow");
    Run("git init -q . && git add -A && git -c user.email=a@b -c user.name=c commit -q -m one");
    Write("sub/main.flow", "changed\n");
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  void Write(const std::string& path, const std::string& text) const {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }

  void Run(const std::string& command) const {
    ASSERT_EQ(std::system(("cd " + folder_.string() + " && " + command).c_str()), 0);
  }

  std::string Path(const std::string& path) const { return (folder_ / path).string(); }

  std::unique_ptr<GitFiles> Open(const std::string& revision) const {
    auto opened = GitFiles::Open(revision, Path("sub"));
    auto* files = std::get_if<std::unique_ptr<GitFiles>>(&opened);
    return files == nullptr ? nullptr : std::move(*files);
  }

  std::string Problem(const std::string& revision) const {
    auto opened = GitFiles::Open(revision, Path("sub"));
    const auto* problem = std::get_if<GitProblem>(&opened);
    return problem == nullptr ? "" : problem->message;
  }

  fs::path folder_;
};

TEST_F(Git, ReadsWhatWasCommitted) {
  const auto files = Open("HEAD");
  ASSERT_NE(files, nullptr);
  EXPECT_EQ(std::get<std::string>(files->Read(Path("sub/main.flow"))), "committed\n");
  EXPECT_EQ(std::get<std::string>(files->Read(Path("sub/../lib/types.flow"))), "types\n");
  EXPECT_FALSE(files->Exists(Path("sub/none.flow")));
  EXPECT_TRUE(files->obstacle().empty());
}

TEST_F(Git, TakesPathsFromTheRootWhereTheyAreMeant) {
  const auto files = Open("HEAD");
  ASSERT_NE(files, nullptr);
  files->TakePathsFromRoot();
  EXPECT_EQ(std::get<std::string>(files->Read("sub/main.flow")), "committed\n");
}

TEST_F(Git, RefusesLinksAndWhatLiesOutside) {
  const auto files = Open("HEAD");
  ASSERT_NE(files, nullptr);
  EXPECT_FALSE(files->Exists(Path("sub/link.flow")));
  EXPECT_NE(files->obstacle().find("is a symbolic link"), std::string::npos) << files->obstacle();
  const std::string outside = "../" + folder_.filename().string() + "-outside.flow";
  const auto others = Open("HEAD");
  EXPECT_FALSE(others->Exists(Path(outside)));
  EXPECT_TRUE(others->obstacle().empty()) << others->obstacle();
  Write(outside, "types\n");
  EXPECT_FALSE(others->Exists(Path(outside)));
  fs::remove(folder_ / outside);
  EXPECT_NE(others->obstacle().find("outside of the repository"), std::string::npos) << others->obstacle();
}

TEST_F(Git, RefusesRevisionsThatAreNone) {
  EXPECT_NE(Problem("-x").find("begins with `-`"), std::string::npos);
  EXPECT_NE(Problem("").find("no revision"), std::string::npos);
  EXPECT_NE(Problem("HEAD\nHEAD").find("line ends"), std::string::npos);
  EXPECT_NE(Problem("nowhere").find("shallow clone"), std::string::npos);
}

}  // namespace
}  // namespace meshc::driver
