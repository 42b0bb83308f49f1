// Hosts as processes on one SQLite file, killed at any moment: each input ends once, and the effects that
// stand in a ledger outside of the mesh are those on its way.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "child_process.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// An effect outside: the keys under which an actor has made it for an input, and what it answered.
struct Effects {
  std::set<std::string> keys;
  std::set<std::string> answers;
};
using Ledger = std::map<std::pair<std::string, int>, Effects>;  ///< By actor and input.

class DurableHosts : public testing::Test {
 protected:
  using Hosts = std::vector<std::unique_ptr<ChildProcess>>;

  static void SetUpTestSuite() {
    project_ = new ScratchFolder("durable_hosts");
    fs::copy(SourceFolder() / "tests/e2e/durable", project_->path(), fs::copy_options::recursive);
    const std::string folder = project_->path().string();
    Do({Meshc(), "compile", *project_ / "jobs.flow", "-o", folder});
    Do({"cmake", "-S", folder, "-B", folder + "/build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
        "-DCMAKE_CXX_FLAGS_DEBUG=", "-Dmeshc_DIR=" + BuildFolder().string()});
    Do({"cmake", "--build", folder + "/build"});
  }
  static void TearDownTestSuite() { delete project_; }
  static void Do(const std::vector<std::string>& command) {
    const ProgramRun run = RunProgram(command);
    ASSERT_EQ(run.exit_code, 0) << command[0] << " " << command[1] << "\n" << run.out << run.err;
  }

  std::vector<std::string> Command(const std::vector<std::string>& options) const {
    std::vector<std::string> command = {*project_ / "build/test_jobs-host", "--transport",
                                        "sqlite:" + (run_ / "mesh.db") + "?sync=normal"};
    command.insert(command.end(), options.begin(), options.end());
    return command;
  }
  ChildProcess::Options Streams(const std::string& input, const std::string& output) const {
    return {.input = input,
            .output = output,
            .errors = run_ / "errors",
            .environment = {{"LEDGER", run_ / "ledger"}}};
  }
  std::unique_ptr<ChildProcess> StartHost() const {
    return std::make_unique<ChildProcess>(Command({"--serve"}), Streams("/dev/null", "/dev/null"));
  }
  ChildProcess StartEntrance(std::vector<std::string> options = {}) const {
    options.insert(options.end(), {"--actor", "none", "--unordered"});
    return {Command(options), Streams(run_ / "jobs.jsonl", run_ / "results")};
  }

  void WriteJobs(int count, bool whole) const {
    std::string lines;
    for (int i = 1; i <= count; ++i) {
      Json fields = {{"id", i}, {"items", Json::array()}};
      for (int item = 0; item < i % 4; ++item) fields["items"].push_back(item);
      const Json envelope = {
          {"id", "job-" + std::to_string(i)}, {"route", {{"flow", "job"}}}, {"payload", fields}};
      lines += (whole ? envelope : fields).dump() + "\n";
    }
    WriteFile(run_ / "jobs.jsonl", lines);
  }

  std::uintmax_t LedgerSize() const {
    std::error_code none;
    const std::uintmax_t size = fs::file_size(run_ / "ledger", none);
    return none ? 0 : size;
  }
  Ledger ReadLedger() const {
    Ledger ledger;
    std::ifstream lines(run_ / "ledger");
    std::string actor;
    int id = 0;
    std::string key;
    std::string answer;
    while (lines >> actor >> id >> key >> answer) {
      Effects& effects = ledger[{actor, id}];
      effects.keys.insert(key);
      effects.answers.insert(answer);
    }
    return ledger;
  }
  std::vector<Json> Results() const {
    std::vector<Json> results;
    std::ifstream lines(run_ / "results");
    for (std::string line; std::getline(lines, line);) results.push_back(Json::parse(line));
    return results;
  }

  /// Kills one of the hosts, and starts it anew, whenever so many bytes more stand in the ledger, until
  /// `entrance` has ended. Yields how many were killed.
  int KillAndRestart(Hosts& hosts, ChildProcess& entrance, std::uintmax_t step) const {
    std::mt19937 random(20'261'122);
    int killed = 0;
    for (std::uintmax_t next = step; !entrance.HasEnded(1);) {
      if (LedgerSize() < next) continue;
      next = LedgerSize() + random() % (2 * step) + 1;
      std::unique_ptr<ChildProcess>& host = hosts[random() % hosts.size()];
      host->Signal(SIGKILL);
      host = StartHost();
      ++killed;
    }
    return killed;
  }

  /// Nobody waits for copies that taps have made, but the test.
  void WaitForNotes(ChildProcess& host, int jobs) const {
    const auto noted = [this] {
      int count = 0;
      for (const auto& [of, effects] : ReadLedger()) count += of.first == "note" ? 1 : 0;
      return count;
    };
    while (noted() < jobs) ASSERT_FALSE(host.HasEnded(10));
  }

