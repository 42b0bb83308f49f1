// What a host checks before it runs anything: its flow, its handlers, its command line.
#include "mesh/lines/entrance.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "mesh/archive/gzip.h"
#include "mesh/host/default_threads.h"
#include "mesh/host/table_fit.h"
#include "mesh/program/command_line.h"
#include "mesh/program/find_tables.h"
#include "mesh/program/main.h"
#include "mesh/program/routes_directory.h"
#include "mesh/program/routes_library.h"
#include "mesh/route/table_digest.h"
#include "mesh/route/table_json.h"
#include "tests/support/captured_output.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {
namespace {

/// Three flows; `outer` calls `inner`.
contract::RouteTable FlowTable(TableBuilder& b, bool with_other) {
  b.AddFlow({.name = "inner", .entry = 1}, {});
  if (with_other) b.AddFlow({.name = "other", .entry = 1}, {});
  b.AddFlow({.name = "outer", .entry = 0}, {});
  b.AddPoint({.name = "outer/inner", .kind = contract::PointKind::kFlowCall, .next = 1, .callee = 0});
  b.AddPoint({.name = "return", .kind = contract::PointKind::kReturn});
  return b.View();
}

TEST(Entrance, TheOnlyFlowThatNoOtherCallsNeedsNoName) {
  TableBuilder b;
  EXPECT_EQ(std::get<Index>(lines::ChooseFlow(FlowTable(b, false), "")), 1U);
}

TEST(Entrance, SeveralFlowsNeedAName) {
  TableBuilder b;
  const contract::RouteTable table = FlowTable(b, true);
  EXPECT_EQ(std::get<std::string>(lines::ChooseFlow(table, "")),
            "which flow? give --flow NAME with one of other, outer");
  EXPECT_EQ(std::get<Index>(lines::ChooseFlow(table, "inner")), 0U)
      << "also one that is called may be entered";
  EXPECT_EQ(std::get<std::string>(lines::ChooseFlow(table, "oter")),
            "no flow is called `oter`; there is other, outer");
}

TEST(Fit, HandlersOfTheSameContractsFit) {
  const CycleMesh mesh;
  const actor::Entry actors[] = {EntryOf(mesh.table(), "left", Returns(Value::Int(1))),
                                 EntryOf(mesh.table(), "right", Returns(Value::Int(1)))};
  EXPECT_TRUE(host::TableFit(&mesh.table(), actors, nullptr).whole());
}

TEST(Fit, MissingAndOtherwiseBuiltHandlersAreNamed) {
  const CycleMesh mesh;
  actor::Entry left = EntryOf(mesh.table(), "left", Returns(Value::Int(1)));
  left.contract = "1111111111111111";
  const host::TableFit fit(&mesh.table(), {&left, 1}, nullptr);
  const auto& misfits = fit.misfits();
  ASSERT_EQ(misfits.size(), 2U);
  EXPECT_NE(misfits[0].find("`left` was built for contract 1111111111111111"), std::string::npos)
      << misfits[0];
  EXPECT_EQ(misfits[1], "actor `right` has no handler in this host");
}

TEST(RoutesLibrary, SaysWhatIsNotThere) {
  EXPECT_TRUE(std::holds_alternative<program::LoadProblem>(program::LoadRoutes("libno_such_routes.so")));
  program::RoutesDirectory none("/no/such/folder", "test.mesh");
  const auto looked = none.Look();
  ASSERT_EQ(looked.problems.size(), 1U);
  EXPECT_NE(looked.problems[0].find("/no/such/folder"), std::string::npos);
  EXPECT_TRUE(none.Look().problems.empty()) << "it is said once";
  const program::Program program{.mesh = "test.mesh", .routes_library = "libno_such_routes.so", .actors = {}};
  EXPECT_TRUE(std::holds_alternative<std::string>(program::FindTables(program, "")));
  EXPECT_TRUE(std::holds_alternative<std::string>(program::FindTables(program, "/no/such/folder")));
}

TEST(RoutesDirectory, SaysWhatIsWrongForAsLongAsItLasts) {
  const ScratchFile scratch("routes");
  const std::filesystem::path folder = scratch.path();
  std::filesystem::create_directory(folder);
  const auto write = [&folder](const char* name, const char* text) { std::ofstream(folder / name) << text; };
  program::RoutesDirectory directory(folder, "test.mesh");
  EXPECT_TRUE(directory.Look().problems.empty());
  write("libtest_mesh_routes.so", "no library");
  EXPECT_EQ(directory.Look().problems.size(), 1U);
  EXPECT_TRUE(directory.Look().problems.empty()) << "it is as it was";
  write("libtest_mesh_routes.so", "no library either");
  EXPECT_EQ(directory.Look().problems.size(), 1U) << "it is another one";

  std::filesystem::create_directory(folder / "current");
  const auto no_file = directory.Look();
  ASSERT_EQ(no_file.problems.size(), 1U);
  EXPECT_NE(no_file.problems[0].find("names no table"), std::string::npos) << no_file.problems[0];
  EXPECT_EQ(no_file.current, "");
  std::filesystem::remove(folder / "current");
  write("current", " \n");
  EXPECT_TRUE(directory.Look().problems.empty()) << "the same is still wrong";
  write("current", "0123456789abcdef\n");
  EXPECT_EQ(directory.Look().current, "0123456789abcdef");
  write("current", "");
  EXPECT_EQ(directory.Look().problems.size(), 1U) << "it is wrong again";

  std::filesystem::create_symlink("/no/such/table", folder / "libtest_mesh_1_routes.so");
  EXPECT_EQ(directory.Look().problems.size(), 1U);
}

/// As `compile` writes it.
std::string Routes(contract::RouteTable table) {
  const std::string digest = route::TableDigest(table);
  table.digest = digest;
  return route::WriteTableJson(table);
}

TEST(RoutesDirectory, TakesTablesAsText) {
  const ScratchFile scratch("routes");
  const std::filesystem::path folder = scratch.path();
  std::filesystem::create_directory(folder);
  const auto write = [&folder](const char* name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
  };
  const ForkMesh forks;
  const CallMesh calls({});
  program::RoutesDirectory directory(folder, std::string(calls.table().mesh));
  const std::string routes = Routes(calls.table());
  write("a_routes.json", routes);
  const auto first = directory.Look();
  ASSERT_EQ(first.added.size(), 1U) << (first.problems.empty() ? "" : first.problems[0]);
  EXPECT_EQ(route::WriteTableJson(*first.added[0].version.table), routes);
  write("a_routes.json", routes + "\n");
  write("again_routes.json", routes);
  EXPECT_TRUE(directory.Look().added.empty()) << "it is known";

  const std::string packed = archive::Compress(Routes(forks.table()));
  write("b_routes.json.gz", packed.substr(0, packed.size() / 2));
  const auto cut = directory.Look();
  ASSERT_EQ(cut.problems.size(), 1U);
  EXPECT_NE(cut.problems[0].find("b_routes.json.gz"), std::string::npos) << cut.problems[0];
  write("b_routes.json.gz", packed);
  EXPECT_EQ(directory.Look().added.size(), 1U);
  EXPECT_EQ(route::WriteTableJson(*first.added[0].version.table), routes) << "what it gave stays";

  std::string changed = routes;
  changed.replace(changed.find("work"), 4, "wirk");
  write("c_routes.json", changed);
  const auto wrong = directory.Look();
  ASSERT_EQ(wrong.problems.size(), 1U);
  EXPECT_NE(wrong.problems[0].find("is no route table: "), std::string::npos) << wrong.problems[0];
}

std::variant<program::CommandLine, program::Farewell> Parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "test-host");
  return program::ParseCommandLine(static_cast<int>(arguments.size()), arguments.data(), "test.mesh");
}

