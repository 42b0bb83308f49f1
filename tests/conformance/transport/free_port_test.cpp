// A server of a test keeps its port while it starts and while it is away.
#include "tests/support/free_port.h"

#include <fstream>
#include <set>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace mesh::test {
namespace {

TEST(FreePort, IsNoneThatTheSystemGives) {
  std::ifstream range("/proc/sys/net/ipv4/ip_local_port_range");
  int first = 0;
  ASSERT_TRUE(range >> first);
  if (first < 32'000) GTEST_SKIP() << "this system gives nearly all of them";
  for (int i = 0; i < 100; ++i) EXPECT_LT(std::stoi(FreePort()), first);
}

TEST(FreePort, IsOneProcesssAsLongAsThatLives) {
  const std::string port = FreePort();
  const auto can_claim = [&port] { return ClaimPort(port); };
  EXPECT_FALSE(can_claim()) << "its own";
  const pid_t other = fork();
  if (other == 0) _exit(can_claim() ? 1 : 0);
  int status = -1;
  waitpid(other, &status, 0);
  EXPECT_EQ(status, 0) << "another process has it too";
}

TEST(FreePort, IsFreeAgainWhenItsHolderHasEnded) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t other = fork();
  if (other == 0) {
    const std::string port = FreePort();
    _exit(write(ends[1], port.data(), port.size()) == static_cast<ssize_t>(port.size()) ? 0 : 1);
  }
  waitpid(other, nullptr, 0);
  char text[8] = {};
  ASSERT_GT(read(ends[0], text, sizeof text - 1), 0);
  EXPECT_TRUE(ClaimPort(text));
}

}  // namespace
}  // namespace mesh::test
