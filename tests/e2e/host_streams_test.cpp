// How a built host, and `meshc run`, read, write and end: full disks, closed and blocked streams, readers
// that go away, stops. Each script waits for what must happen: `exec 9> gate` returns when the handler
// stands at the gate.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "built_project.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class HostStreams : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(project_.problem(), "");
    fs::copy(project_.flow(), scratch_.path());
    fs::create_directory_symlink(project_.build(), scratch_.path() / "build");
  }

  /// Runs a script of sh in a folder with the flow and its build; `$host` and `$meshc` are the programs. The
  /// FIFOs `gate` and `pipe` are new.
  ProgramRun Script(const std::string& script) const {
    const std::string prelude = "rm -f gate pipe out; mkfifo gate pipe; host=build/test_streams-host\n";
    return RunProgram({"sh", "-c", prelude + script}, {.folder = scratch_.path().string(),
                                                       .environment = {{"meshc", Meshc()}},
                                                       .limit = std::chrono::seconds(120)});
  }

  static std::string LastLine(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    return text.substr(text.rfind('\n', end) + 1, end - text.rfind('\n', end));
  }

  const BuiltProject project_{"streams"};
  const ScratchFolder scratch_{"host_streams"};
};

TEST_F(HostStreams, AFullDiskIsExitTwo) {
  const ProgramRun run = Script("echo '{\"text\": \"a\"}' | $host > /dev/full");
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_NE(run.err.find("cannot write to standard output: No space left on device"), std::string::npos)
      << run.err;
}

TEST_F(HostStreams, AFullDiskIsExitTwoForMeshcToo) {
  for (const char* command :
       {"check --print mesh", "check --report", "test", "graph", "run --stub --input in.jsonl"}) {
    const ProgramRun run = Script(std::string("echo '{\"text\": \"a\"}' > in.jsonl; $meshc ") + command +
                                  " notes.flow > /dev/full");
    EXPECT_EQ(run.exit_code, 2) << command;
    EXPECT_NE(run.err.find("cannot write to standard output: No space left on device"), std::string::npos)
        << run.err;
  }
}

TEST_F(HostStreams, AFileThatIsFullTellsHowManyResultsAreWhole) {
  const ProgramRun run = Script(
      "yes '{\"text\": \"a\"}' | head -n 2000 > in.jsonl\n"
      "(ulimit -f 16; $host --input in.jsonl > out); code=$?; echo $(($(wc -l < out))); exit $code");
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_NE(run.err.find("File too large"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(run.out.substr(0, run.out.find('\n')) +
                         " results were written whole, in the order of the inputs"),
            std::string::npos)
      << run.out << run.err;
}

TEST_F(HostStreams, AClosedOutputIsExitTwo) {
  EXPECT_EQ(Script("echo '{\"text\": \"a\"}' | $host >&-").exit_code, 2);
  EXPECT_EQ(Script("$meshc graph notes.flow >&-").exit_code, 2);
}

TEST_F(HostStreams, AReaderThatHasGoneIsExitTwo) {
  const ProgramRun run = Script(
      "(cat gate > /dev/null; echo '{\"text\": \"a\"}') | ($host; echo $? > code) | (exec <&-; : > gate)\n"
      "exit $(cat code)");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("cannot write to standard output: Broken pipe"), std::string::npos) << run.err;
}

TEST_F(HostStreams, WhatCannotBeReadIsExitTwo) {
  EXPECT_NE(Script("$host <&-").err.find("cannot read the input: Bad file descriptor"), std::string::npos);
  EXPECT_NE(Script("$host < /").err.find("cannot read the input: Is a directory"), std::string::npos);
  for (const char* command : {"$host <&-", "$host < /", "$host --input /", "$host --input /proc/self/mem",
                              "$host --input none", "$meshc run notes.flow --stub < /"}) {
    EXPECT_EQ(Script(command).exit_code, 2) << command;
  }
}

TEST_F(HostStreams, AHandlerThatCallsExitSaysSoAndFails) {
  const ProgramRun run = Script(
      "(echo '{\"text\": \"a\"}'; until [ -s out ]; do :; done; echo '{\"text\": \"exit\"}') | $host > out\n"
      "code=$?; cat out; exit $code");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("a handler called `exit`"), std::string::npos) << run.err;
  const auto results = Results(run.out);
  ASSERT_EQ(results.size(), 2U) << "what has ended is not lost";
  EXPECT_EQ(results[0].at("outcome"), "succeeded");
  EXPECT_EQ(results[1].at("outcome"), "unfinished");
}

