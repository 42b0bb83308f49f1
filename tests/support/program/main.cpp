// What every test program is: GoogleTest's own, but a test that hangs is named, and ends the program.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MESHC_FINDS_LEAKS
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define MESHC_FINDS_LEAKS
#endif
#ifdef MESHC_FINDS_LEAKS
/// What the libraries that draw pictures never give back is no leak of ours.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig\nleak:libpango\nleak:libglib\nleak:libgvc\nleak:libcdt\nleak:libcgraph\n";
}
#endif

namespace {

/// More than any test takes on a busy machine.
constexpr std::int64_t kMostSeconds = 1'200;
/// How long the whole program may take, a little less than what CTest grants it. By hand there is no limit.
constexpr const char* kLimitVariable = "MESHC_TEST_SECONDS";
constexpr int kHungExitCode = 124;

/// What a signal handler says: it may not put it together.
std::string& Complaint() {
  static std::string complaint;
  return complaint;
}

void GiveUp(int /*signal*/) {
  const std::string& complaint = Complaint();
  (void)!write(STDERR_FILENO, complaint.data(), complaint.size());
  _exit(kHungExitCode);
}

/// Not a thread: tests fork.
class HangWatch : public testing::EmptyTestEventListener {
 public:
  explicit HangWatch(std::int64_t most_in_all) : most_in_all_(most_in_all) {}

  void OnTestSuiteStart(const testing::TestSuite& suite) override { Expect(suite.name()); }
  void OnTestStart(const testing::TestInfo& test) override {
    Expect(std::string(test.test_suite_name()) + "." + test.name());
  }
  void OnTestEnd(const testing::TestInfo& test) override { Expect(test.test_suite_name()); }
  void OnTestSuiteEnd(const testing::TestSuite& /*suite*/) override { alarm(0); }

 private:
  void Expect(const std::string& name) const {
    const auto now = std::chrono::steady_clock::now();
    const std::int64_t left =
        most_in_all_ - std::chrono::duration_cast<std::chrono::seconds>(now - began_).count();
    const std::int64_t seconds = std::clamp<std::int64_t>(left, 1, kMostSeconds);
    alarm(0);
    Complaint() = "[  HANGS   ] " + name + " has not ended within " + std::to_string(seconds) + " seconds\n";
    alarm(static_cast<unsigned>(seconds));
  }

  const std::int64_t most_in_all_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const char* const limit = std::getenv(kLimitVariable)) {
    if (std::signal(SIGALRM, GiveUp) == SIG_ERR) return EXIT_FAILURE;
    testing::UnitTest::GetInstance()->listeners().Append(new HangWatch(std::atoll(limit)));
  }
  return RUN_ALL_TESTS();
}
