#include "compiler/driver/process.h"

#include <gtest/gtest.h>

namespace meshc::driver {
namespace {

TEST(SystemProcesses, YieldTheExitCode) {
  EXPECT_EQ(std::get<int>(SystemProcesses().Run("/bin/sh", {"-c", "exit 7"})), 7);
  EXPECT_EQ(std::get<int>(SystemProcesses().Run("/bin/sh", {"-c", "exit $#", "sh", "a b", "c"})), 2);
}

TEST(SystemProcesses, TellTheSignalThatEndedAProgram) {
  EXPECT_EQ(std::get<int>(SystemProcesses().Run("/bin/sh", {"-c", "kill -TERM $$"})), 128 + 15);
}

TEST(SystemProcesses, SayWhyAProgramDoesNotStart) {
  const auto failure = std::get<StartFailure>(SystemProcesses().Run("/no/such/program", {}));
  EXPECT_FALSE(failure.reason.empty());
}

}  // namespace
}  // namespace meshc::driver