TEST_F(HostStreams, WhatAHandlerPrintsIsNoResult) {
  const ProgramRun run = Script("echo '{\"text\": \"print\"}' | $host");
  EXPECT_EQ(Results(run.out).size(), 1U) << run.out;
  EXPECT_NE(run.err.find("noise\n"), std::string::npos) << run.err;
}

TEST_F(HostStreams, AStoppedBatchLosesNothingThatHasEnded) {
  const ProgramRun run = Script(
      "printf '{\"text\": \"gate\"}\\n{\"text\": \"b\", \"wait\": true}\\n\\n{\"text\": 3}\\n' > in.jsonl\n"
      "(cat in.jsonl; cat pipe) | $host --grace 0 > out & pid=$!\n"
      "exec 8> pipe 9> gate\n"
      "kill -TERM $pid; exec 8>&-; wait $pid; code=$?; cat out; exit $code");
  EXPECT_EQ(run.exit_code, 1);
  const auto results = Results(run.out);
  ASSERT_EQ(results.size(), 3U) << run.out;
  EXPECT_EQ(results[0].at("line"), 4) << "what has ended comes first";
  EXPECT_EQ(results[0].at("outcome"), "failed");
  EXPECT_EQ(results[1].at("input"), 1) << "then what is unfinished, in its order";
  EXPECT_EQ(results[1].at("outcome"), "unfinished");
  EXPECT_EQ(results[1].at("error").at("actor"), "work");
  EXPECT_EQ(results[1].at("payload").at("text"), "gate");
  EXPECT_EQ(results[2].at("outcome"), "unfinished");
  EXPECT_NE(run.err.find("stopped by SIGTERM"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("the last input that was taken is 3, on line 4\n"), std::string::npos) << run.err;
  EXPECT_TRUE(LastLine(run.err).starts_with("3 read, 0 succeeded, 1 failed, 2 unfinished, ")) << run.err;
}

// The copy of a tap is in the mesh still, so the second input stands at the entrance.
TEST_F(HostStreams, AStopReachesWhoStandsAtTheEntrance) {
  const ProgramRun run = Script(
      "printf '{\"text\": \"gate\", \"copy\": true}\\n{\"text\": \"b\"}\\n' > in.jsonl\n"
      "(cat in.jsonl; cat pipe) | $host --max-envelopes 1 --grace 0 > out & pid=$!\n"
      "exec 8> pipe 9> gate\n"
      "until grep -q copied out; do :; done\n"
      "kill -TERM $pid; exec 8>&-; wait $pid; code=$?; cat out; exit $code");
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const auto results = Results(run.out);
  ASSERT_FALSE(results.empty());
  EXPECT_EQ(results[0].at("outcome"), "succeeded");
  EXPECT_TRUE(results.size() == 1 || results.at(1).at("outcome") == "unfinished") << run.out;
}

TEST_F(HostStreams, TheRejectsOfAStubbedRunAreNeitherItsInputNorInANewFolder) {
  const ProgramRun run = Script(
      "echo '{\"text\": 7}' > in.jsonl\n"
      "$meshc run notes.flow --stub --input in.jsonl --rejects in.jsonl; echo $?\n"
      "$meshc run notes.flow --stub --input in.jsonl --rejects nowhere/r.jsonl; echo $?\n"
      "$meshc run notes.flow --stub < in.jsonl --rejects in.jsonl; echo $?; cat in.jsonl; test -e nowhere");
  EXPECT_EQ(run.exit_code, 1) << "no folder is made";
  EXPECT_EQ(run.out, "2\n2\n2\n{\"text\": 7}\n");
  EXPECT_NE(run.err.find("`in.jsonl` is the input"), std::string::npos) << run.err;
}

TEST_F(HostStreams, AStubbedRunReadsFilesOfAnySize) {
  const ProgramRun run = Script(
      "yes \"{\\\"text\\\": \\\"$(head -c 100000 /dev/zero | tr '\\0' x)\\\"}\" | head -n 200 > large.jsonl\n"
      "echo none >> large.jsonl\n"
      "$meshc run notes.flow --stub --input large.jsonl --rejects rejects.jsonl | wc -l; cat rejects.jsonl; "
      "rm large.jsonl");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "201\nnone\n");
}

// Four calls overrun, and no other one begins until one comes back: nothing else would end the run.
TEST_F(HostStreams, WhatWaitsForCallsThatNeverComeBackIsGivenUpAfterTheGrace) {
  const ProgramRun run =
      Script("for i in 1 2 3 4 5 6; do echo '{\"text\": \"a\", \"hangs\": true}'; done | $host --grace 0.2");
  EXPECT_EQ(run.exit_code, 1);
  const auto results = Results(run.out);
  ASSERT_EQ(results.size(), 6U) << run.out << run.err;
  const auto count = [&](const char* outcome) {
    return std::count_if(results.begin(), results.end(),
                         [&](const Json& r) { return r.at("outcome") == outcome; });
  };
  EXPECT_EQ(count("failed"), 4) << run.out;
  EXPECT_EQ(count("unfinished"), 2) << run.out;
  EXPECT_NE(run.err.find("calls that do not come back"), std::string::npos) << run.err;
}

