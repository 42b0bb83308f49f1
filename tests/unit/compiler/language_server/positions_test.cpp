#include "compiler/language_server/positions.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

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

std::vector<std::uint32_t> BeginsOfLines(std::string_view text) {
  std::vector<std::uint32_t> begins{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool ends = text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n");
    if (ends) begins.push_back(static_cast<std::uint32_t>(i + 1));
  }
  return begins;
}

TEST(Positions, LinesEndWithEachEndAloneAndWithThePair) {
  constexpr int kTexts = 3 * 3 * 3 * 3 * 3 * 3;
  for (int number = 0; number < kTexts; ++number) {
    std::string text;
    for (int rest = number; rest > 0; rest /= 3) text += "a\r\n"[rest % 3];
    const LineIndex lines(text);
    const std::vector<std::uint32_t> begins = BeginsOfLines(text);
    ASSERT_EQ(lines.line_count(), begins.size()) << testing::PrintToString(text);
    for (std::uint32_t line = 0; line < begins.size(); ++line)
      ASSERT_EQ(lines.OffsetOf({line, 0}, kUtf8), begins[line]) << testing::PrintToString(text);
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
