#include "compiler/source/file_system.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "compiler/source/memory_file_system.h"

namespace meshc::source {
namespace {

ReadError ErrorOf(const std::variant<std::string, ReadError>& read) { return std::get<ReadError>(read); }

class DiskTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return testing::TempDir() + "meshc_file_system_" + name; }
};

TEST_F(DiskTest, ReadsWholeFiles) {
  std::ofstream(Path("text"), std::ios::binary) << "a\r\nb";
  EXPECT_EQ(std::get<std::string>(DiskFileSystem().Read(Path("text"))), "a\r\nb");
  EXPECT_TRUE(DiskFileSystem().Exists(Path("text")));
}

TEST_F(DiskTest, TellsWhyAFileCannotBeRead) {
  EXPECT_EQ(ErrorOf(DiskFileSystem().Read(Path("missing"))), ReadError::kNotFound);
  EXPECT_EQ(ErrorOf(DiskFileSystem().Read(testing::TempDir())), ReadError::kIsDirectory);
  EXPECT_FALSE(DiskFileSystem().Exists(testing::TempDir()));
}

TEST_F(DiskTest, DoesNotReadFilesAboveTheLimit) {
  std::ofstream(Path("large")).close();
  std::filesystem::resize_file(Path("large"), kMaxFileBytes);
  EXPECT_EQ(std::get<std::string>(DiskFileSystem().Read(Path("large"))).size(), kMaxFileBytes);
  std::filesystem::resize_file(Path("large"), kMaxFileBytes + 1);
  EXPECT_EQ(ErrorOf(DiskFileSystem().Read(Path("large"))), ReadError::kTooLarge);
}

TEST(MemoryFileSystem, HoldsWhatWasPut) {
  MemoryFileSystem files;
  files.Put("a.flow", "mesh a;");
  EXPECT_TRUE(files.Exists("a.flow"));
  EXPECT_EQ(std::get<std::string>(files.Read("a.flow")), "mesh a;");
  EXPECT_EQ(ErrorOf(files.Read("b.flow")), ReadError::kNotFound);
}

}  // namespace
}  // namespace meshc::source
