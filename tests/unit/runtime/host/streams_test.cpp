// How a host reads and writes: input that can be stopped, lines in order, output of a program.
#include <istream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>

#include "mesh/host/capture_output.h"
#include "mesh/host/ordered_lines.h"
#include "mesh/host/stoppable_input.h"

namespace mesh::host {
namespace {

class StoppableInputTest : public testing::Test {
 protected:
  StoppableInputTest() { EXPECT_EQ(pipe(ends_), 0); }
  ~StoppableInputTest() override {
    close(ends_[0]);
    if (ends_[1] >= 0) close(ends_[1]);
  }
  void Write(const std::string& text) {
    EXPECT_EQ(write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void CloseWriter() { close(std::exchange(ends_[1], -1)); }

  int ends_[2] = {-1, -1};
};

TEST_F(StoppableInputTest, GivesWhatTheDescriptorGives) {
  StoppableInput buffer(ends_[0]);
  std::istream input(&buffer);
  Write("one\ntwo");
  CloseWriter();
  std::string line;
  EXPECT_TRUE(std::getline(input, line));
  EXPECT_EQ(line, "one");
  EXPECT_TRUE(std::getline(input, line));
  EXPECT_EQ(line, "two");
  EXPECT_FALSE(std::getline(input, line));
}

TEST_F(StoppableInputTest, EndsAReadThatWaits) {
  StoppableInput buffer(ends_[0]);
  std::istream input(&buffer);
  std::string line;
  std::thread reader([&] { std::getline(input, line); });
  buffer.Stop();
  reader.join();
  EXPECT_TRUE(line.empty());
  EXPECT_TRUE(input.eof());
}

TEST(OrderedLines, WritesInTheOrderOfTheNumbers) {
  std::ostringstream output;
  OrderedLines lines(output);
  for (int i = 0; i < 3; ++i) lines.Announce();
  lines.Put(3, "c");
  lines.Put(2, "b");
  EXPECT_EQ(output.str(), "");
  lines.Put(1, "a");
  lines.WaitForAll();
  EXPECT_EQ(output.str(), "a\nb\nc\n");
}

TEST(OrderedLines, HoldsBackWhoIsTooFarAhead) {
  std::ostringstream output;
  OrderedLines lines(output);
  constexpr std::uint64_t kLines = 20'000;
  std::thread announcer([&] {
    for (std::uint64_t number = 1; number <= kLines; ++number) {
      // The first line of each window comes when the window is full.
      const std::uint64_t announced = lines.Announce();
      if (announced % 4096 != 0) continue;
      for (std::uint64_t earlier = announced - 4095; earlier <= announced; ++earlier) lines.Put(earlier, "x");
    }
    for (std::uint64_t rest = kLines / 4096 * 4096 + 1; rest <= kLines; ++rest) lines.Put(rest, "x");
  });
  announcer.join();
  lines.WaitForAll();
  EXPECT_EQ(output.str().size(), 2 * kLines);
}

TEST(CaptureOutput, GivesWhatAProgramPrints) {
  EXPECT_EQ(std::get<std::string>(CaptureOutput({"printf", "%s", "a b"})), "a b");
}

TEST(CaptureOutput, SaysWhatWentWrong) {
  const auto missing = CaptureOutput({"no-such-program-anywhere"});
  EXPECT_NE(std::get<CaptureProblem>(missing).message.find("cannot start `no-such-program-anywhere`"),
            std::string::npos);
  const auto failed = CaptureOutput({"false"});
  EXPECT_EQ(std::get<CaptureProblem>(failed).message, "`false` ended with exit code 1");
}

}  // namespace
}  // namespace mesh::host
