#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "compiler/driver/world/output_tree.h"

namespace meshc::driver {
namespace {

namespace fs = std::filesystem;

/// A folder of its own that is gone afterwards.
class DiskOutputTreeTest : public testing::Test {
 protected:
  DiskOutputTreeTest() { fs::remove_all(folder_); }
  ~DiskOutputTreeTest() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t FileCount() const {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder_))
      count += entry.is_regular_file() ? 1 : 0;
    return count;
  }

  OutputTree& tree_ = DiskOutputTree();
  fs::path folder_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(DiskOutputTreeTest, CreatesFoldersAndReplacesFiles) {
  EXPECT_EQ(tree_.Commit({{{Path("a/b/one"), "1"}, {Path("two"), "2"}}, {}}), std::nullopt);
  EXPECT_EQ(tree_.Read(Path("a/b/one")), "1");
  EXPECT_EQ(tree_.Commit({{{Path("two"), "new"}}, {Path("a/b/one")}}), std::nullopt);
  EXPECT_EQ(tree_.Read(Path("two")), "new");
  EXPECT_FALSE(tree_.Exists(Path("a/b/one")));
  EXPECT_EQ(FileCount(), 1U) << "nothing is left beside";
}

TEST_F(DiskOutputTreeTest, ChangesNothingIfOneFileCannotBeWritten) {
  fs::create_directories(Path("in_the_way"));
  ASSERT_EQ(tree_.Commit({{{Path("old"), "old"}}, {}}), std::nullopt);
  const auto reason = tree_.Commit({{{Path("old"), "new"}, {Path("in_the_way"), "x"}}, {Path("old")}});
  ASSERT_TRUE(reason.has_value());
  EXPECT_NE(reason->find("in_the_way"), std::string::npos) << *reason;
  EXPECT_EQ(tree_.Read(Path("old")), "old");
  EXPECT_EQ(FileCount(), 1U);
}

TEST_F(DiskOutputTreeTest, SaysWhenAFolderCannotBeMade) {
  ASSERT_EQ(tree_.Commit({{{Path("file"), ""}}, {}}), std::nullopt);
  EXPECT_TRUE(tree_.Commit({{{Path("file/below"), "x"}}, {}}).has_value());
}

TEST_F(DiskOutputTreeTest, KeepsPermissionsAndLinks) {
  ASSERT_EQ(tree_.Commit({{{Path("file"), "old"}}, {}}), std::nullopt);
  const auto mode = fs::perms::owner_all | fs::perms::group_read;
  fs::permissions(Path("file"), mode);
  fs::create_symlink("file", Path("link"));
  ASSERT_EQ(tree_.Commit({{{Path("link"), "new"}}, {}}), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_EQ(tree_.Read(Path("file")), "new");
  EXPECT_EQ(fs::status(Path("file")).permissions(), mode);
}

TEST_F(DiskOutputTreeTest, TakesNamesAsLongAsTheFileSystemDoes) {
  const std::string name = Path(std::string(255, 'n'));
  EXPECT_EQ(tree_.Commit({{{name, "1"}}, {}}), std::nullopt);
  EXPECT_EQ(tree_.Commit({{{name, "2"}}, {}}), std::nullopt);
  EXPECT_EQ(tree_.Read(name), "2");
  EXPECT_EQ(FileCount(), 1U);
}

TEST_F(DiskOutputTreeTest, PutsBackWhatWasReplacedBeforeAChangeFailed) {
  ASSERT_EQ(tree_.Commit({{{Path("old"), "old"}, {Path("gone"), "gone"}}, {}}), std::nullopt);
  // The name is refused only when the file gets it, after the others have theirs.
  const std::string too_long = Path(std::string(256, 'n'));
  const auto reason =
      tree_.Commit({{{Path("old"), "new"}, {Path("fresh"), "fresh"}, {too_long, "x"}}, {Path("gone")}});
  ASSERT_TRUE(reason.has_value());
  EXPECT_EQ(tree_.Read(Path("old")), "old");
  EXPECT_EQ(tree_.Read(Path("gone")), "gone");
  EXPECT_EQ(FileCount(), 2U) << *reason;
}

TEST_F(DiskOutputTreeTest, LeavesNoFolderBehindForAFileThatCannotBeWritten) {
  fs::create_directories(folder_);
  EXPECT_TRUE(tree_.Commit({{{Path("new/folder") + "/", "x"}}, {}}).has_value());
  EXPECT_TRUE(tree_.Commit({{{Path("new/folder/" + std::string(256, 'n')), "x"}}, {}}).has_value());
  EXPECT_FALSE(tree_.Exists(Path("new")));
}

/// What a reader of the pipe gets while `write` runs.
std::string ReadFrom(const std::string& pipe, const std::function<void()>& write) {
  std::string text;
  std::thread reader([&] {
    std::ifstream file(pipe);
    text.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  });
  write();
  reader.join();
  return text;
}

TEST_F(DiskOutputTreeTest, WritesThroughPipesAndLinksToThem) {
  fs::create_directories(folder_);
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  fs::create_symlink("pipe", Path("link"));
  for (const char* name : {"pipe", "link"}) {
    const std::string text = ReadFrom(Path("pipe"), [&] {
      EXPECT_EQ(tree_.Commit({{{Path(name), "through"}}, {}}), std::nullopt);
    });
    EXPECT_EQ(text, "through") << name;
    EXPECT_TRUE(fs::is_fifo(fs::symlink_status(Path("pipe"))));
    EXPECT_TRUE(fs::is_symlink(Path("link")));
  }
  EXPECT_EQ(FileCount(), 0U);
}

/// A node like /dev/null and /dev/full in the scratch folder, where an error would do no harm.
bool MakeDevice(const std::string& path, unsigned minor) {
  return ::mknod(path.c_str(), S_IFCHR | 0600, ::makedev(1, minor)) == 0;
}

TEST_F(DiskOutputTreeTest, WritesThroughDevices) {
  constexpr unsigned kNull = 3;
  constexpr unsigned kFull = 7;
  fs::create_directories(folder_);
  if (!MakeDevice(Path("null"), kNull) || !MakeDevice(Path("full"), kFull))
    GTEST_SKIP() << "only root makes devices";
  ASSERT_EQ(tree_.Commit({{{Path("file"), "old"}}, {}}), std::nullopt);
  EXPECT_EQ(tree_.Commit({{{Path("null"), "x"}}, {}}), std::nullopt);
  const auto reason = tree_.Commit({{{Path("file"), "new"}, {Path("full"), "x"}}, {}});
  ASSERT_TRUE(reason.has_value());
  EXPECT_NE(reason->find("No space left"), std::string::npos) << *reason;
  EXPECT_EQ(tree_.Read(Path("file")), "old");
  for (const char* name : {"null", "full"}) {
    EXPECT_TRUE(fs::is_character_file(fs::symlink_status(Path(name)))) << name;
  }
}

TEST_F(DiskOutputTreeTest, AppendsToOpenDescriptors) {
  ASSERT_EQ(tree_.Commit({{{Path("open"), "before "}}, {}}), std::nullopt);
  const int descriptor = ::open(Path("open").c_str(), O_WRONLY);
  ASSERT_GE(descriptor, 0);
  EXPECT_EQ(tree_.Commit({{{"/dev/fd/" + std::to_string(descriptor), "after"}}, {}}), std::nullopt);
  ::close(descriptor);
  EXPECT_EQ(tree_.Read(Path("open")), "before after");
}

TEST_F(DiskOutputTreeTest, ReadsOnlyFiles) {
  fs::create_directories(Path("folder"));
  EXPECT_TRUE(tree_.Exists(Path("folder")));
  EXPECT_EQ(tree_.Read(Path("folder")), std::nullopt);
  EXPECT_EQ(tree_.Read(Path("missing")), std::nullopt);
}

}  // namespace
}  // namespace meshc::driver
