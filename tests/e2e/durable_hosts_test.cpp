// Hosts as processes on one SQLite file, one NATS server or one RabbitMQ broker, killed at any moment: each
// input ends once, and the effects that stand in a ledger outside of the mesh are those on its way.
#include <gtest/gtest.h>
#include <httplib.h>

#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "built_project.h"
#include "child_process.h"
#include "durable_effects.h"
#include "durable_place.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class DurableHosts : public testing::TestWithParam<PlaceKind> {
 protected:
  using Hosts = std::vector<std::unique_ptr<ChildProcess>>;

  void SetUp() override { ASSERT_EQ(project_.problem(), ""); }

  std::vector<std::string> Command(const std::vector<std::string>& options) const {
    std::vector<std::string> command = place_.options();
    command.insert(command.begin(), project_.host());
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
    return StartEntrance(std::move(options), run_ / "jobs.jsonl");
  }
  ChildProcess StartEntrance(std::vector<std::string> options, const std::string& jobs) const {
    options.insert(options.end(), {"--actor", "none", "--unordered"});
    return {Command(options), Streams(jobs, run_ / "results")};
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

  /// What an operator asks through the host; its answer as JSON.
  Json Ask(std::vector<std::string> question, int exit_code = 0) const {
    question.insert(question.end(), {"--format", "json"});
    const ProgramRun run = RunProgram(Command(question));
    EXPECT_EQ(run.exit_code, exit_code) << question.front() << "\n" << run.err;
    const Json answer = Json::parse(run.out, nullptr, false);
    EXPECT_FALSE(answer.is_discarded()) << run.out;
    return answer;
  }
  /// Where a host that has just begun answers.
  std::string WaitForUrl(ChildProcess& host) const {
    static const std::string kBefore = "listening at ";
    while (!host.HasEnded(5)) {
      const std::string errors = ReadFile(run_ / "errors");
      const std::size_t at = errors.find(kBefore);
      const std::size_t end = at == std::string::npos ? at : errors.find('\n', at);
      if (end != std::string::npos) return errors.substr(at + kBefore.size(), end - at - kBefore.size());
    }
    ADD_FAILURE() << ReadFile(run_ / "errors");
    return {};
  }
  Json WaitForEnd(ChildProcess& host, const std::string& id) const {
    for (Json root = Ask({"inspect", id});; root = Ask({"inspect", id})) {
      if (root["state"] == "ended" || host.HasEnded(5)) return root;
    }
  }
  /// How often one of these actors was called for a job.
  std::size_t CallsOf(const EffectLedger& ledger, std::set<std::string> actors, int id) const {
    std::size_t calls = 0;
    for (const auto& [of, effects] : ledger)
      calls += actors.contains(of.first) && of.second == id ? effects.answers.size() : 0;
    return calls;
  }

  std::uintmax_t LedgerSize() const {
    std::error_code none;
    const std::uintmax_t size = fs::file_size(run_ / "ledger", none);
    return none ? 0 : size;
  }
  EffectLedger ReadLedger() const { return ReadEffects(run_ / "ledger"); }
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
  void WaitForNotes(ChildProcess& host, std::size_t jobs) const {
    while (InputsOf(ReadLedger(), "note") < jobs) ASSERT_FALSE(host.HasEnded(10));
  }

  const BuiltProject project_{"durable"};
  ScratchFolder run_{"durable_run"};
  DurablePlace place_{GetParam(), run_ / "mesh"};
};

INSTANTIATE_TEST_SUITE_P(On, DurableHosts,
                         testing::Values(PlaceKind::kSqlite, PlaceKind::kNats, PlaceKind::kAmqp), NameOfKind);

