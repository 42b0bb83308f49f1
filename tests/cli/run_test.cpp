#include <gtest/gtest.h>

#include <algorithm>
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

constexpr const char* kWaiting = R"(mesh a.waiting;
envelope Note {
  in text: string;
  out answer: int;
}
processor asker(text: string);
flow ask on Note {
  asker;
  await reply: int into answer timeout 1h else { set answer = -1; }
}
)";

/// A world with two notes to ask about.
MemoryWorld WaitingWorld(const std::string& signals) {
  MemoryWorld world = WorldWith(kNotes);
  world.files.Put("ask.flow", kWaiting);
  world.files.Put("in.jsonl", "{\"text\": \"a\"}\n{\"text\": \"b\"}\n");
  world.files.Put("signals.jsonl", signals);
  return world;
}

Outcome RunWaiting(const std::string& signals) {
  return WaitingWorld(signals).Run(
      {"run", "--stub", "ask.flow", "--input", "in.jsonl", "--signals", "signals.jsonl"});
}

TEST(RunSignals, GoToTheInputThatTheyName) {
  const auto outcome = RunWaiting("{\"input\": 2, \"name\": \"reply\", \"value\": 7}\n");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(Lines(outcome.out)[0]["payload"]["answer"], -1);
  EXPECT_EQ(Lines(outcome.out)[1]["payload"]["answer"], 7);
}

TEST(RunSignals, ThatFitNothingAreFindings) {
  const std::pair<const char*, const char*> kBad[] = {
      {R"({"input": 3, "name": "reply", "value": 7})",
       "meshc: signals.jsonl:1: there is no input 3, but 2 in all\n"},
      {R"({"input": 1, "name": "rply", "value": 7})",
       "meshc: signals.jsonl:1: nothing waits for `rply`; there are: reply\n"}};
  for (const auto& [signals, message] : kBad) {
    const auto outcome = RunWaiting(signals);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, message);
  }
  const auto typed = RunWaiting(R"({"input": 1, "name": "reply", "value": "7"})");
  EXPECT_EQ(typed.exit_code, 1);
  EXPECT_TRUE(typed.err.starts_with("meshc: signals.jsonl:1: the value of `reply`")) << typed.err;
  EXPECT_EQ(typed.out, "");
}

TEST(RunSignals, AreHandedToTheHost) {
  MemoryWorld world = WaitingWorld("");
  EXPECT_EQ(world.Run({"run", "--host", "h", "ask.flow", "--signals", "signals.jsonl"}).exit_code, 0);
  const auto& arguments = world.processes.calls.at(0).second;
  const auto at = std::find(arguments.begin(), arguments.end(), "--signals");
  ASSERT_NE(at, arguments.end());
  EXPECT_EQ(*(at + 1), "signals.jsonl");
}

}  // namespace
}  // namespace meshc::test
