#include "compiler/language_server/framing.h"

#include <gtest/gtest.h>

#include <sstream>

namespace meshc::language_server {
namespace {

Frame Read(const std::string& bytes) {
  std::istringstream in(bytes);
  return ReadFrame(in);
}

TEST(Framing, WhatIsWrittenIsRead) {
  std::stringstream stream;
  WriteFrame(stream, "{}");
  WriteFrame(stream, "[1]");
  EXPECT_EQ(ReadFrame(stream).body, "{}");
  EXPECT_EQ(ReadFrame(stream).body, "[1]");
  EXPECT_EQ(ReadFrame(stream).kind, Frame::Kind::kEnd);
}

TEST(Framing, TakesOtherHeadersAndAnyCase) {
  const Frame frame = Read("Content-Type: application/vscode-jsonrpc\r\ncontent-LENGTH:  2 \r\n\r\n{}");
  EXPECT_EQ(frame.kind, Frame::Kind::kMessage);
  EXPECT_EQ(frame.body, "{}");
}

TEST(Framing, LinesMayEndWithLfAlone) { EXPECT_EQ(Read("Content-Length: 2\n\n{}").body, "{}"); }

TEST(Framing, AHeaderWithoutLengthIsMalformedAndReadingGoesOn) {
  std::istringstream in("Content-Length: two\r\n\r\nContent-Length: 2\r\n\r\n{}");
  EXPECT_EQ(ReadFrame(in).kind, Frame::Kind::kMalformed);
  EXPECT_EQ(ReadFrame(in).body, "{}");
}

TEST(Framing, NegativeLengthsAreMalformed) {
  EXPECT_EQ(Read("Content-Length: -2\r\n\r\n{}").kind, Frame::Kind::kMalformed);
}

TEST(Framing, AMessageAbove64MiBIsTooLarge) {
  EXPECT_EQ(Read("Content-Length: 67108865\r\n\r\n").kind, Frame::Kind::kTooLarge);
  EXPECT_EQ(Read("Content-Length: 99999999999999999999999\r\n\r\n").kind, Frame::Kind::kTooLarge);
}

TEST(Framing, AnEndWithinAMessageIsAnEnd) {
  EXPECT_EQ(Read("Content-Length: 9\r\n\r\n{}").kind, Frame::Kind::kEnd);
  EXPECT_EQ(Read("Content-Le").kind, Frame::Kind::kEnd);
}

TEST(Framing, AHeaderWithoutEndIsBounded) {
  EXPECT_EQ(Read(std::string(1'000'000, 'x')).kind, Frame::Kind::kEnd);
}

}  // namespace
}  // namespace meshc::language_server
