// The threaded run of a host binary: lines in, lines out, and how signals end it.
#include "mesh/program/serve.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "mesh/program/stop_signals.h"
#include "tests/support/captured_output.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

class ServeTest : public testing::Test {
 protected:
  ServeTest() { EXPECT_EQ(pipe(ends_), 0); }
  ~ServeTest() override {
    close(ends_[0]);
    CloseInput();
  }

  void Write(const std::string& text) {
    EXPECT_EQ(write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void CloseInput() {
    if (ends_[1] >= 0) close(std::exchange(ends_[1], -1));
  }

  /// Serves until the input ends; the exit code. What it prints is in `results_` and `errors_`.
  int Serve(Answer work, const program::CommandLine& line = {.threads = 4}) {
    const actor::Entry actors[] = {EntryOf(mesh_.table(), "work", std::move(work)),
                                   EntryOf(mesh_.table(), "fallback", Raises("crash"))};
    const program::Program program{.mesh = "test.mesh", .routes_library = {}, .actors = actors};
    CapturedOutput printed(STDOUT_FILENO);
    CapturedOutput said(STDERR_FILENO);
    const int code = program::Serve(line, program, {.tables = {&mesh_.table()}, .skipped = {}}, 0,
                                    {.input = ends_[0], .output = output_});
    errors_ = said.Take();
    std::istringstream lines(printed.Take());
    for (std::string text; std::getline(lines, text);) results_.push_back(nlohmann::json::parse(text));
    return code;
  }

  CallMesh mesh_{{.concurrency = 2, .caught = contract::BuiltinError::kCount}};
  int ends_[2] = {-1, -1};
  int output_ = STDOUT_FILENO;
  std::vector<nlohmann::json> results_;
  std::string errors_;
};

TEST_F(ServeTest, AnswersEveryLineAndExitsCleanly) {
  Write("{\"text\": \"a\"}\n{\"text\": \"b\"}\n");
  CloseInput();
  EXPECT_EQ(Serve(Returns(Value::String("done"))), 0);
  ASSERT_EQ(results_.size(), 2U);
  EXPECT_EQ(results_[1]["input"], 2);
  EXPECT_EQ(results_[1]["payload"], nlohmann::json::parse(R"({"text": "b", "reply": "done"})"));
}

TEST_F(ServeTest, ExitsWithOneIfAnyEnvelopeFailed) {
  Write("{\"text\": \"a\"}\n");
  CloseInput();
  EXPECT_EQ(Serve(Raises("crash")), 1);
  EXPECT_EQ(results_.at(0)["error"]["name"], "crash");
}

TEST_F(ServeTest, AMessageThatIsNotUtf8IsPrintedWithReplacements) {
  Write("{\"text\": \"a\"}\n{\"text\": \"\xFF\"}\n");
  CloseInput();
  EXPECT_EQ(Serve([](auto, auto&) -> actor::Outcome { throw std::runtime_error("\xFF"); }), 1);
  ASSERT_EQ(results_.size(), 2U);
  EXPECT_EQ(results_[0]["error"]["message"], "\uFFFD");
  EXPECT_EQ(results_[1]["error"]["name"], "contract_violation") << "the line itself is not UTF-8";
}

TEST_F(ServeTest, ADetailThatIsNotUtf8IsPrintedWithReplacements) {
  Write("{\"text\": \"a\"}\n");
  CloseInput();
  Serve([](auto, auto&) {
    return Error{.name = "crash", .message = {}, .actor = {}, .detail = Value::String("\xFF")};
  });
  EXPECT_EQ(results_.at(0)["error"]["detail"], "\uFFFD");
}

TEST_F(ServeTest, ASignalEndsTheInputAndWhatIsUnderWayIsFinished) {
  Write("{\"text\": \"a\"}\n");
  const int code = Serve([](auto, auto&) {
    kill(getpid(), SIGTERM);
    return actor::Results{{Value::String("finished")}};
  });
  EXPECT_EQ(code, 1) << "a batch that was stopped is not whole";
  EXPECT_EQ(results_.at(0)["payload"]["reply"], "finished");
  EXPECT_NE(errors_.find("stopped by SIGTERM\nthe last input that was taken is 1, on line 1\n"),
            std::string::npos)
      << errors_;
}

TEST_F(ServeTest, StandardErrorEndsWithASummary) {
  Write("{\"text\": \"a\"}\n\nnot json\n");
  CloseInput();
  Serve(Returns(Value::String("done")));
  EXPECT_EQ(errors_.rfind("2 read, 1 succeeded, 1 failed, 0 unfinished, ", 0), 0U) << errors_;
  EXPECT_TRUE(errors_.ends_with(" seconds\n")) << errors_;
}

/// The next line of a pipe.
nlohmann::json ReadLine(int pipe) {
  std::string line;
  for (char c = 0; read(pipe, &c, 1) == 1 && c != '\n';) line += c;
  return nlohmann::json::parse(line);
}

TEST_F(ServeTest, ResultsComeAsTheyEndIfThatIsWanted) {
  Write("{\"text\": \"slow\"}\n{\"text\": \"quick\"}\n");
  CloseInput();
  int output[2] = {-1, -1};
  ASSERT_EQ(pipe(output), 0);
  output_ = output[1];
  nlohmann::json first;
  // The first input goes on when it has read the result of the second one.
  Serve(
      [&](std::span<const Value> arguments, auto&) {
        if (arguments[0].text() == "slow") first = ReadLine(output[0]);
        return actor::Results{{Value::String("done")}};
      },
      {.unordered = true, .threads = 2});
  EXPECT_EQ(first["input"], 2);
  EXPECT_EQ(ReadLine(output[0])["input"], 1);
  close(output[0]);
  close(output[1]);
}

TEST_F(ServeTest, NoMoreInputsAreTakenThanTheMeshMayHold) {
  for (const char* text : {"slow", "second", "third", "fourth"})
    Write("{\"text\": \"" + std::string(text) + "\"}\n");
  CloseInput();
  Gate gate;
  std::atomic<bool> slow_done = false;
  std::atomic<int> early = 0;
  Serve(
      [&](std::span<const Value> arguments, auto&) {
        const std::string_view text = arguments[0].text();
        if (text == "slow") {
          gate.Pass();
          slow_done = true;
        } else if (text == "second") {
          gate.Open();
        } else if (!slow_done) {
          ++early;
        }
        return actor::Results{{Value::String("done")}};
      },
      {.threads = 2, .max_envelopes = 2});
  EXPECT_EQ(results_.size(), 4U);
  EXPECT_EQ(early, 0) << "what waits to be printed behind a slow one counts, too";
}

TEST_F(ServeTest, AnOutputThatCannotBeWrittenIsAnError) {
  Write("{\"text\": \"a\"}\n");
  output_ = open("/dev/full", O_WRONLY);
  EXPECT_EQ(Serve(Returns(Value::String("done"))), 2) << "though the input was never closed";
  EXPECT_NE(errors_.find("cannot write to standard output: No space left on device\n"), std::string::npos)
      << errors_;
  close(output_);
}

TEST_F(ServeTest, AnInputThatCannotBeReadIsAnError) {
  close(std::exchange(ends_[0], open("/", O_RDONLY)));
  EXPECT_EQ(Serve(Returns(Value::String("done"))), 2);
  EXPECT_NE(errors_.find("cannot read the input: Is a directory\n"), std::string::npos) << errors_;
}

TEST_F(ServeTest, WhatHandlersLogIsOneJsonObjectALine) {
  Write("\n{\"text\": \"a\"}\n");
  CloseInput();
  const std::string forged = "slow\n{\"level\":\"error\"}\r\x1b[2J\u2028\u0085";
  Serve([&forged](auto, actor::Context& context) {
    context.Log(actor::LogLevel::kWarning, forged);
    return actor::Results{{Value::String("done")}};
  });
  const std::string first = errors_.substr(0, errors_.find('\n'));
  const auto line = nlohmann::json::parse(first);
  EXPECT_EQ(line["level"], "warning");
  EXPECT_EQ(line["input"], 1);
  EXPECT_EQ(line["actor"], "work");
  EXPECT_EQ(line["envelope"].get<std::string>().size(), 36U);
  EXPECT_TRUE(line["time"].get<std::string>().ends_with("Z"));
  EXPECT_EQ(line["message"], forged);
  EXPECT_EQ(first.find_first_of("\r\x1b"), std::string::npos);
  EXPECT_EQ(first.find("\u2028"), std::string::npos);
  EXPECT_EQ(std::count(errors_.begin(), errors_.end(), '\n'), 2) << "one line of log, one summary";
}

TEST_F(ServeTest, AHandlerThatCallsExitEndsTheRunAsAFailure) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Write("{\"text\": \"a\"}\n");
  const auto serve = [this] {
    const actor::Entry actors[] = {EntryOf(mesh_.table(), "work",
                                           [](auto, auto&) -> actor::Outcome {
                                             std::exit(0);  // NOLINT(concurrency-mt-unsafe)
                                           }),
                                   EntryOf(mesh_.table(), "fallback", Raises("crash"))};
    const program::Program program{.mesh = "test.mesh", .routes_library = {}, .actors = actors};
    program::Serve({.threads = 2}, program, {.tables = {&mesh_.table()}, .skipped = {}}, 0,
                   {.input = ends_[0], .output = STDOUT_FILENO});
  };
  EXPECT_EXIT(serve(), testing::ExitedWithCode(1),
              "a handler called `exit`(.|\n)*1 read, 0 succeeded, 0 failed, 1 unfinished");
}

TEST(StopSignals, AfterTheWatchNobodyIsAsked) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto signal_late = [] {
    bool asked = false;
    {
      const program::StopSignals signals;
      {
        const program::SignalWatch watch(signals, [&asked](int) { asked = true; });
      }
      kill(getpid(), SIGTERM);
      sigset_t pending;
      sigpending(&pending);
      // Taken back, so that it does not end the process when the signals are let go.
      if (sigismember(&pending, SIGTERM) == 1) std::signal(SIGTERM, SIG_IGN);
    }
    std::_Exit(asked ? 1 : 0);
  };
  EXPECT_EXIT(signal_late(), testing::ExitedWithCode(0), "");
}

TEST(StopSignals, ASecondSignalEndsTheProcessAtOnce) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto signal_twice = [] {
    Gate asked;
    program::StopSignals signals;
    const program::SignalWatch watch(signals, [&asked](int) { asked.Pass(); });
    kill(getpid(), SIGTERM);
    asked.WaitForArrivals(1);
    asked.Open();
    kill(getpid(), SIGINT);
    pause();
  };
  EXPECT_EXIT(signal_twice(), testing::ExitedWithCode(128 + SIGINT), "");
}

}  // namespace
}  // namespace mesh::test
