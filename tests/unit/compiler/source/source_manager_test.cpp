#include "compiler/source/source_manager.h"

#include <gtest/gtest.h>

namespace meshc::source {
namespace {

TEST(SourceManager, CountsLinesAndColumnsFromOne) {
  SourceManager sources;
  const FileId file = sources.Add("a.flow", "one\ntwo\n");
  EXPECT_EQ(sources.Locate(file, 0).line, 1U);
  EXPECT_EQ(sources.Locate(file, 0).column, 1U);
  EXPECT_EQ(sources.Locate(file, 5).line, 2U);
  EXPECT_EQ(sources.Locate(file, 5).column, 2U);
  EXPECT_EQ(sources.Line(file, 2), "two");
  EXPECT_EQ(sources.LineBegin(file, 2), 4U);
}

TEST(SourceManager, CountsColumnsInCodePoints) {
  SourceManager sources;
  const FileId file = sources.Add("a.flow", "ä🎭x");
  EXPECT_EQ(sources.Locate(file, 6).column, 3U);
}

TEST(SourceManager, LocatesPlacesInAnyOrder) {
  SourceManager sources;
  const FileId file = sources.Add("a.flow", "abc\ndefgh\n");
  EXPECT_EQ(sources.Locate(file, 8).column, 5U);
  EXPECT_EQ(sources.Locate(file, 5).column, 2U);
  EXPECT_EQ(sources.Locate(file, 1).column, 2U);
  EXPECT_EQ(sources.Locate(file, 9).column, 6U);
}

TEST(SourceManager, TakesCrLfAsOneLineEnd) {
  SourceManager sources;
  const FileId file = sources.Add("a.flow", "one\r\ntwo\r\n");
  EXPECT_EQ(sources.Line(file, 1), "one");
  EXPECT_EQ(sources.Locate(file, 5).line, 2U);
}

TEST(SourceManager, CountsAByteOrderMarkAsNoColumn) {
  SourceManager sources;
  const FileId file = sources.Add("a.flow", "\xEF\xBB\xBFmesh");
  EXPECT_EQ(sources.Locate(file, 3).column, 1U);
  EXPECT_EQ(sources.Locate(file, 5).column, 3U);
}

TEST(SourceManager, ClampsOffsetsBehindTheEnd) {
  SourceManager sources;
  const FileId file = sources.Add("a.flow", "ab");
  EXPECT_EQ(sources.Locate(file, 99).column, 3U);
  EXPECT_EQ(sources.Line(file, 7), "");
}

TEST(SourceManager, RenamesFilesAndKeepsTheirIds) {
  SourceManager sources;
  const FileId file = sources.Add("/far/away/a.flow", "ab");
  const SourceManager renamed = sources.Renamed([](std::string_view) { return std::string("a.flow"); });
  EXPECT_EQ(renamed.Name(file), "a.flow");
  EXPECT_EQ(renamed.Text(file), "ab");
}

TEST(FindInvalidUtf8, AcceptsEveryLengthOfCodePoint) { EXPECT_FALSE(FindInvalidUtf8("a ä € 🎭").has_value()); }

TEST(FindInvalidUtf8, TellsTheFirstByteThatIsWrong) {
  EXPECT_EQ(FindInvalidUtf8("ab\xFF"), 2U);
  EXPECT_EQ(FindInvalidUtf8("\xC0\xAF"), 0U) << "overlong";
  EXPECT_EQ(FindInvalidUtf8("\xED\xA0\x80"), 0U) << "a surrogate";
  EXPECT_EQ(FindInvalidUtf8("x\xE2\x82"), 1U) << "cut off";
  EXPECT_EQ(FindInvalidUtf8("\xF5\x80\x80\x80"), 0U) << "beyond Unicode";
}

TEST(FindInvalidUtf8, FindsItBehindAnyRunOfAscii) {
  for (std::uint32_t length = 0; length < 40; ++length) {
    const std::string ascii(length, 'a');
    EXPECT_FALSE(FindInvalidUtf8(ascii + "é" + ascii).has_value()) << length;
    EXPECT_EQ(FindInvalidUtf8(ascii + "\x80" + ascii), length);
    EXPECT_EQ(FindInvalidUtf8("é" + ascii + "\xFF"), length + 2);
  }
}

}  // namespace
}  // namespace meshc::source