TEST_P(DurableHosts, LoseNothingWhicheverOfThemIsKilled) {
  constexpr int kJobs = 300;
  WriteJobs(kJobs, false);
  Hosts hosts;
  for (int i = 0; i < 3; ++i) hosts.push_back(StartHost());
  ChildProcess entrance = StartEntrance();
  const int killed = KillAndRestart(hosts, entrance, 6'000);
  EXPECT_EQ(entrance.Wait(), 0) << ReadFile(run_ / "errors");
  EXPECT_GT(killed, 5);
  WaitForNotes(*hosts.front(), kJobs);
  // The last one may have been started a moment ago.
  for (const auto& host : hosts) host->WaitUntilAwaits(SIGTERM);
  for (const auto& host : hosts) host->Signal(SIGTERM);
  for (const auto& host : hosts) EXPECT_EQ(host->Wait(), 0);

  const EffectLedger ledger = ReadLedger();
  std::set<int> ended;
  for (const Json& result : Results()) {
    EXPECT_EQ(result.at("outcome"), "succeeded") << result;
    EXPECT_TRUE(ended.insert(result.at("payload").at("id").get<int>()).second)
        << "it ended twice: " << result;
    CheckEffects(result.at("payload"), ledger);
  }
  EXPECT_EQ(ended.size(), static_cast<std::size_t>(kJobs));
}

TEST_P(DurableHosts, CallAHandlerThatKillsItsProcessOnceMoreThanItsAttempts) {
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
  // Its three attempts, and the first call of all, whose start nobody noted.
  const std::size_t calls = ReadLedger()[{"bomb", 99}].answers.size();
  EXPECT_EQ(calls, 4U);
}

TEST_P(DurableHosts, GiveTheSameResultsToWhoeverAsksAgain) {
  constexpr int kJobs = 40;
  WriteJobs(kJobs, true);
  const auto host = StartHost();
  {
    // However fast they are, it cannot be through before it is killed: its input never ends.
    const std::string pipe = run_ / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    std::fstream jobs(pipe);
    jobs << ReadFile(run_ / "jobs.jsonl") << std::flush;
    ChildProcess killed = StartEntrance({"--envelope"}, pipe);
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
  const EffectLedger ledger = ReadLedger();
  for (const auto& [id, payload] : before) CheckEffects(payload, ledger);
}

TEST_P(DurableHosts, AnswerOperators) {
  WriteJobs(5, false);
  // More elements than `each` takes: it fails behind the effects of its branches.
  std::ofstream(run_ / "jobs.jsonl", std::ios::app)
      << R"({"id": 7, "items": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]})" << '\n';
  const std::string archive = run_ / "archive";
  ChildProcess host(Command({"--serve", "--http", "127.0.0.1:0", "--archive", archive}),
                    Streams("/dev/null", "/dev/null"));
  httplib::Client client(WaitForUrl(host));
  EXPECT_EQ(client.Get("/readyz")->status, 200);
  EXPECT_EQ(StartEntrance().Wait(), 1) << "one has failed";
  const Json counts = Json::parse(client.Get("/counts")->body);
  EXPECT_GE(counts["deliveries"], 5 * 6);
  EXPECT_EQ(counts["mailboxes"]["draft"]["waiting"], 0);
  EXPECT_NE(client.Get("/metrics")->body.find("# TYPE mesh_handler_seconds histogram"), std::string::npos);
  for (const Json& mailbox : Ask({"queues"})) EXPECT_EQ(mailbox["waiting"], 0) << mailbox;
  EXPECT_EQ(Ask({"parked"}), Json::array());

  const Json failed = Ask({"failed", "--error", "expression_error"});
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_EQ(Ask({"failed", "--error", "busy"}), Json::array());
  const EffectLedger before = ReadLedger();
  const Json replayed = Ask({"replay", "--failed"});
  ASSERT_EQ(replayed.size(), 1U);
  const Json repeated = WaitForEnd(host, replayed[0]["id"]);
  EXPECT_EQ(repeated["replay_of"], failed[0]["id"]);
  EXPECT_EQ(repeated["end"]["status"]["error"]["name"], "expression_error") << repeated;
  EXPECT_EQ(repeated["end"]["payload"]["checked"],
            Ask({"inspect", failed[0]["id"]})["end"]["payload"]["checked"]);
  EXPECT_EQ(CallsOf(ReadLedger(), {"check", "quote"}, 7), CallsOf(before, {"check", "quote"}, 7))
      << "it has taken the results that were stored";
  const Json real = Ask({"replay", failed[0]["id"], "--effects"});
  WaitForEnd(host, real[0]["id"]);
  EXPECT_EQ(CallsOf(ReadLedger(), {"check"}, 7), CallsOf(before, {"check"}, 7) + 1);
  EXPECT_EQ(Ask({"replay", "--failed"}).size(), 2U) << "the replays have failed, too";
  Ask({"replay", "nobody"}, 1);
  Ask({"inspect", failed[0]["id"]});

  host.Signal(SIGTERM);
  EXPECT_EQ(host.Wait(), 0) << ReadFile(run_ / "errors");
  std::string lines;
  for (const auto& segment : fs::directory_iterator(archive))
    lines += RunProgram({"zcat", segment.path()}).out;
  std::set<std::string> archived;
  std::istringstream each(lines);
  for (std::string line; std::getline(each, line);) {
    const Json ended = Json::parse(line);
    EXPECT_TRUE(archived.insert(ended["id"]).second) << "it stands there twice";
    EXPECT_EQ(ended.contains("before"), ended["status"]["phase"] == "failed") << line;
  }
  EXPECT_GE(archived.size(), 6U + 2U);
  const std::string segment = fs::directory_iterator(archive)->path();
  EXPECT_GE(Ask({"replay", segment}).size(), 3U) << "all in it that has failed";
}

TEST_P(DurableHosts, SayWhatIsWrongWithWhatTheyAreGiven) {
  const auto refused = [this](const std::vector<std::string>& options) {
    const ProgramRun run = RunProgram(Command(options));
    EXPECT_EQ(run.exit_code, 2) << options.front();
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    return run.err;
  };
  const std::string missing = GetParam() == PlaceKind::kNats ? "has no stream" : "there is no such file";
  EXPECT_NE(refused({"queues"}).find(missing), std::string::npos) << "nothing is made by a look";
  const ProgramRun made = RunProgram(Command({"--provision"}));
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(Ask({"queues"}).size(), 11U) << "nine actors, @control and @sink";
  httplib::Server taken;
  const int port = taken.bind_to_any_port("127.0.0.1");
  EXPECT_NE(
      refused({"--serve", "--http", "127.0.0.1:" + std::to_string(port)}).find("Address already in use"),
      std::string::npos);
  EXPECT_NE(refused({"--serve", "--http", "nowhere"}).find("HOST:PORT"), std::string::npos);
  WriteFile(run_ / "settings.json", R"({"actors": {"chekc": {}}})");
  EXPECT_NE(refused({"--serve", "--settings", run_ / "settings.json"}).find("did you mean `check`?"),
            std::string::npos);
  WriteFile(run_ / "file", "");
  EXPECT_NE(refused({"--serve", "--archive", run_ / "file"}).find("is no folder"), std::string::npos);
}

TEST_P(DurableHosts, WaitForAServerThatIsKilled) {
  if (GetParam() == PlaceKind::kSqlite) return;
  constexpr int kJobs = 100;
  WriteJobs(kJobs, false);
  Hosts hosts;
  for (int i = 0; i < 2; ++i) hosts.push_back(StartHost());
  ChildProcess entrance = StartEntrance();
  for (int restarts = 0; restarts < 3; ++restarts) {
    const std::uintmax_t before = LedgerSize();
    while (LedgerSize() < before + 2'000 && !entrance.HasEnded(1)) continue;
    // RabbitMQ forgets queues that were made within a second before it is killed: so it is asked to stop
    // first.
    place_.Restart(restarts == (GetParam() == PlaceKind::kAmqp ? 0 : 1) ? SIGTERM : SIGKILL);
  }
  EXPECT_EQ(entrance.Wait(), 0) << ReadFile(run_ / "errors");
  WaitForNotes(*hosts.front(), kJobs);
  const EffectLedger ledger = ReadLedger();
  std::set<int> ended;
  for (const Json& result : Results()) {
    EXPECT_EQ(result.at("outcome"), "succeeded") << result;
    EXPECT_TRUE(ended.insert(result.at("payload").at("id").get<int>()).second)
        << "it ended twice: " << result;
    CheckEffects(result.at("payload"), ledger);
  }
  EXPECT_EQ(ended.size(), static_cast<std::size_t>(kJobs));
}

}  // namespace
}  // namespace meshc::test
