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

TEST(Tell, HandsQuestionsToTheHostAsTheyWereAsked) {
  const auto hands = [](Words asked) {
    MemoryWorld world;
    asked.insert(asked.end(), {"--host", "h", "--transport", "sqlite:m.db"});
    EXPECT_EQ(world.Run(asked).exit_code, 0);
    if (world.processes.calls.size() != 1) return Words();
    const Words& all = world.processes.calls[0].second;
    return Words(all.begin() + 2, all.end());
  };
  EXPECT_EQ(hands({"queues", "--watch"}), (Words{"queues", "--watch"}));
  EXPECT_EQ(hands({"inspect", "id-1", "--format", "json"}), (Words{"inspect", "id-1", "--format", "json"}));
  EXPECT_EQ(hands({"parked"}), (Words{"parked"}));
  EXPECT_EQ(hands({"failed", "--error", "busy"}), (Words{"failed", "--error", "busy"}));
  EXPECT_EQ(hands({"replay", "id-1", "segment.jsonl.gz", "--effects", "--at", "main/work"}),
            (Words{"replay", "id-1", "segment.jsonl.gz", "--at", "main/work", "--effects"}));
  EXPECT_EQ(hands({"replay", "--failed"}), (Words{"replay", "--failed"}));
  EXPECT_EQ(hands({"signal", "id-1", "ok", "true", "--format", "json"}),
            (Words{"signal", "id-1", "ok", "true", "--format", "json"}));
  EXPECT_EQ(hands({"cancel", "--format", "json", "id-1"}), (Words{"cancel", "id-1", "--format", "json"}));
}

TEST(Tell, SaysWhereTheMeshKeepsWhatItsTransportDoesNot) {
  MemoryWorld world;
  world.Run({"cancel", "id-1", "--host", "h", "--transport", "amqp://b", "--state", "redis://r"});
  ASSERT_EQ(world.processes.calls.size(), 1U);
  EXPECT_EQ(world.processes.calls[0].second,
            (Words{"--transport", "amqp://b", "--state", "redis://r", "cancel", "id-1"}));
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
  expect({"parked", "--format", "xml", "-o", "out", "--transport", "sqlite:m.db"}, "--format");
  EXPECT_TRUE(world.processes.calls.empty());
}

}  // namespace
}  // namespace meshc::test
