#include "compiler/driver/command_line/argument_files.h"

#include <gtest/gtest.h>

#include "compiler/source/memory_file_system.h"

namespace meshc::driver {
namespace {

using Words = std::vector<std::string>;

Words Expand(const std::string& text) {
  source::MemoryFileSystem files;
  files.Put("args", text);
  return std::get<Words>(ExpandArgumentFiles({"a", "@args", "z"}, files));
}

TEST(ArgumentFiles, SplitAtBlanksAndLineEnds) {
  EXPECT_EQ(Expand(" b\tc\r\nd \n"), (Words{"a", "b", "c", "d", "z"}));
}

TEST(ArgumentFiles, KeepQuotedWordsTogether) {
  EXPECT_EQ(Expand("\"b c\" 'd\\e' f\\ g \"\" h\"i j\"k"),
            (Words{"a", "b c", "d\\e", "f g", "", "hi jk", "z"}));
}

TEST(ArgumentFiles, AreNotNested) { EXPECT_EQ(Expand("@args"), (Words{"a", "@args", "z"})); }

TEST(ArgumentFiles, ALoneAtSignIsAWord) {
  EXPECT_EQ(std::get<Words>(ExpandArgumentFiles({"@"}, source::MemoryFileSystem())), Words{"@"});
}

TEST(ArgumentFiles, SayWhichFileIsMissing) {
  const auto expanded = ExpandArgumentFiles({"@nowhere"}, source::MemoryFileSystem());
  EXPECT_EQ(std::get<ArgumentFileError>(expanded).message, "cannot read `nowhere`: there is no such file");
}

}  // namespace
}  // namespace meshc::driver