TEST_F(HostStreams, AParkedInputThatHoldsBackResultsIsTold) {
  const ProgramRun run = Script(
      "printf '{\"text\": \"a\", \"wait\": true}\\n{\"text\": \"b\"}\\n{\"text\": \"c\"}\\n' > in.jsonl\n"
      "$host --max-envelopes 2 --signals pipe < in.jsonl > out 2> err & pid=$!\n"
      "exec 8> pipe; until grep -q 'holds back' err; do :; done\n"
      "echo '{\"input\": 1, \"name\": \"approval\", \"value\": \"x\"}' >&8; exec 8>&-; wait $pid; cat out "
      "err");
  EXPECT_EQ(Results(run.out.substr(0, run.out.find("input 1, on line 1"))).size(), 3U) << run.out;
  EXPECT_NE(run.out.find("--unordered"), std::string::npos) << run.out;
}

TEST_F(HostStreams, AByteOrderMarkBeforeTheFirstLineIsNoPartOfIt) {
  const ProgramRun run = Script("printf '\\357\\273\\277{\"text\": \"a\"}\\n' | $host");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
}

TEST_F(HostStreams, WhatIsParkedUsesUpNoGrace) {
  const ProgramRun run = Script(
      "printf '{\"text\": \"b\", \"wait\": true}\\n{\"text\": \"gate\"}\\n' > in.jsonl\n"
      "(cat in.jsonl; cat pipe) | $host --grace 1000000 > out 2> err & pid=$!\n"
      "exec 8> pipe 9> gate\n"
      "kill -TERM $pid; until grep -q stopped err; do :; done; exec 8>&- 9>&-; wait $pid; code=$?; cat out; "
      "exit $code");
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const auto results = Results(run.out);
  ASSERT_EQ(results.size(), 2U) << run.out;
  EXPECT_EQ(results[0].at("input"), 2) << "what ends within the grace does";
  EXPECT_EQ(results[0].at("outcome"), "succeeded");
  EXPECT_EQ(results[1].at("outcome"), "unfinished");
  EXPECT_NE(
      results[1].at("error").at("message").get<std::string>().find("it waits for the signal `approval`"),
      std::string::npos);
}

TEST_F(HostStreams, WaitWaitsForTheTimeOutOfWhatIsParked) {
  const ProgramRun run = Script(
      "echo '{\"text\": \"b\", \"wait\": true}' > in.jsonl\n"
      "$host --input in.jsonl --wait --signals pipe & pid=$!\n"
      // The first writer goes, which would be the end; the second one is heard.
      "exec 8> pipe 8>&-\n"
      "echo '{\"input\": 1, \"name\": \"approval\", \"value\": \"yes\"}' > pipe; wait $pid");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Results(run.out).at(0).at("outcome"), "succeeded");
}

TEST_F(HostStreams, ASecondSignalEndsTheRunAtOnce) {
  for (const auto& [signal, code] : {std::pair("INT", 130), std::pair("TERM", 143)}) {
    const ProgramRun run = Script(
        "rm -f out; (echo '{\"text\": \"a\"}'; cat pipe) | $host > out 2> err & pid=$!\n"
        // Of two that are there at once the second may be the first.
        "exec 8> pipe; until [ -s out ]; do :; done\n"
        "echo '{\"text\": \"gate\"}' >&8; exec 9> gate\n"
        "kill -TERM $pid; until grep -q 'stopped by SIGTERM' err; do :; done\n"
        "kill -" +
        std::string(signal) + " $pid; exec 8>&-; wait $pid; code=$?; cat out; exit $code");
    EXPECT_EQ(run.exit_code, code);
    EXPECT_EQ(Results(run.out).size(), 1U) << "what had ended was written";
  }
}

TEST_F(HostStreams, ABlockedOutputBlocksNeitherClockNorGrace) {
  // More than the pipe holds; nobody reads it.
  const ProgramRun run = Script(
      "exec 7<> pipe\n"
      "(i=0; while [ $i -lt 3000 ]; do echo '{\"text\": \"0123456789012345678901234567890123456789\"}'; "
      "i=$((i+1)); done\n"
      " echo '{\"text\": \"gate\"}') > in.jsonl\n"
      "$host --input in.jsonl --max-envelopes 5000 --grace 0.2 > pipe & pid=$!\n"
      "exec 9> gate\n"
      "kill -TERM $pid; wait $pid");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("results were not written"), std::string::npos) << run.err;
  // On a busy machine one of them may still be at work when the grace ends.
  int succeeded = 0;
  int unfinished = 0;
  ASSERT_EQ(std::sscanf(LastLine(run.err).c_str(), "3001 read, %d succeeded, 0 failed, %d unfinished",
                        &succeeded, &unfinished),
            2)
      << LastLine(run.err);
  EXPECT_EQ(succeeded + unfinished, 3001);
  EXPECT_GT(succeeded, 2900) << "the pipe holds less than half of them";
}

