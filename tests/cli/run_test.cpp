#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

std::vector<Json> Lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

TEST(Run, AnswersEachInputInOrder) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"run", "--stub", "notes.flow"}, "{\"text\": \"a\"}\n\n{\"text\": \"b\"}\n");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto lines = Lines(outcome.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["input"], 1);
  EXPECT_EQ(lines[0]["outcome"], "succeeded");
  EXPECT_TRUE(lines[0]["error"].is_null());
  EXPECT_EQ(lines[0]["route"], Json({"answer"}));
  EXPECT_EQ(lines[1]["payload"], Json({{"text", "b"}, {"reply", ""}}));
}

TEST(Run, ReadsAFile) {
  MemoryWorld world = WorldWith(kNotes);
  world.files.Put("in.jsonl", "{\"text\": \"a\"}\n");
  EXPECT_EQ(Lines(world.Run({"run", "--stub", "--input", "in.jsonl", "notes.flow"}).out).size(), 1U);
  EXPECT_EQ(world.Run({"run", "--stub", "--input", "missing", "notes.flow"}).exit_code, 2);
}

TEST(Run, IsOneIfAnEnvelopeFails) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"run", "--stub", "notes.flow"}, "{\"text\": 7}\n{\"text\": \"b\"}\n");
  EXPECT_EQ(outcome.exit_code, 1);
  const auto lines = Lines(outcome.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["outcome"], "failed");
  EXPECT_EQ(lines[0]["error"]["name"], "contract_violation");
  EXPECT_EQ(lines[1]["outcome"], "succeeded");
}

TEST(Run, AsksWhichFlowIfThereAreSeveral) {
  MemoryWorld world = WorldWith(std::string(kNotes) + "flow other on Note { answer; }\n");
  const auto outcome = world.Run({"run", "--stub", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("keep, other"), std::string::npos) << outcome.err;
  EXPECT_EQ(world.Run({"run", "--stub", "--flow", "other", "notes.flow"}).exit_code, 0);
  const auto unknown = world.Run({"run", "--stub", "--flow", "othr", "notes.flow"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("did you mean `other`?"), std::string::npos) << unknown.err;
}

TEST(Run, AFlowThatAnotherCallsIsNoEntrance) {
  MemoryWorld world = WorldWith(std::string(kNotes) + "flow outer on Note { keep; }\n");
  const auto outcome = world.Run({"run", "--stub", "notes.flow"}, "{\"text\": \"a\"}\n");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST(Run, ReadsAndPrintsWholeEnvelopes) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome =
      world.Run({"run", "--stub", "--envelope", "notes.flow"},
                "{\"id\": \"e1\", \"route\": {\"flow\": \"keep\"}, \"payload\": {\"text\": \"a\"}}\n");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err << outcome.out;
  const auto lines = Lines(outcome.out);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["id"], "e1");
  EXPECT_EQ(lines[0]["status"]["phase"], "succeeded");
}

TEST(Run, FollowsHopsOnStandardError) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"run", "--stub", "--follow", "notes.flow"}, "{\"text\": \"a\"}\n");
  EXPECT_EQ(Lines(outcome.out).size(), 1U);
  EXPECT_NE(outcome.err.find("answer"), std::string::npos) << outcome.err;
}

TEST(Run, StartsTheBuiltHost) {
  MemoryWorld world = WorldWith(kNotes);
  world.processes.answer = 1;
  EXPECT_EQ(world.Run({"run", "-o", "out", "--input", "in.jsonl", "notes.flow"}).exit_code, 1);
  ASSERT_EQ(world.processes.calls.size(), 1U);
  EXPECT_EQ(world.processes.calls[0].first, "out/build/demo_notes-host");
  EXPECT_EQ(world.processes.calls[0].second,
            (std::vector<std::string>{"--flow", "keep", "--input", "in.jsonl"}));
}

TEST(Run, IsTwoIfTheHostCannotBeStarted) {
  MemoryWorld world = WorldWith(kNotes);
  world.processes.answer = driver::StartFailure{"No such file or directory"};
  const auto outcome = world.Run({"run", "--host", "bin/host", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("`bin/host`"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace meshc::test
