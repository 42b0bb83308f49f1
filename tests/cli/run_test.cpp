#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <sstream>
#include <streambuf>
#include <system_error>

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

constexpr const char* kLogged =
    "mesh demo.logged;\nenvelope E { in i: int; in j: json?; log l: int; }\nflow m on E { set l += i; }\n";

TEST(Run, KeepsTheDigitsOfNumbersThatNobodyKnows) {
  MemoryWorld world = WorldWith(kLogged);
  const auto outcome =
      world.Run({"run", "--stub", "notes.flow"},
                R"({"i":1,"j":12345678901234567890,"u":1e2,"y":-0.0,"zz":12345678901234567890})");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(
      outcome.out.find(
          R"("payload":{"i":1,"j":12345678901234567890,"l":[1],"u":1e2,"y":-0.0,"zz":12345678901234567890}})"),
      std::string::npos)
      << outcome.out;
}

TEST(Run, RefusesIntsThatItWouldAlter) {
  MemoryWorld world = WorldWith(kLogged);
  const auto outcome =
      world.Run({"run", "--stub", "notes.flow"},
                "{\"i\":3.0}\n{\"i\":3.5}\n{\"i\":9223372036854775808}\n{\"i\":9007199254740993.0}\n");
  EXPECT_EQ(outcome.exit_code, 1);
  const auto lines = Lines(outcome.out);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0]["payload"]["l"], Json({3}));
  for (const std::size_t refused : {1U, 2U}) EXPECT_EQ(lines[refused]["error"]["name"], "contract_violation");
  EXPECT_EQ(lines[3]["payload"]["l"], Json({9007199254740993}));
}

TEST(Run, RefusesValuesOfMoreThan512Levels) {
  MemoryWorld world = WorldWith(kLogged);
  const auto nested = [](std::size_t levels) {
    return "{\"i\":1,\"j\":" + std::string(levels, '[') + std::string(levels, ']') + "}\n";
  };
  const auto outcome =
      world.Run({"run", "--stub", "notes.flow"}, nested(512) + nested(513) + nested(600) + nested(30'000));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.out.find("\"input\":1,\"line\":1,\"outcome\":\"succeeded\""), std::string::npos)
      << outcome.out.substr(0, 99);
  EXPECT_NE(outcome.out.find("a value is nested deeper than 512 levels"), std::string::npos);
  EXPECT_NE(outcome.out.find("JSON is nested deeper than 528 levels"), std::string::npos);
}

constexpr const char* kSecret =
    "mesh demo.secret;\nenvelope E { @sensitive in pin: int(1000..9999); @sensitive in word: string?; out n: "
    "int; }\n"
    "flow m on E { set n = int(word ?? \"1\"); }\n";

TEST(Run, NamesNoSensitiveValueInAnError) {
  MemoryWorld world = WorldWith(kSecret);
  const auto outcome =
      world.Run({"run", "--stub", "--follow", "notes.flow"},
                "{\"pin\": 31337}\n{\"pin\": \"hunter2\"}\n{\"pin\": 4711, \"word\": \"hunter2\"}\n");
  EXPECT_EQ(outcome.exit_code, 1);
  const auto lines = Lines(outcome.out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0]["error"]["message"], "/pin: the value, (redacted), does not fit its type");
  EXPECT_EQ(lines[1]["error"]["message"], "/pin: the value, (redacted), does not fit its type");
  EXPECT_EQ(lines[2]["error"]["name"], "expression_error");
  for (const Json& line : lines) {
    EXPECT_EQ(line["error"].dump().find("hunter2"), std::string::npos) << line;
    EXPECT_EQ(line["error"].dump().find("31337"), std::string::npos) << line;
  }
  EXPECT_EQ(outcome.err.find("hunter2"), std::string::npos) << outcome.err;
  EXPECT_EQ(lines[2]["payload"]["word"], "hunter2") << "the payload is data";
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

/// What a host tells that was built from the file.
std::string DigestOf(MemoryWorld& world, const std::string& file) {
  return Json::parse(world.Run({"check", "--print", "table", file}).out).at("digest").get<std::string>();
}

TEST(Run, StartsTheBuiltHost) {
  MemoryWorld world = WorldWith(kNotes);
  world.processes.printed = DigestOf(world, "notes.flow") + "\n";
  world.processes.answer = 1;
  EXPECT_EQ(world.Run({"run", "-o", "out", "--input", "in.jsonl", "notes.flow"}).exit_code, 1);
  ASSERT_EQ(world.processes.calls.size(), 1U);
  EXPECT_EQ(world.processes.calls[0].first, "out/build/demo_notes-host");
  EXPECT_EQ(world.processes.calls[0].second,
            (std::vector<std::string>{"--flow", "keep", "--input", "in.jsonl"}));
}

TEST(Run, HandsItsOptionsToTheHost) {
  MemoryWorld world = WorldWith(kNotes);
  world.processes.printed = DigestOf(world, "notes.flow") + "\n";
  world.Run({"run", "--host", "h", "notes.flow", "--unordered", "--wait", "--rejects", "r.jsonl", "--counts",
             "c.json", "--transport", "inproc", "--state", "redis://r", "--actor", "none", "--follow",
             "--envelope"});
  ASSERT_EQ(world.processes.calls.size(), 1U);
  EXPECT_EQ(world.processes.calls[0].second,
            (std::vector<std::string>{"--flow", "keep", "--input", "-", "--rejects", "r.jsonl", "--counts",
                                      "c.json", "--transport", "inproc", "--state", "redis://r", "--actor",
                                      "none", "--wait", "--unordered", "--envelope", "--follow"}));
}

TEST(Run, HasNoHostThatCouldServeOrKeepAnythingWhereItStubs) {
  MemoryWorld world = WorldWith(kNotes);
  EXPECT_EQ(world.Run({"run", "--stub", "notes.flow", "--actor", "none"}).exit_code, 2);
  EXPECT_EQ(world.Run({"run", "--stub", "notes.flow", "--state", "redis://r"}).exit_code, 2);
}

TEST(Run, RefusesAHostOfAnotherTableAndSaysWhatToDo) {
  MemoryWorld world = WorldWith(kNotes);
  world.processes.printed = "0123456789abcdef\n";
  const auto outcome = world.Run({"run", "-o", "out", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err,
            "meshc: `out/build/demo_notes-host` was built from other flows: its route table is "
            "0123456789abcdef, `notes.flow` compiles to " +
                DigestOf(world, "notes.flow") +
                "\n  help: `meshc compile notes.flow -o out`, then `cmake -S out -B out/build` and "
                "`cmake --build out/build`\n");
  EXPECT_TRUE(world.processes.calls.empty());
}

TEST(Run, IsTwoIfTheHostCannotBeStarted) {
  MemoryWorld world = WorldWith(kNotes);
  world.processes.printed = driver::ProcessFailure{"cannot start `bin/host`: No such file or directory"};
  const auto outcome = world.Run({"run", "--host", "bin/host", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("`bin/host`"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("meshc compile notes.flow"), std::string::npos) << outcome.err;
}

TEST(Run, KeepsTheLinesThatCannotEnter) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"run", "--stub", "notes.flow", "--rejects", "rejects.jsonl"},
                                 "\n{\"text\": 7}\n{\"text\": \"b\"}\nnone");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(world.output.files.at("rejects.jsonl"), "{\"text\": 7}\nnone\n");
  EXPECT_EQ(Lines(outcome.out)[0]["line"], 2);
}

TEST(Run, RejectsDoNotGoWhereTheResultsGo) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"run", "--stub", "notes.flow", "--rejects", "-"}, "none");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("standard output takes the results"), std::string::npos) << outcome.err;
}

