// What every test program is: GoogleTest's own, but a test that hangs is named, and ends the program.
#include <csignal>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace {

/// Less than what CTest grants a whole program, and more than any test takes on a busy machine.
constexpr unsigned kMostSeconds = 1'200;
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
  void OnTestStart(const testing::TestInfo& test) override {
    Complaint() = std::string("[  HANGS   ] ") + test.test_suite_name() + "." + test.name() +
                  " has not ended within 20 minutes\n";
    alarm(kMostSeconds);
  }
  void OnTestEnd(const testing::TestInfo& /*test*/) override { alarm(0); }
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (std::signal(SIGALRM, GiveUp) == SIG_ERR) return EXIT_FAILURE;
  testing::UnitTest::GetInstance()->listeners().Append(new HangWatch);
  return RUN_ALL_TESTS();
}
