#include "compiler/language_server/positions.h"

#include <gtest/gtest.h>

namespace meshc::language_server {
namespace {

constexpr auto kUtf8 = Encoding::kUtf8;
constexpr auto kUtf16 = Encoding::kUtf16;

TEST(Positions, CountUnitsOfTheEncoding) {
  const std::string text = "aé漢🎭b";
  const LineIndex lines(text);
  EXPECT_EQ(lines.PositionOf(10, kUtf8), (Position{0, 10}));
  EXPECT_EQ(lines.PositionOf(10, kUtf16), (Position{0, 5}));
  EXPECT_EQ(lines.OffsetOf({0, 5}, kUtf16), 10U);
  EXPECT_EQ(lines.OffsetOf({0, 10}, kUtf8), 10U);
}

TEST(Positions, EveryOffsetOfACharacterComesBack) {
  const std::string text = "\xEF\xBB\xBFmesh é;\r\nflow 漢\r🎭\n\n";
  const LineIndex lines(text);
  for (std::uint32_t at = 0; at <= text.size(); ++at) {
    const bool inside = at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    // What stands between CR and LF is the end of its line.
    if (inside || (at > 0 && at < text.size() && text[at] == '\n' && text[at - 1] == '\r')) continue;
    EXPECT_EQ(lines.OffsetOf(lines.PositionOf(at, kUtf8), kUtf8), at);
    EXPECT_EQ(lines.OffsetOf(lines.PositionOf(at, kUtf16), kUtf16), at);
  }
}

TEST(Positions, HalfASurrogatePairIsTheBeginOfItsCharacter) {
  const LineIndex lines("🎭b");
  EXPECT_EQ(lines.OffsetOf({0, 1}, kUtf16), 0U);
  EXPECT_EQ(lines.OffsetOf({0, 2}, kUtf16), 4U);
}

TEST(Positions, AByteInsideOfACharacterIsItsBegin) {
  const LineIndex lines("é");
  EXPECT_EQ(lines.OffsetOf({0, 1}, kUtf8), 0U);
}

TEST(Positions, WhatIsBehindAnEndIsTheEnd) {
  const LineIndex lines("ab\ncd");
  EXPECT_EQ(lines.OffsetOf({0, 99}, kUtf16), 2U);
  EXPECT_EQ(lines.OffsetOf({7, 0}, kUtf16), 5U);
  EXPECT_EQ(lines.OffsetOf({1, 4'000'000'000U}, kUtf8), 5U);
  EXPECT_EQ(lines.PositionOf(900, kUtf8), (Position{1, 2}));
}

TEST(Positions, LinesEndWithLfCrlfOrCr) {
  const LineIndex lines("a\r\nb\rc\n");
  EXPECT_EQ(lines.line_count(), 4U);
  EXPECT_EQ(lines.OffsetOf({0, 9}, kUtf8), 1U);
  EXPECT_EQ(lines.OffsetOf({1, 0}, kUtf8), 3U);
  EXPECT_EQ(lines.OffsetOf({2, 0}, kUtf8), 5U);
  EXPECT_EQ(lines.OffsetOf({3, 0}, kUtf8), 7U);
}

TEST(Positions, AnEmptyTextHasOneLine) {
  const LineIndex lines("");
  EXPECT_EQ(lines.line_count(), 1U);
  EXPECT_EQ(lines.OffsetOf({0, 3}, kUtf16), 0U);
}

TEST(Positions, BytesThatAreNoUtf8KeepTheirPlaces) {
  const std::string text = "a\xFF\x80 b";
  const LineIndex lines(text);
  EXPECT_LE(lines.OffsetOf({0, 99}, kUtf16), text.size());
}

}  // namespace
}  // namespace meshc::language_server