  /// The effects of one input are those on its way, each under one key.
  static void Check(const Json& payload, Ledger& ledger) {
    const int id = payload.at("id");
    const auto once = [&](const char* actor, const std::string& answer) {
      const Effects effects = ledger[{actor, id}];
      EXPECT_EQ(effects.keys.size(), 1U) << actor << " of " << id;
      EXPECT_TRUE(answer.empty() || effects.answers.contains(answer)) << actor << " of " << id;
    };
    once("check", payload.at("checked"));
    once("quote", payload.at("quoted"));
    once("pay", payload.at("paid"));
    once("note", "");
    const bool undone = payload.at("receipt") == "undone";
    EXPECT_EQ((ledger[{"refund", id}].keys.size()), undone ? 1U : 0U) << id;
    const Effects parts = ledger[{"weigh", id}];
    EXPECT_EQ(parts.keys.size(), payload.at("items").size()) << id;
    for (const Json& part : payload.at("parts"))
      EXPECT_TRUE(parts.answers.contains(part.get<std::string>())) << id;
  }

  static ScratchFolder* project_;
  ScratchFolder run_{"durable_run"};
};

ScratchFolder* DurableHosts::project_ = nullptr;

TEST_F(DurableHosts, LoseNothingWhicheverOfThemIsKilled) {
  constexpr int kJobs = 300;
  WriteJobs(kJobs, false);
  Hosts hosts;
  for (int i = 0; i < 3; ++i) hosts.push_back(StartHost());
  ChildProcess entrance = StartEntrance();
  const int killed = KillAndRestart(hosts, entrance, 6'000);
  EXPECT_EQ(entrance.Wait(), 0) << ReadFile(run_ / "errors");
  EXPECT_GT(killed, 5);
  WaitForNotes(*hosts.front(), kJobs);
  for (const auto& host : hosts) host->Signal(SIGTERM);
  for (const auto& host : hosts) EXPECT_EQ(host->Wait(), 0);

  Ledger ledger = ReadLedger();
  std::set<int> ended;
  for (const Json& result : Results()) {
    EXPECT_EQ(result.at("outcome"), "succeeded") << result;
    EXPECT_TRUE(ended.insert(result.at("payload").at("id").get<int>()).second)
        << "it ended twice: " << result;
    Check(result.at("payload"), ledger);
  }
  EXPECT_EQ(ended.size(), static_cast<std::size_t>(kJobs));
}

TEST_F(DurableHosts, CallAHandlerThatKillsItsProcessOnceMoreThanItsAttempts) {
  constexpr int kNeighbours = 20;
  WriteJobs(kNeighbours, false);
  std::ofstream(run_ / "jobs.jsonl", std::ios::app) << R"({"id": 99, "items": [], "deadly": true})" << '\n';
  Hosts hosts;
  for (int i = 0; i < 2; ++i) hosts.push_back(StartHost());
  ChildProcess entrance = StartEntrance();
  while (!entrance.HasEnded(5)) {
    for (auto& host : hosts) {
      if (host->HasEnded()) host = StartHost();
    }
  }
  for (const Json& result : Results()) {
    const bool deadly = result.at("payload").at("id") == 99;
    EXPECT_EQ(result.at("outcome"), deadly ? "failed" : "succeeded") << result;
    EXPECT_TRUE(!deadly || result.at("error").at("name") == "crash") << result;
  }
  EXPECT_EQ(Results().size(), static_cast<std::size_t>(kNeighbours + 1));
  EXPECT_EQ((ReadLedger()[{"bomb", 99}].answers.size()), 4U)
      << "its three attempts, and the first one of all";
}

TEST_F(DurableHosts, GiveTheSameResultsToWhoeverAsksAgain) {
  constexpr int kJobs = 40;
  WriteJobs(kJobs, true);
  const auto host = StartHost();
  {
    ChildProcess killed = StartEntrance({"--envelope"});
    while (LedgerSize() < 1'000) ASSERT_FALSE(killed.HasEnded(1));
  }
  std::map<std::string, Json> before;
  for (int again = 0; again < 2; ++again) {
    ChildProcess entrance = StartEntrance({"--envelope"});
    EXPECT_EQ(entrance.Wait(), 0) << ReadFile(run_ / "errors");
    std::map<std::string, Json> results;
    for (const Json& result : Results()) results[result.at("id")] = result.at("payload");
    EXPECT_EQ(results.size(), static_cast<std::size_t>(kJobs));
    EXPECT_TRUE(before.empty() || results == before) << "chance has answered once";
    before = std::move(results);
  }
  WaitForNotes(*host, kJobs);
  Ledger ledger = ReadLedger();
  for (const auto& [id, payload] : before) Check(payload, ledger);
}

}  // namespace
}  // namespace meshc::test
