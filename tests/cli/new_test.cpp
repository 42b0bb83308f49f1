#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/memory_world.h"

namespace meshc::test {
namespace {

/// Lets later commands read what an earlier one wrote.
void PutWritten(MemoryWorld& world) {
  for (const auto& [path, text] : world.output.files) world.files.Put(path, text);
}

TEST(New, WritesAProjectNamedAfterItsFolder) {
  MemoryWorld world;
  const auto outcome = world.Run({"new", "work/My-Project"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(
      world.output.written,
      (std::vector<std::string>{"work/My-Project/my_project.flow", "work/My-Project/README.md",
                                "work/My-Project/actors/triage.cpp", "work/My-Project/actors/writer.cpp",
                                "work/My-Project/actors/handover.cpp", "work/My-Project/messages.jsonl",
                                "work/My-Project/.gitignore"}));
  EXPECT_NE(world.output.files.at("work/My-Project/my_project.flow").find("\nmesh my_project;\n"),
            std::string::npos);
  EXPECT_NE(outcome.out.find("\n  cd work/My-Project\n  meshc check my_project.flow\n"), std::string::npos)
      << outcome.out;
}

TEST(New, WritesWhatChecksTestsRunsAndIsFormatted) {
  MemoryWorld world;
  ASSERT_EQ(world.Run({"new", "shop"}).exit_code, 0);
  PutWritten(world);
  const auto check = world.Run({"check", "-Werror", "shop/shop.flow"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_EQ(world.Run({"fmt", "--check", "shop/shop.flow"}).exit_code, 0);
  const auto test = world.Run({"test", "shop/shop.flow"});
  EXPECT_EQ(test.exit_code, 0) << test.out << test.err;
  EXPECT_TRUE(test.out.ends_with("2 passed, 0 failed\n")) << test.out;
  const auto run = world.Run({"run", "shop/shop.flow", "--stub", "--input", "shop/messages.jsonl"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 2) << run.out;
}

TEST(New, MakesALegalNameOfAnyFolder) {
  const std::pair<const char*, const char*> kNames[] = {{"a b", "a_b"},        {"7up", "up"},
                                                        {"flow", "flow_mesh"}, {"x--y..z-", "x_y_z"},
                                                        {"shop/", "shop"},     {"std", "std"}};
  for (const auto& [folder, name] : kNames) {
    MemoryWorld world;
    const auto outcome = world.Run({"new", folder});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string file = std::string(name) + ".flow";
    EXPECT_TRUE(world.output.written.front().ends_with("/" + file)) << world.output.written.front();
  }
}

TEST(New, RefusesAFolderThatNamesNothing) {
  for (const char* folder : {"work/42", "---"}) {
    MemoryWorld world;
    const auto outcome = world.Run({"new", folder});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find("must hold a letter"), std::string::npos) << outcome.err;
    EXPECT_TRUE(world.output.files.empty());
  }
}

TEST(New, RefusesAFolderThatHoldsSomething) {
  MemoryWorld world;
  world.output.files["shop/notes.txt"] = "mine";
  const auto outcome = world.Run({"new", "shop"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err, "meshc: `shop` exists and is not an empty folder; nothing was written\n");
  EXPECT_EQ(world.output.files.size(), 1U);
}

TEST(New, WritesAllOrNothing) {
  MemoryWorld world;
  world.output.forbidden = "shop/messages";
  const auto outcome = world.Run({"new", "shop"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err, "meshc: shop/messages.jsonl: cannot be written\n");
  EXPECT_TRUE(world.output.files.empty());
}

}  // namespace
}  // namespace meshc::test
