// Whole runs of a host binary: what its handlers do to it.
#include <atomic>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "mesh/envelope/envelope_json.h"
#include "mesh/host/serve.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

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
          const std::string& input, const host::CommandLine& line = {}) {
  const host::Program program{.mesh = "test.mesh", .routes_library = {}, .actors = actors};
  const int file = FileOf(input);
  testing::internal::CaptureStdout();
  Ran ran{.code = host::Serve(line, program, {.tables = {&table}, .skipped = {}}, 0,
                              {.input = file, .output = STDOUT_FILENO})};
  std::istringstream lines(testing::internal::GetCapturedStdout());
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
