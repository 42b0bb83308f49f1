// Lines of an input that comes in blocks: where they end, and what becomes of those that are too long.
#include "mesh/lines/line_reader.h"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mesh::lines {
namespace {

/// What a reader makes of a text that comes in blocks of so many bytes.
class Blocks final : public std::streambuf {
 public:
  Blocks(std::string text, std::size_t block) : text_(std::move(text)), block_(block) {}

 protected:
  int_type underflow() override {
    if (next_ == text_.size()) return traits_type::eof();
    const std::size_t size = std::min(block_, text_.size() - next_);
    setg(text_.data() + next_, text_.data() + next_, text_.data() + next_ + size);
    next_ += size;
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::string text_;
  const std::size_t block_;
  std::size_t next_ = 0;
};

/// Each line in brackets, too long ones as `!` with what was handed on; `~` behind one that the input has cut
/// off.
std::string Read(const std::string& text, std::size_t block, std::size_t limit) {
  Blocks source(text, block);
  std::string passed;
  const std::function<void(std::string_view)> overflow = [&passed](std::string_view piece) {
    passed += piece;
  };
  LineReader reader(source, limit, overflow);
  std::string read;
  while (true) {
    if (const auto line = reader.NextRead()) {
      read += "(" + std::string(*line) + ")";
      continue;
    }
    passed.clear();
    const ReadLine line = reader.Next();
    EXPECT_EQ(line.problem, "");
    if (line.ending == Ending::kNothing) return read;
    read += (line.too_long ? "!" + passed : "(" + std::string(line.text) + ")");
    if (line.ending == Ending::kInput) read += "~";
  }
}

TEST(LineReader, LinesAreTheSameHoweverTheyCome) {
  for (const std::size_t block : {1U, 2U, 3U, 5U, 7U, 100U}) {
    EXPECT_EQ(Read("one\n\nthree\r\nfour", block, 100), "(one)()(three\r)(four)~") << block;
    EXPECT_EQ(Read("one\n", block, 100), "(one)") << block;
    EXPECT_EQ(Read("", block, 100), "") << block;
    EXPECT_EQ(Read("\n", block, 100), "()") << block;
  }
}

TEST(LineReader, ALineOfTheLimitIsWholeAndALongerOneIsHandedOn) {
  for (const std::size_t block : {1U, 2U, 3U, 5U, 7U, 100U}) {
    EXPECT_EQ(Read("1234\n12345\n1234\n", block, 4), "(1234)!12345(1234)") << block;
    EXPECT_EQ(Read("123456789\n\n", block, 4), "!123456789()") << block;
    EXPECT_EQ(Read("1\n12345", block, 4), "(1)!12345~") << block;
    EXPECT_EQ(Read("1234", block, 4), "(1234)~") << block;
  }
}

TEST(LineReader, LongLinesFarBeyondABlockAreHandedOnWhole) {
  const std::string text(3'000'000, 'x');
  EXPECT_EQ(Read(text + "\nend\n", 1U << 16U, 1'000'000), "!" + text + "(end)");
}

TEST(LineReader, WhatHasBeenReadIsThereWithoutWaiting) {
  Blocks source("a\nb\nc\nd", 6);
  const std::function<void(std::string_view)> nobody;
  LineReader reader(source, 100, nobody);
  EXPECT_FALSE(reader.NextRead());
  EXPECT_EQ(reader.Next().text, "a");
  EXPECT_EQ(reader.NextRead(), "b");
  EXPECT_EQ(reader.NextRead(), "c");
  EXPECT_FALSE(reader.NextRead()) << "its end has not come";
  EXPECT_EQ(reader.Next().text, "d");
}

}  // namespace
}  // namespace mesh::lines
