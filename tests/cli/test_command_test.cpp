#include <gtest/gtest.h>

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

/// `kNotes` with a scenario that does not hold.
std::string WithFailure() {
  return std::string(kNotes) +
         "scenario \"an <answer> is lost\" for keep { given { text: \"a\" }; expect reply == \"never\"; }\n";
}

bool EndsWith(const std::string& text, const std::string& end) { return text.ends_with(end); }

TEST(TestCommand, RunsScenariosAndCountsThem) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"test", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(EndsWith(outcome.out, "1 passed, 0 failed\n")) << outcome.out;
}

TEST(TestCommand, IsOneIfAScenarioFails) {
  MemoryWorld world = WorldWith(WithFailure());
  const auto outcome = world.Run({"test", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(EndsWith(outcome.out, "1 passed, 1 failed\n")) << outcome.out;
  EXPECT_NE(outcome.out.find("reply == \"never\""), std::string::npos) << outcome.out;
}

TEST(TestCommand, CountsOverAllFiles) {
  MemoryWorld world = WorldWith(kNotes);
  world.files.Put("more.flow", WithFailure());
  world.files.Put("broken.flow", "mesh broken;\nflow");
  const auto outcome = world.Run({"test", "notes.flow", "more.flow", "broken.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(EndsWith(outcome.out, "2 passed, 1 failed\n")) << outcome.out;
  EXPECT_NE(outcome.err.find("broken.flow:"), std::string::npos);
}

TEST(TestCommand, FiltersByTitle) {
  MemoryWorld world = WorldWith(WithFailure());
  const auto outcome = world.Run({"test", "--filter", "is kept", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(EndsWith(outcome.out, "1 passed, 0 failed\n")) << outcome.out;
}

TEST(TestCommand, TracesHops) {
  MemoryWorld world = WorldWith(kNotes);
  const auto plain = world.Run({"test", "notes.flow"});
  const auto traced = world.Run({"test", "--trace", "notes.flow"});
  EXPECT_EQ(traced.exit_code, 0);
  EXPECT_GT(traced.out.size(), plain.out.size());
}

TEST(TestCommand, WritesJunit) {
  MemoryWorld world = WorldWith(WithFailure());
  EXPECT_EQ(world.Run({"test", "--junit", "results.xml", "notes.flow"}).exit_code, 1);
  const std::string xml = world.output.files.at("results.xml");
  EXPECT_NE(xml.find("<testsuite name=\"notes.flow\" tests=\"2\" failures=\"1\">"), std::string::npos) << xml;
  EXPECT_NE(xml.find("name=\"an &lt;answer> is lost\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure message="), std::string::npos) << xml;
}

}  // namespace
}  // namespace meshc::test
