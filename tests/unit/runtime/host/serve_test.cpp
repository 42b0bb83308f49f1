// The threaded run of a host binary: lines in, lines out, and how signals end it.
#include "mesh/host/serve.h"

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "mesh/host/stop_signals.h"
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

  /// Serves until the input ends; the exit code. What it prints is in `results_`.
  int Serve(Answer work) {
    const actor::Entry actors[] = {EntryOf(mesh_.table(), "work", std::move(work)),
                                   EntryOf(mesh_.table(), "fallback", Raises("crash"))};
    const host::Program program{.mesh = "test.mesh", .routes_library = {}, .actors = actors};
    testing::internal::CaptureStdout();
    const int code =
        host::Serve({.threads = 2}, program, {.tables = {&mesh_.table()}, .skipped = {}}, 0, ends_[0], {});
    std::istringstream lines(testing::internal::GetCapturedStdout());
    for (std::string line; std::getline(lines, line);) results_.push_back(nlohmann::json::parse(line));
    return code;
  }

  CallMesh mesh_{{.caught = contract::BuiltinError::kCount}};
  int ends_[2] = {-1, -1};
  std::vector<nlohmann::json> results_;
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
  EXPECT_EQ(code, 0) << "though the input was never closed";
  EXPECT_EQ(results_.at(0)["payload"]["reply"], "finished");
}

TEST(StopSignals, AfterTheWatchNobodyIsAsked) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto signal_late = [] {
    bool asked = false;
    {
      const host::StopSignals signals;
      {
        const host::SignalWatch watch(signals, [&asked] { asked = true; });
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
    host::StopSignals signals;
    const host::SignalWatch watch(signals, [&asked] { asked.Pass(); });
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
