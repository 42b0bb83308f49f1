// Whole runs of a host binary: what its handlers do to it.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "mesh/envelope/envelope_json.h"
#include "mesh/program/counts_file.h"
#include "mesh/program/serve.h"
#include "tests/support/captured_output.h"
#include "tests/support/host_fixture.h"
#include "tests/support/park_mesh.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {
namespace {

/// A file in memory with that text.
int FileOf(const std::string& text) {
  const int file = memfd_create("input", 0);
  EXPECT_EQ(write(file, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  lseek(file, 0, SEEK_SET);
  return file;
}

struct Ran {
  int code = 0;
  std::vector<nlohmann::json> results = {};
};

Ran Serve(const contract::RouteTable& table, const std::vector<actor::Entry>& actors,
          const std::string& input, const program::CommandLine& line = {}, int output = STDOUT_FILENO,
          program::CountsFile* counts = nullptr) {
  const program::Program program{.mesh = "test.mesh", .routes_library = {}, .actors = actors};
  const int file = FileOf(input);
  CapturedOutput printed(STDOUT_FILENO);
  Ran ran{.code = program::Serve(line, program, {.tables = {&table}, .skipped = {}}, 0,
                                 {.input = file, .output = output, .counts = counts})};
  std::istringstream lines(printed.Take());
  for (std::string result; std::getline(lines, result);) ran.results.push_back(nlohmann::json::parse(result));
  close(file);
  return ran;
}

TEST(WholeRuns, CopiesOfTapsArePartOfTheWork) {
  constexpr int kInputs = 100;
  const TapMesh mesh(/*concurrency=*/1);
  std::atomic<int> copies = 0;
  std::string input;
  for (int i = 0; i < kInputs; ++i) input += "{}\n";
  const Ran ran = Serve(mesh.table(),
                        {EntryOf(mesh.table(), "copy",
                                 [&copies](auto, auto&) {
                                   ++copies;
                                   return actor::Results{};
                                 }),
                         EntryOf(mesh.table(), "work", Returns(Value::Int(1)))},
                        input);
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.results.size(), static_cast<std::size_t>(kInputs));
  EXPECT_EQ(copies, kInputs);
}

TEST(WholeRuns, ASecondEnvelopeOfAnIdIsRefusedAndTheFirstOneEnds) {
  const CallMesh mesh({.concurrency = 2});
  const auto line = [&mesh](const char* id) {
    Envelope envelope = NewEnvelope(id, {Value::String("hello"), Value()});
    envelope.route.flow = "main";
    envelope.route.table = mesh.table().digest;
    return EnvelopeCodec(mesh.table()).Encode(envelope, {}) + "\n";
  };
  Gate gate;
  const Ran ran = Serve(mesh.table(),
                        {EntryOf(mesh.table(), "work",
                                 [&gate](auto, actor::Context& context) {
                                   // It enters after the second one was refused.
                                   if (context.envelope_id() == "third") gate.Open();
                                   gate.Pass();
                                   return actor::Results{{Value::String("done")}};
                                 }),
                         EntryOf(mesh.table(), "fallback", Returns(Value::String("fallback")))},
                        line("same") + line("same") + line("third"), {.envelope = true, .threads = 2});
  EXPECT_EQ(ran.code, 1);
  ASSERT_EQ(ran.results.size(), 3U);
  EXPECT_EQ(ran.results[0]["payload"]["reply"], "done");
  EXPECT_NE(ran.results[1].dump().find("contract_violation"), std::string::npos);
  EXPECT_EQ(ran.results[2]["payload"]["reply"], "done");
}

TEST(WholeRuns, VisitsAreCounted) {
  const CallMesh mesh({.concurrency = 2});
  const ScratchFile kept("counts");
  auto counts = std::get<program::CountsFile>(program::CountsFile::Open(kept.path(), -1));
  const Ran ran = Serve(mesh.table(),
                        {EntryOf(mesh.table(), "work", Returns(Value::String("done"))),
                         EntryOf(mesh.table(), "fallback", Returns(Value::String("fallback")))},
                        "{\"text\": \"a\"}\n{\"text\": \"b\"}\n", {.threads = 2}, STDOUT_FILENO, &counts);
  EXPECT_EQ(ran.code, 0);
  const auto told = nlohmann::json::parse(std::ifstream(kept.path()));
  EXPECT_EQ(told["table"], mesh.table().digest);
  EXPECT_EQ(told["ends"], nlohmann::json::parse(R"({"succeeded": 2})"));
  EXPECT_EQ(told["actors"]["work"]["visits"], 2);
  EXPECT_TRUE(told["actors"]["work"]["p99_ms"].is_number());
}

TEST(WholeRuns, WhatNoSignalCanReachIsToldAndUnfinished) {
  const ParkMesh mesh;
  CapturedOutput said(STDERR_FILENO);
  const Ran ran = Serve(mesh.table(), {EntryOf(mesh.table(), "tidy", Returns(Value()))}, "\n{}\n{}\n");
  const std::string errors = said.Take();
  EXPECT_EQ(ran.code, 1);
  ASSERT_EQ(ran.results.size(), 2U);
  EXPECT_EQ(ran.results[0]["outcome"], "unfinished");
  EXPECT_EQ(ran.results[0]["error"], nlohmann::json::parse(R"({"name": "unfinished",
      "message": "at `main/1/park`, it waits for the signal `go`", "actor": null,
      "detail": [{"at": "main/1/park", "curr": null}]})"));
  for (const char* who : {"input 1, on line 2,", "input 2, on line 3,"}) {
    EXPECT_NE(errors.find(std::string(who) + " waits for the signal `go` in flow `main` since "),
              std::string::npos)
        << errors;
  }
  EXPECT_NE(errors.find("\n2 read, 0 succeeded, 0 failed, 2 unfinished, "), std::string::npos) << errors;
}

TEST(WholeRuns, WhatNoSignalCanReachMakesRoomForOthers) {
  const ParkMesh mesh;
  CapturedOutput said(STDERR_FILENO);
  std::string inputs;
  for (int i = 0; i < 50; ++i) inputs += "{}\n";
  const Ran ran =
      Serve(mesh.table(), {EntryOf(mesh.table(), "tidy", Returns(Value()))}, inputs, {.max_envelopes = 1});
  EXPECT_EQ(ran.results.size(), 50U);
  const std::string errors = said.Take();
  EXPECT_LE(std::count(errors.begin(), errors.end(), '\n'), 20) << "a few are told, however many there are";
}

TEST(WholeRuns, AnUnfinishedWholeEnvelopeSaysWhereItStands) {
  const ParkMesh mesh;
  Envelope envelope = NewEnvelope("e", {Value()});
  envelope.route.flow = "main";
  envelope.route.table = mesh.table().digest;
  const Ran ran = Serve(mesh.table(), {EntryOf(mesh.table(), "tidy", Returns(Value()))},
                        EnvelopeCodec(mesh.table()).Encode(envelope, {}) + "\n", {.envelope = true});
  ASSERT_EQ(ran.results.size(), 1U);
  EXPECT_EQ(ran.results[0]["status"]["phase"], "parked");
  EXPECT_EQ(ran.results[0]["route"]["at"], 1);
}

TEST(WholeRuns, WhatIsLoggedAboutCopiesAndBranchesNamesTheirInput) {
  const TapMesh taps(/*concurrency=*/1);
  int output[2] = {-1, -1};
  ASSERT_EQ(pipe(output), 0);
  CapturedOutput said(STDERR_FILENO);
  // It logs when the result of its root has been written.
  const auto copy = [&output](auto, actor::Context& context) {
    char first = 0;
    EXPECT_EQ(read(output[0], &first, 1), 1);
    context.Log(actor::LogLevel::kInfo, "copied");
    return actor::Results{};
  };
  Serve(taps.table(),
        {EntryOf(taps.table(), "copy", copy), EntryOf(taps.table(), "work", Returns(Value::Int(1)))}, "{}\n",
        {.follow = true, .threads = 2}, output[1]);
  close(output[0]);
  close(output[1]);
  const EachMesh each({});
  Serve(each.table(), {EntryOf(each.table(), "work", Returns(Value::Int(1)))}, R"({"items": [1, 2]})",
        {.follow = true});
  std::istringstream lines(said.Take());
  int told = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('{')) continue;
    ++told;
    EXPECT_EQ(nlohmann::json::parse(line)["input"], 1) << line;
  }
  EXPECT_EQ(told, 5) << "one line of log, and four hops";
}

TEST(WholeRuns, AHandlerThatKillsTheProcessIsNamed) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const CallMesh mesh({});
  const auto run = [&mesh] {
    Serve(mesh.table(),
          {EntryOf(mesh.table(), "work",
                   [](auto, auto&) -> actor::Outcome {
                     std::raise(SIGSEGV);
                     return actor::Results{};
                   }),
           EntryOf(mesh.table(), "fallback", Returns(Value::String("fallback")))},
          "{\"text\": \"a\"}\n");
  };
  EXPECT_EXIT(run(), testing::KilledBySignal(SIGSEGV),
              "ends by SIGSEGV \\(segmentation fault\\) in the handler of `work` with envelope [-0-9a-f]+");
}

}  // namespace
}  // namespace mesh::test
