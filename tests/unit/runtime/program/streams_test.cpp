// How a host reads and writes: input that can be stopped, results in order, signals on the way, output of a
// program.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <istream>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mesh/lines/line_writer.h"
#include "mesh/lines/results.h"
#include "mesh/lines/signal_feed.h"
#include "mesh/program/capture_output.h"
#include "mesh/program/counts_file.h"
#include "mesh/program/descriptor_stream.h"
#include "mesh/program/events.h"
#include "mesh/program/open_streams.h"
#include "mesh/program/reject_file.h"
#include "mesh/program/stoppable_input.h"

namespace mesh::program {
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

/// The lines that came out.
class Lines final : public lines::LineOutput {
 public:
  void Put(lines::Line line) override { text += line.text; }
  bool idle() const override { return true; }
  std::string problem() const override { return ""; }

  std::string text;
};

TEST(Results, ComeInTheOrderOfTheInputs) {
  Lines lines;
  lines::Results results(lines, lines::Order::kOfInputs);
  results.Put(3, {"c"}, true);
  results.Put(2, {"b"}, true);
  EXPECT_EQ(lines.text, "");
  results.Put(1, {"a"}, true);
  EXPECT_EQ(lines.text, "abc");
}

TEST(Results, ComeAsTheyEndIfThatIsWanted) {
  Lines lines;
  lines::Results results(lines, lines::Order::kOfEnds);
  results.Put(3, {"c"}, true);
  results.Put(1, {"a"}, true);
  EXPECT_EQ(lines.text, "ca");
}

TEST(Results, AStopFirstWritesWhatHasEnded) {
  Lines lines;
  lines::Results results(lines, lines::Order::kOfInputs);
  results.Put(3, {"c"}, true);
  results.Put(2, {"b"}, true);
  results.BeginStop();
  EXPECT_EQ(lines.text, "bc") << "in their order";
  results.Put(4, {"(4)"}, false);
  results.Put(5, {"e"}, true);
  results.Put(1, {"(1)"}, false);
  EXPECT_EQ(lines.text, "bce");
  results.Finish();
  EXPECT_EQ(lines.text, "bce(1)(4)") << "what is unfinished comes last, in its order";
}

class LineWriterTest : public StoppableInputTest {
 protected:
  std::string ReadAll() {
    std::string text;
    char part[256];
    for (ssize_t count = 1; count > 0; text.append(part, static_cast<std::size_t>(count)))
      count = read(ends_[0], part, sizeof part);
    return text;
  }
  static void WaitUntilIdle(const lines::LineWriter& writer, Events& events) {
    while (true) {
      const auto seen = events.count();
      if (writer.idle()) return;
      events.WaitBeyond(seen);
    }
  }
  Events events_;
};

TEST_F(LineWriterTest, WritesLinesInTheirOrderAndGivesTheirRoomBack) {
  std::atomic<std::uint32_t> taken = 0;
  {
    lines::LineWriter writer(ends_[1], [this] { events_.Notify(); });
    for (const char* text : {"a", "b", "c"}) writer.Put({text, lines::Credit(taken)});
    WaitUntilIdle(writer, events_);
    EXPECT_EQ(taken, 0U);
    EXPECT_EQ(writer.problem(), "");
  }
  CloseWriter();
  EXPECT_EQ(ReadAll(), "a\nb\nc\n");
}

TEST_F(LineWriterTest, NobodyWaitsForAReaderThatDoesNotRead) {
  std::atomic<std::uint32_t> taken = 0;
  {
    lines::LineWriter writer(ends_[1], nullptr);
    // More than any pipe holds: what puts it, and what ends the writer, does not wait.
    for (int i = 0; i < 64; ++i) writer.Put({std::string(65536, 'x'), lines::Credit(taken)});
    EXPECT_GT(taken, 0U);
    EXPECT_FALSE(writer.idle());
    EXPECT_EQ(writer.problem(), "");
  }
  EXPECT_EQ(taken, 0U);
}

TEST_F(LineWriterTest, AReaderThatHasGoneIsAProblem) {
  std::signal(SIGPIPE, SIG_IGN);
  close(std::exchange(ends_[0], open("/dev/null", O_RDONLY)));
  lines::LineWriter writer(ends_[1], [this] { events_.Notify(); });
  writer.Put({"a"});
  WaitUntilIdle(writer, events_);
  EXPECT_EQ(writer.problem(), std::generic_category().message(EPIPE));
  std::atomic<std::uint32_t> taken = 0;
  writer.Put({"b", lines::Credit(taken)});
  EXPECT_EQ(taken, 0U) << "what nobody will write holds no room";
}

TEST(LineWriter, AFullDiskAndAClosedOutputAreProblems) {
  constexpr int kNeverOpened = 1000;
  for (const auto& [descriptor, error] :
       {std::pair(open("/dev/full", O_WRONLY), ENOSPC), std::pair(kNeverOpened, EBADF)}) {
    Events events;
    lines::LineWriter writer(descriptor, [&events] { events.Notify(); });
    writer.Put({"a"});
    for (auto seen = events.count(); !writer.idle(); seen = events.count()) {
      if (!writer.idle()) events.WaitBeyond(seen);
    }
    EXPECT_EQ(writer.problem(), std::generic_category().message(error));
  }
}

class SignalFeedTest : public testing::Test {
 protected:
  SignalFeedTest() {
    path_ = testing::TempDir() + "signal_feed_" + std::to_string(getpid());
    EXPECT_EQ(mkfifo(path_.c_str(), 0600), 0);
    reader_ = open(path_.c_str(), O_RDONLY | O_NONBLOCK);
    feed_.emplace(reader_, path_,
                  lines::SignalFeed::Actions{.take =
                                                 [this](std::size_t number, std::string_view line) {
                                                   const std::lock_guard lock(mutex_);
                                                   taken_ +=
                                                       std::to_string(number) + "=" + std::string(line) + " ";
                                                   events_.Notify();
                                                 },
                                             .changed = [this] { events_.Notify(); }});
  }
  ~SignalFeedTest() override {
    feed_.reset();
    close(reader_);
    unlink(path_.c_str());
  }
  int OpenWriter() const { return open(path_.c_str(), O_WRONLY); }
  static void Write(int writer, std::string_view text) {
    EXPECT_EQ(write(writer, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  template <typename Condition>
  void WaitUntil(const Condition& condition) {
    while (true) {
      const auto seen = events_.count();
      if (condition()) return;
      events_.WaitBeyond(seen);
    }
  }
  std::string taken() {
    const std::lock_guard lock(mutex_);
    return taken_;
  }

  std::string path_;
  int reader_ = -1;
  Events events_;
  std::mutex mutex_;
  std::string taken_;
  std::optional<lines::SignalFeed> feed_;
};

TEST_F(SignalFeedTest, DeliversLinesWhileTheWriterIsThere) {
  EXPECT_TRUE(feed_->can_come()) << "nobody has opened the FIFO yet, but somebody may";
  const int writer = OpenWriter();
  Write(writer, "one\ntw");
  WaitUntil([this] { return taken() == "1=one "; });
  Write(writer, "o\n");
  WaitUntil([this] { return taken() == "1=one 2=two "; });
  EXPECT_TRUE(feed_->can_come());
  close(writer);
  WaitUntil([this] { return !feed_->can_come(); });
}

TEST_F(SignalFeedTest, TakesTheNextWriterToo) {
  for (const char* text : {"one\n", "two"}) {
    const int writer = OpenWriter();
    Write(writer, text);
    close(writer);
    WaitUntil([&] { return taken().find(std::string(text).substr(0, 3)) != std::string::npos; });
    WaitUntil([this] { return !feed_->can_come(); });
  }
  EXPECT_EQ(taken(), "1=one 2=two ");
}

TEST(RejectFile, IsNotTheInput) {
  const std::string path = testing::TempDir() + "rejects_" + std::to_string(getpid());
  const int input = open(path.c_str(), O_RDWR | O_CREAT, 0600);
  EXPECT_TRUE(std::holds_alternative<std::string>(RejectFile::Open(path, input)));
  close(input);
  unlink(path.c_str());
}

TEST(RejectFile, SaysWhyItCannotBeWritten) {
  auto opened = RejectFile::Open("/dev/full", -1);
  ASSERT_TRUE(std::holds_alternative<RejectFile>(opened));
  EXPECT_FALSE(std::get<RejectFile>(opened).Write("a\n"));
  EXPECT_EQ(std::get<RejectFile>(opened).problem(),
            "cannot write `/dev/full`: " + std::generic_category().message(ENOSPC));
}

TEST(RejectFile, WaitsForAReaderUntilItIsAbandoned) {
  const std::string path = testing::TempDir() + "reject_fifo_" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK);
  auto opened = RejectFile::Open(path, -1);
  auto& rejects = std::get<RejectFile>(opened);
  EXPECT_TRUE(rejects.Write("a\n"));
  char first = 0;
  EXPECT_EQ(read(reader, &first, 1), 1) << "it is written through";
  rejects.Abandon();
  // More than any pipe holds.
  EXPECT_FALSE(rejects.Write(std::string(std::size_t{2} << 20U, 'x')));
  EXPECT_EQ(rejects.problem(), "cannot write `" + path + "`: nobody reads it");
  close(reader);
  unlink(path.c_str());
}

TEST(CountsFile, IsNotTheInput) {
  const std::string path = testing::TempDir() + "counts_" + std::to_string(getpid());
  const int input = open(path.c_str(), O_RDWR | O_CREAT, 0600);
  EXPECT_TRUE(std::holds_alternative<std::string>(CountsFile::Open(path, input)));
  close(input);
  unlink(path.c_str());
}

TEST(CountsFile, SaysWhyItCannotBeWritten) {
  EXPECT_EQ(std::get<std::string>(CountsFile::Open("/no/such/folder/counts", -1)),
            "cannot write `/no/such/folder/counts`: " + std::generic_category().message(ENOENT));
  auto opened = CountsFile::Open("/dev/full", -1);
  ASSERT_TRUE(std::holds_alternative<CountsFile>(opened));
  EXPECT_FALSE(std::get<CountsFile>(opened).Keep("{}\n"));
  EXPECT_EQ(std::get<CountsFile>(opened).problem(),
            "cannot write `/dev/full`: " + std::generic_category().message(ENOSPC));
}

TEST(OpenStreams, TakesCountsToAFileOfTheirOwn) {
  for (const CommandLine& line : {CommandLine{.input = "/dev/null", .counts = "-"},
                                  CommandLine{.input = "/dev/null", .rejects = "a", .counts = "a"}}) {
    OpenStreams open;
    const auto refused = open.Open(line, {});
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->exit_code, 2);
    EXPECT_EQ(open.streams.counts, nullptr);
  }
  OpenStreams open;
  EXPECT_FALSE(open.Open({.input = "/dev/null", .counts = "/dev/null"}, {}));
  EXPECT_NE(open.streams.counts, nullptr);
}

TEST(DescriptorBuffer, RemembersWhyItCouldNotWrite) {
  const int full = open("/dev/full", O_WRONLY);
  DescriptorBuffer buffer(full);
  std::ostream output(&buffer);
  output << std::string(200'000, 'x') << std::flush;
  EXPECT_FALSE(output);
  EXPECT_EQ(buffer.problem(), std::generic_category().message(ENOSPC));
  close(full);
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
}  // namespace mesh::program