TEST(Run, EndsWithASummaryOnTheVirtualClock) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"run", "--stub", "notes.flow"}, "{\"text\": 7}\n{\"text\": \"b\"}\n");
  EXPECT_EQ(outcome.err, "2 read, 1 succeeded, 1 failed, 0 unfinished, 0.000 virtual seconds\n");
}

TEST(Run, StandardInputGivesOneThing) {
  MemoryWorld world = WorldWith(kNotes);
  EXPECT_EQ(world.Run({"run", "--stub", "notes.flow", "--signals", "-"}).exit_code, 2);
}

/// A source that fails like a folder that is read.
class Unreadable final : public std::streambuf {
 protected:
  int_type underflow() override { throw std::system_error(EISDIR, std::generic_category()); }
};

TEST(Run, IsTwoIfTheInputCannotBeReadOrTheOutputNotWritten) {
  MemoryWorld memory = WorldWith(kNotes);
  Unreadable unreadable;
  std::istream folder(&unreadable);
  std::istringstream notes("{\"text\": \"a\"}\n{\"text\": \"b\"}\n");
  std::ostringstream full;
  full.setstate(std::ios::badbit);
  std::ostringstream out;
  std::ostringstream err;
  MemoryRunFiles run_files(memory.files, memory.output);
  driver::World unread{folder, out, err, memory.files, memory.output, memory.processes, run_files, false};
  EXPECT_EQ(driver::Main({"run", "--stub", "notes.flow"}, unread), 2);
  EXPECT_TRUE(err.str().starts_with("meshc: cannot read the input: Is a directory\n")) << err.str();
  err.str("");
  driver::World unwritten{notes, full, err, memory.files, memory.output, memory.processes, run_files, false};
  driver::Main({"run", "--stub", "notes.flow"}, unwritten);
  EXPECT_TRUE(err.str().starts_with("0 read")) << "nothing is taken any more: " << err.str();
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
       "meshc: signals.jsonl:1: there is no input 3, but 2 in all\n"
       "2 read, 2 succeeded, 0 failed, 0 unfinished, 3600.000 virtual seconds\n"},
      {R"({"input": 1, "name": "rply", "value": 7})",
       "meshc: signals.jsonl:1: nothing waits for `rply`; there are: reply\n"}};
  for (const auto& [signals, message] : kBad) {
    const auto outcome = RunWaiting(signals);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, message);
  }
  const auto typed = RunWaiting(R"({"input": 1, "name": "reply", "value": "7"})");
  EXPECT_EQ(typed.exit_code, 1);
  EXPECT_TRUE(typed.err.starts_with("meshc: signals.jsonl:1: /value: ")) << typed.err;
  EXPECT_EQ(typed.out, "");
}

TEST(RunSignals, ComeFromStandardInputToo) {
  MemoryWorld world = WaitingWorld("");
  const auto outcome = world.Run({"run", "--stub", "ask.flow", "--input", "in.jsonl", "--signals", "-"},
                                 "{\"input\": 2, \"name\": \"reply\", \"value\": 7}\n");
  EXPECT_EQ(Lines(outcome.out)[1]["payload"]["answer"], 7);
}

TEST(RunSignals, AreHandedToTheHost) {
  MemoryWorld world = WaitingWorld("");
  world.processes.printed = DigestOf(world, "ask.flow") + "\n";
  EXPECT_EQ(world.Run({"run", "--host", "h", "ask.flow", "--signals", "signals.jsonl"}).exit_code, 0);
  const auto& arguments = world.processes.calls.at(0).second;
  const auto at = std::find(arguments.begin(), arguments.end(), "--signals");
  ASSERT_NE(at, arguments.end());
  EXPECT_EQ(*(at + 1), "signals.jsonl");
}

}  // namespace
}  // namespace meshc::test
