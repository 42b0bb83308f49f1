#include "compiler/language_server/run_apart.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace meshc::language_server {
namespace {

TEST(RunApart, GivesWhatTheWorkGives) {
  EXPECT_EQ(RunApart([] { return std::string(); }), "");
  const std::string long_text(1'000'000, 'x');
  EXPECT_EQ(RunApart([&] { return long_text; }), long_text);
}

TEST(RunApart, LeavesThisProcessAsItWas) {
  int number = 1;
  EXPECT_EQ(RunApart([&] { return std::to_string(++number); }), "2");
  EXPECT_EQ(number, 1);
}

TEST(RunApart, OutlivesWorkThatBreaksDown) {
  EXPECT_EQ(RunApart([]() -> std::string { throw std::runtime_error("on purpose"); }), std::nullopt);
  EXPECT_EQ(RunApart([]() -> std::string { _Exit(0); }), std::nullopt);
  EXPECT_EQ(RunApart([]() -> std::string {
              std::raise(SIGKILL);
              return "alive";
            }),
            std::nullopt);
}

}  // namespace
}  // namespace meshc::language_server