TEST_F(HostStreams, SignalsOfAFifoAreDeliveredWhileItRuns) {
  const ProgramRun run = Script(
      "echo '{\"text\": \"a\", \"wait\": true}' > in.jsonl\n"
      "$host --input in.jsonl --signals pipe & pid=$!\n"
      "echo '{\"input\": 1, \"name\": \"approval\", \"value\": \"yes\"}' > pipe; wait $pid");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Results(run.out).at(0).at("payload").at("answer"), "yes");
}

TEST_F(HostStreams, SignalsOfStandardInputAreDeliveredWhileItRuns) {
  const ProgramRun run = Script(
      "printf '{\"text\": \"gate\"}\\n{\"text\": \"a\", \"wait\": true}\\n' > in.jsonl\n"
      "$host --input in.jsonl --signals - < pipe & pid=$!\n"
      "exec 8> pipe 9> gate 9>&-\n"
      "echo '{\"input\": 2, \"name\": \"approval\", \"value\": \"yes\"}' >&8; exec 8>&-; wait $pid");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Results(run.out).at(1).at("payload").at("answer"), "yes");
}

TEST_F(HostStreams, MeshcRunIsTheHostAndLeavesNothingBehind) {
  const ProgramRun run = Script(
      "echo '{\"text\": \"pid\"}' > in.jsonl\n"
      "$meshc run notes.flow -o . --input in.jsonl > out & pid=$!\n"
      "wait $pid; code=$?; grep -q \"\\\"reply\\\":\\\"$pid\\\"\" out && exit $code; cat out; exit 9");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
}

TEST_F(HostStreams, MeshcRunRefusesAHostOfOtherFlows) {
  const ProgramRun run = Script(
      "sed 's/out reply/in more: string = \"\"; out reply/' notes.flow > other.flow\n"
      "echo '{\"text\": \"a\"}' | $meshc run other.flow -o .");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("was built from other flows"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("cmake --build"), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
}

TEST_F(HostStreams, ADumbTerminalShowsNeitherColoursNorProgress) {
  const ProgramRun run = Script(R"(cat > dumb.py <<'PY'
import os, pty, subprocess, sys
def seen(terminal_type, command):
    person, terminal = pty.openpty()
    environment = dict(os.environ, TERM=terminal_type)
    environment.pop("NO_COLOR", None)
    program = subprocess.Popen(command, stdout=open("out", "w"), stderr=terminal, env=environment)
    os.close(terminal)
    text = b""
    try:
        while True:
            part = os.read(person, 4096)
            if not part: break
            text += part
    except OSError:
        pass
    program.wait()
    return text
for terminal_type in ("xterm", "dumb"):
    for command in ([os.environ["meshc"], "check", "bad.flow"],
                    ["build/test_streams-host", "--input", "in.jsonl"]):
        print(terminal_type, b"\x1b" in seen(terminal_type, command))
PY
echo '{"text": "a"}' > in.jsonl; echo 'mesh bad; flow f on Nothing { }' > bad.flow; python3 dumb.py)");
  EXPECT_EQ(run.out, "xterm True\nxterm True\ndumb False\ndumb False\n") << run.err;
}

TEST_F(HostStreams, ATerminalShowsProgress) {
  const ProgramRun run = Script(R"(cat > look.py <<'PY'
import os, pty, subprocess
person, terminal = pty.openpty()
host = subprocess.Popen(["build/test_streams-host", "--input", "in.jsonl"], stdout=open("out", "w"),
                        stderr=terminal, env=dict(os.environ, TERM="xterm"))
os.close(terminal)
seen = b""
while b"1 read" not in seen:
    seen += os.read(person, 4096)
open("gate", "w").close()
try:
    while True:
        seen += os.read(person, 4096)
except OSError:
    pass
print(seen.decode())
PY
echo '{"text": "gate"}' > in.jsonl; python3 look.py)");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("\r\x1b[K1 read, 0 succeeded, 0 failed, 0 unfinished, "), std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("\r\x1b[K1 read, 1 succeeded, 0 failed, 0 unfinished, "), std::string::npos)
      << run.out;
}

}  // namespace
}  // namespace meshc::test
