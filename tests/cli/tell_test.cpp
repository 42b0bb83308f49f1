// `signal` and `cancel`: what meshc hands to the host of a mesh that runs.
#include <gtest/gtest.h>

#include "tests/support/memory_world.h"

namespace meshc::test {
namespace {

using Words = std::vector<std::string>;

TEST(Tell, HandsASignalToTheHost) {
  MemoryWorld world;
  world.processes.answer = 1;
  const auto outcome = world.Run({"signal", "id-1", "approval", "{\"by\": \"Ann\"}", "--host", "bin/h",
                                  "--transport", "sqlite:/tmp/m.db"});
  EXPECT_EQ(outcome.exit_code, 1) << "is the host's";
  ASSERT_EQ(world.processes.calls.size(), 1U);
  EXPECT_EQ(world.processes.calls[0].first, "bin/h");
  EXPECT_EQ(world.processes.calls[0].second,
            (Words{"--transport", "sqlite:/tmp/m.db", "signal", "id-1", "approval", "{\"by\": \"Ann\"}"}));
}

TEST(Tell, FindsTheHostInTheFolderOfCompile) {
  MemoryWorld world;
  world.files.Put("out/build/shop-host", "");
  world.files.Put("out/build/CMakeFiles/other-host", "");
  EXPECT_EQ(world.Run({"cancel", "id-1", "-o", "out", "--transport", "sqlite:m.db"}).exit_code, 0);
  ASSERT_EQ(world.processes.calls.size(), 1U);
  EXPECT_EQ(world.processes.calls[0].first, "out/build/shop-host");
  EXPECT_EQ(world.processes.calls[0].second, (Words{"--transport", "sqlite:m.db", "cancel", "id-1"}));
}

TEST(Tell, SaysWhatIsMissing) {
  MemoryWorld world;
  const auto expect = [&](const Words& arguments, const std::string& message) {
    const auto outcome = world.Run(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  };
  expect({"cancel", "id-1", "-o", "out", "--transport", "sqlite:m.db"},
         "there is no one host in `out/build`");
  expect({"cancel", "id-1", "--transport", "sqlite:m.db"}, "give -o DIR or --host PATH");
  expect({"cancel", "id-1", "-o", "out"}, "--transport is required");
  expect({"signal", "id-1", "approval", "-o", "out", "--transport", "sqlite:m.db"}, "VALUE is required");
  EXPECT_TRUE(world.processes.calls.empty());
}

}  // namespace
}  // namespace meshc::test
