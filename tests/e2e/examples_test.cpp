// Every example and its built host: what `meshc test` says of its scenarios, the host says, too. Of those
// with handlers, threads change no result, and each message ends as it should. The same for a mesh of all
// statements that run beside an envelope, with many messages.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "built_project.h"
#include "example_projects.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// The one flow that no other flow of the example calls is named like its file.
std::string EntryFlow(const BuiltProject& example) { return fs::path(example.flow()).stem().string(); }

std::vector<Json> RunHost(const BuiltProject& example, const std::string& messages,
                          const std::vector<std::string>& options) {
  std::vector<std::string> command = {example.host(), "--flow", EntryFlow(example), "--input", messages};
  command.insert(command.end(), options.begin(), options.end());
  return Results(RunProgram(command).out);
}

/// One line for each message: the actors that it visits.
std::vector<std::string> ExpectedRoutes(const std::string& name) {
  std::vector<std::string> routes;
  std::istringstream lines(ReadFile(Example(name) / "expected_routes.txt"));
  for (std::string line; std::getline(lines, line);) routes.push_back(line);
  return routes;
}

std::vector<std::string> Routes(const std::vector<Json>& results) {
  std::vector<std::string> routes;
  for (const Json& result : results) {
    std::string route;
    for (const Json& visit : result.at("route"))
      route += (route.empty() ? "" : ", ") + visit.get<std::string>();
    routes.push_back(route);
  }
  return routes;
}

class Scenarios : public testing::TestWithParam<std::string> {};

TEST_P(Scenarios, RunInTheHostAsMeshcTestRunsThem) {
  const BuiltProject example(GetParam());
  ASSERT_EQ(example.problem(), "");
  const ProgramRun here = RunProgram({Meshc(), "test", "--trace", example.flow()});
  EXPECT_EQ(here.exit_code, 0) << here.out << here.err;
  const ProgramRun there = RunProgram({example.host(), "--scenarios", example.scenarios(), "--trace"});
  EXPECT_EQ(there.exit_code, 0) << there.out << there.err;
  EXPECT_NE(here.out.find(" passed, 0 failed"), std::string::npos);
  EXPECT_NE(here.out.find("payload"), std::string::npos);
  EXPECT_EQ(here.out, there.out) << "visits, times or final payloads differ";
}

class Examples : public testing::TestWithParam<std::string> {};

TEST_P(Examples, GiveEveryMessageItsEndWhateverTheThreads) {
  const BuiltProject example(GetParam());
  ASSERT_EQ(example.problem(), "");
  const std::vector<Json> threaded = RunHost(example, example.messages(), {"--threads", "8"});
  const std::vector<Json> alone = RunHost(example, example.messages(), {"--deterministic"});
  EXPECT_GE(threaded.size(), 6U);
  EXPECT_EQ(threaded, alone);
  EXPECT_EQ(Routes(alone), ExpectedRoutes(GetParam()));
  for (const Json& result : alone) EXPECT_EQ(result.at("outcome"), "succeeded") << result;

  const ProgramRun tests = example.RunOwnTests();
  EXPECT_EQ(tests.exit_code, 0) << tests.out << tests.err;
}

TEST(Statements, RunTheSameOnManyThreadsAndAlone) {
  constexpr int kMessages = 2000;
  const BuiltProject mesh("statements");
  ASSERT_EQ(mesh.problem(), "");
  std::string messages;
  for (int id = 0; id < kMessages; ++id) {
    Json items = Json::array();
    for (int item = 0; item < id % 7; ++item) items.push_back(item);
    messages += Json{{"id", id}, {"items", items}}.dump() + "\n";
  }
  const ScratchFolder scratch("statements");
  WriteFile(scratch / "messages.jsonl", messages);
  const auto run = [&](const std::vector<std::string>& options) {
    return RunHost(mesh, scratch / "messages.jsonl", options);
  };
  const std::vector<Json> alone = run({"--deterministic"});
  ASSERT_EQ(alone.size(), static_cast<std::size_t>(kMessages));
  EXPECT_EQ(alone[5].at("payload").at("receipt"), "sorry5");
  EXPECT_EQ(alone[6].at("payload").at("parts"), (Json{6, 8, 10, 12, 14, 16}));
  EXPECT_EQ(run({"--threads", "8"}), alone);
  // One envelope at a time leaves no credit for branches: they run one after the other.
  EXPECT_EQ(run({"--threads", "2", "--max-envelopes", "1"}), alone);
}

/// The approvals come from a file; one is for a later payment and stands first.
TEST(HumanApproval, GetsItsSignalsInEveryHost) {
  const BuiltProject example("human_approval");
  ASSERT_EQ(example.problem(), "");
  const std::string signals = (Example("human_approval") / "signals.jsonl").string();
  const std::vector<Json> alone =
      RunHost(example, example.messages(), {"--deterministic", "--signals", signals});
  ASSERT_EQ(alone.size(), 3U);
  EXPECT_EQ(alone[0].at("payload").at("status"), "paid");
  EXPECT_EQ(alone[1].at("payload").at("approval").at("by"), "bob");
  EXPECT_EQ(alone[2].at("payload").at("status"), "declined");
  EXPECT_EQ(RunHost(example, example.messages(), {"--threads", "8", "--signals", signals}), alone);
  EXPECT_EQ(RunHost(example, example.messages(), {"--max-envelopes", "1", "--signals", signals}), alone);
  const ProgramRun stubbed = RunProgram(
      {Meshc(), "run", example.flow(), "--stub", "--input", example.messages(), "--signals", signals});
  EXPECT_EQ(Results(stubbed.out), alone);
}

INSTANTIATE_TEST_SUITE_P(All, Scenarios, testing::ValuesIn(ExampleNames()),
                         [](const auto& tested) { return tested.param; });
INSTANTIATE_TEST_SUITE_P(All, Examples, testing::ValuesIn(ExamplesWith("expected_routes.txt")),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace meshc::test
