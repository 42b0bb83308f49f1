#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "compiler/driver/output_tree.h"

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

TEST_F(DiskOutputTreeTest, ReadsOnlyFiles) {
  fs::create_directories(Path("folder"));
  EXPECT_TRUE(tree_.Exists(Path("folder")));
  EXPECT_EQ(tree_.Read(Path("folder")), std::nullopt);
  EXPECT_EQ(tree_.Read(Path("missing")), std::nullopt);
}

}  // namespace
}  // namespace meshc::driver
