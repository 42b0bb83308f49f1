#include "compiler/driver/world/process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace meshc::driver {
namespace {

std::string ReasonOf(const std::variant<std::string, ProcessFailure>& captured) {
  const auto* failure = std::get_if<ProcessFailure>(&captured);
  return failure == nullptr ? "" : failure->reason;
}

TEST(SystemProcesses, CaptureWhatAProgramPrints) {
  EXPECT_EQ(std::get<std::string>(SystemProcesses().Capture("/bin/sh", {"-c", "echo $#", "sh", "a b", "c"})),
            "2\n");
}

TEST(SystemProcesses, SayWhyAProgramDoesNotEndWell) {
  EXPECT_NE(ReasonOf(SystemProcesses().Capture("/no/such/program", {})), "");
  EXPECT_NE(ReasonOf(SystemProcesses().Capture("no_such_program", {})).find("./no_such_program"),
            std::string::npos);
  EXPECT_NE(ReasonOf(SystemProcesses().Capture("/bin/sh", {"-c", "exit 7"})).find("exit code 7"),
            std::string::npos);
}

TEST(SystemProcesses, AProgramTakesThePlaceOfThisOne) {
  const pid_t child = fork();
  if (child == 0) {
    SystemProcesses().Become("/bin/sh", {"-c", "kill -TERM $$"});
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the signal is the process's own";
}

TEST(SystemProcesses, SayWhyAProgramDoesNotStart) {
  const auto failure = std::get<ProcessFailure>(SystemProcesses().Become("/no/such/program", {}));
  EXPECT_EQ(failure.reason, "No such file or directory");
}

}  // namespace
}  // namespace meshc::driver