TEST(CommandLine, MoreThreadsThanAProcessGetsAreWrongUsage) {
  for (const char* threads : {"100000", "0", "-1", "4294967297"}) {
    const auto parsed = Parse({"--threads", threads});
    ASSERT_TRUE(std::holds_alternative<program::Farewell>(parsed)) << threads;
    EXPECT_EQ(std::get<program::Farewell>(parsed).exit_code, 2);
  }
  EXPECT_EQ(std::get<program::CommandLine>(Parse({"--threads", "4096"})).threads, host::kMostThreads);
}

TEST(CommandLine, TheBoundOfOverrunsAndTheRetentionAreOptions) {
  const auto line = std::get<program::CommandLine>(Parse({"--max-overruns", "3", "--keep", "60"}));
  EXPECT_EQ(line.max_overruns, 3U);
  EXPECT_EQ(line.keep_seconds, 60);
  EXPECT_EQ(std::get<program::CommandLine>(Parse({})).keep_seconds, 86'400);
}

TEST(CommandLine, LengthsOfTimeAreWrittenAsInTheLanguageOrCountSeconds) {
  const auto kept = [](const char* text) {
    return std::get<program::CommandLine>(Parse({"--keep", text})).keep_seconds;
  };
  EXPECT_EQ(kept("500ms"), 0.5);
  EXPECT_EQ(kept("5s"), 5);
  EXPECT_EQ(kept("2m"), 120);
  EXPECT_EQ(kept("1h"), 3'600);
  EXPECT_EQ(kept("7d"), 7 * 86'400);
  EXPECT_EQ(kept("0.25"), 0.25);
  EXPECT_EQ(std::get<program::CommandLine>(Parse({"--grace", "2m"})).grace_seconds, 120);
  const std::string long_number(300, '9');
  for (const char* text : {"soon", "-1s", "5 s", "s", "", "1e3", "300000d", long_number.c_str()}) {
    const auto parsed = Parse({"--grace", text});
    ASSERT_TRUE(std::holds_alternative<program::Farewell>(parsed)) << text;
    EXPECT_EQ(std::get<program::Farewell>(parsed).exit_code, 2);
    EXPECT_NE(std::get<program::Farewell>(parsed).text.find("such as 500ms, 30s, 12h or 7d"),
              std::string::npos)
        << std::get<program::Farewell>(parsed).text;
  }
}

TEST(CommandLine, SaysWhichNumbersItTakes) {
  for (const char* text : {"0", "-1", "many"}) {
    const std::string said = std::get<program::Farewell>(Parse({"--max-waiting", text})).text;
    EXPECT_NE(said.find(std::string("--max-waiting: `") + text + "` is no whole number from 1 to "),
              std::string::npos)
        << said;
  }
}

TEST(CommandLine, OrdersAndQuestionsTakeAFormat) {
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{"signal", "e", "ok", "true", "--format", "json"},
        std::vector<const char*>{"cancel", "e", "--format", "json"},
        {"queues", "--format", "json"}})
    EXPECT_EQ(std::get<program::CommandLine>(Parse(words)).question.format, "json") << words[0];
}

TEST(CommandLine, ReadsItsOptions) {
  const auto line = std::get<program::CommandLine>(
      Parse({"--actor", "a,b", "--flow", "main", "--input", "x.jsonl", "--signals", "s.jsonl", "--threads",
             "3", "--follow", "--envelope"}));
  EXPECT_EQ(line.actors, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(line.flow, "main");
  EXPECT_EQ(line.input, "x.jsonl");
  EXPECT_EQ(line.signals, "s.jsonl");
  EXPECT_EQ(line.threads, 3U);
  EXPECT_TRUE(line.follow && line.envelope);
  EXPECT_FALSE(line.deterministic || line.trace);
}

TEST(CommandLine, TellsHelpAndVersionAndRefusesTheRest) {
  EXPECT_EQ(std::get<program::Farewell>(Parse({"--help"})).exit_code, 0);
  EXPECT_NE(std::get<program::Farewell>(Parse({"--help"})).text.find("--scenarios"), std::string::npos);
  EXPECT_NE(std::get<program::Farewell>(Parse({"--version"})).text.find("test.mesh"), std::string::npos);
  EXPECT_EQ(std::get<program::Farewell>(Parse({"--no-such"})).exit_code, 2);
  EXPECT_EQ(std::get<program::Farewell>(Parse({"--threads", "many"})).exit_code, 2);
  EXPECT_EQ(std::get<program::Farewell>(Parse({"--grace", "-1"})).exit_code, 2);
}

int RunMain(std::vector<std::string> arguments, const program::Program& program) {
  arguments.insert(arguments.begin(), "test-host");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  return program::Main(static_cast<int>(argv.size()), argv.data(), program);
}

TEST(Main, RefusesWhatItCannotServe) {
  const CycleMesh mesh;
  const actor::Entry actors[] = {EntryOf(mesh.table(), "left", Returns(Value::Int(1))),
                                 EntryOf(mesh.table(), "right", Returns(Value::Int(1)))};
  const program::Program program{
      .mesh = "test.mesh", .routes_library = "libno_such_routes.so", .actors = actors};
  CapturedOutput captured(STDERR_FILENO);
  EXPECT_EQ(RunMain({"--transport", "pigeons"}, program), 2);
  EXPECT_EQ(RunMain({"--actor", "left"}, program), 2);
  EXPECT_EQ(RunMain({"--actor", "middle"}, program), 2);
  EXPECT_EQ(RunMain({}, program), 2);
  const std::string said = captured.Take();
  EXPECT_NE(said.find("no transport is called `pigeons`; there are inproc, sqlite:PATH, nats://HOST, "
                      "tls://HOST, amqp://HOST and amqps://HOST"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("--actor leaves out right"), std::string::npos) << said;
  EXPECT_NE(said.find("this host has no actor `middle`"), std::string::npos) << said;
  EXPECT_NE(said.find("cannot load `libno_such_routes.so`"), std::string::npos) << said;
}

TEST(DefaultThreads, AreEnoughForTheConcurrencyOfTheActors) {
  EXPECT_EQ(host::DefaultThreads(CallMesh({.concurrency = 1}).table(), 2), 4U);
  EXPECT_EQ(host::DefaultThreads(CallMesh({.concurrency = 1}).table(), 12), 12U);
  EXPECT_EQ(host::DefaultThreads(CallMesh({.concurrency = 16}).table(), 2), 17U) << "one for `fallback`";
  EXPECT_EQ(host::DefaultThreads(CallMesh({.concurrency = 1000}).table(), 2), 1001U);
  EXPECT_EQ(host::DefaultThreads(CallMesh({.concurrency = 1'000'000'000}).table(), 2), host::kMostThreads);
}

}  // namespace
}  // namespace mesh::test
