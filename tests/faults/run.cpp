#include "run.h"

#include <gtest/gtest.h>
#include <httplib.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "durable_effects.h"
#include "run_program.h"
#include "tests/support/places.h"

namespace meshc::test {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr int kHosts = 3;
/// How long a server of a cluster is stopped: longer than the others wait for it.
constexpr auto kHalt = std::chrono::seconds(10);
/// After so many looks, of which each takes 60 ms at least, at what does not change it will stay.
constexpr int kMostLooks = 2'000;
/// Bytes of effects between two faults, at most twice that: about fifty envelopes.
constexpr std::uintmax_t kStep = 15'000;
/// The same for a cluster, which takes fewer envelopes and has more servers that may die.
constexpr std::uintmax_t kClusterStep = 5'000;
const std::vector<std::string> kMailboxes = {"draft", "check", "quote",  "weigh", "note",
                                             "pay",   "ship",  "refund", "@sink", "@control"};

void Do(const std::vector<std::string>& command) {
  const ProgramRun run = RunProgram(command);
  ASSERT_EQ(run.exit_code, 0) << command[0] << " " << command[1] << "\n" << run.out << run.err;
}

}  // namespace

FaultRun::FaultRun(const FaultOptions& options)
    : options_(options), place_(options.place, run_ / "mesh"), random_(options.seed) {}

/// Of the inputs a third waits for a signal, and a third for one that never comes.
void FaultRun::WriteInputs() const {
  std::ofstream inputs(run_ / "inputs.jsonl");
  std::ofstream signals(run_ / "signals.jsonl");
  for (int i = 1; i <= options_.count; ++i) {
    Json fields = {{"id", i}, {"items", Json::array()}, {"waits", i % 3 > 0}, {"answered", i % 3 == 1}};
    for (int item = 0; item < i % 4; ++item) fields["items"].push_back(item);
    inputs << fields.dump() << '\n';
    if (i % 3 == 1) signals << Json({{"input", i}, {"name", "answer"}, {"value", i}}).dump() << '\n';
  }
}

std::vector<std::string> FaultRun::Command(const std::vector<std::string>& options) const {
  std::vector<std::string> command = place_.options();
  command.insert(command.begin(), project_.host());
  command.insert(command.end(), options.begin(), options.end());
  return command;
}

std::unique_ptr<ChildProcess> FaultRun::Start(const std::vector<std::string>& options,
                                              const std::string& output) const {
  return std::make_unique<ChildProcess>(Command(options),
                                        ChildProcess::Options{.input = run_ / "inputs.jsonl",
                                                              .output = output,
                                                              .errors = run_ / "errors",
                                                              .environment = {{"LEDGER", run_ / "ledger"}}});
}

std::unique_ptr<ChildProcess> FaultRun::StartHost() const {
  return Start({"--serve", "--http", "127.0.0.1:0"}, "/dev/null");
}

void FaultRun::Run() {
  ASSERT_EQ(project_.problem(), "");
  WriteInputs();
  if (testing::Test::HasFatalFailure()) return;
  // A broker forgets queues that were made a moment before it is killed.
  Do(Command({"--provision"}));
  if (options_.place != PlaceKind::kSqlite) place_.Restart(SIGTERM);
  view_ = std::make_unique<MeshView>(options_.place, place_, "test.jobs");
  for (int i = 0; i < kHosts; ++i) hosts_.push_back(StartHost());
  const auto entrance = Start(
      {"--actor", "none", "--unordered", "--wait", "--signals", run_ / "signals.jsonl"}, run_ / "results");
  Disturb(*entrance);
  EXPECT_EQ(entrance->Wait(), 0) << ReadFile(run_ / "errors");
  Resume(true);
  EXPECT_TRUE(options_.count < 200 || hosts_killed_ > 0) << "nothing has befallen them";
  WaitForRest();
  CheckResults();
  counted_ = Counts();
  for (const auto& host : hosts_) {
    host->WaitUntilAwaits(SIGTERM);
    host->Signal(SIGTERM);
  }
  for (const auto& host : hosts_) EXPECT_EQ(host->Wait(), 0);
}

std::uintmax_t FaultRun::LedgerSize() const {
  std::error_code none;
  const std::uintmax_t size = fs::file_size(run_ / "ledger", none);
  return none ? 0 : size;
}

void FaultRun::Disturb(ChildProcess& entrance) {
  const std::uintmax_t step = place_.cluster() == nullptr ? kStep : kClusterStep;
  for (std::uintmax_t next = step; !entrance.HasEnded(5);) {
    Resume(false);
    for (auto& host : hosts_) {
      if (!host->HasEnded()) continue;
      // One that begins while a server is away says so and ends: whoever runs it starts it again.
      constexpr int kNoServer = 2;
      const bool may_end = options_.place != PlaceKind::kSqlite;
      if (const int code = host->Wait(); !may_end || code != kNoServer)
        ADD_FAILURE() << "a host has ended with " << code << ": " << ReadFile(run_ / "errors");
      host = StartHost();
    }
    if (LedgerSize() < next) continue;
    next = LedgerSize() + random_() % (2 * step) + 1;
    Hurt();
  }
}

void FaultRun::Hurt() {
  // Servers of a cluster die more often: the others go on meanwhile.
  const unsigned servers = place_.cluster() == nullptr ? 1 : 3;
  const auto chance = random_() % 10;
  if (chance < servers)
    KillServer();
  else if (chance < 4 && options_.place != PlaceKind::kSqlite)
    DoubleSome();
  else
    KillHost();
}

void FaultRun::KillHost() {
  std::unique_ptr<ChildProcess>& host = hosts_[random_() % hosts_.size()];
  host->Signal(SIGKILL);
  host = StartHost();
  ++hosts_killed_;
}

/// Of a file there is none: every second time it is that of the state, where that stands alone.
void FaultRun::KillServer() {
  if (options_.place == PlaceKind::kSqlite) return KillHost();
  if (place_.cluster() != nullptr) return HurtCluster();
  if (random_() % 2 == 0 && place_.RestartStore(SIGKILL)) return void(++stores_killed_);
  const bool kills = random_() % 2 == 0;
  place_.Restart(kills ? SIGKILL : SIGTERM);
  ++(kills ? servers_killed_ : servers_stopped_);
}

void FaultRun::HurtCluster() {
  mesh::test::NatsCluster& cluster = *place_.cluster();
  if (halted_ || !cluster.IsWhole()) return KillHost();
  const std::size_t which = random_() % mesh::test::NatsCluster::kSize;
  mesh::test::NatsServer& server = cluster.server(which);
  const bool may_lose_disk = options_.loses_disk && disks_lost_ == 0;
  const auto chance = may_lose_disk ? random_() % 4 : 1 + random_() % 3;
  if (chance == 1) {
    server.Halt();
    halted_ = Halted{which, std::chrono::steady_clock::now() + kHalt};
    return void(++servers_halted_);
  }
  server.Stop(chance == 2 ? SIGTERM : SIGKILL);
  if (chance == 0) server.LoseDisk();
  cluster.Start(which);
  ++(chance == 2 ? servers_stopped_ : servers_killed_);
  if (chance == 0) ++disks_lost_;
}

void FaultRun::Resume(bool at_once) {
  if (!halted_ || (!at_once && std::chrono::steady_clock::now() < halted_->until)) return;
  place_.cluster()->server(halted_->which).Resume();
  halted_.reset();
}

void FaultRun::DoubleSome() {
  constexpr std::size_t kMost = 5;
  doubled_ += view_->Double(kMailboxes[random_() % kMailboxes.size()], kMost);
}

/// Copies that taps have made, for which nobody waits, and what is done after an end.
void FaultRun::WaitForRest() {
  const auto count = static_cast<std::size_t>(options_.count);
  const auto runs = [this] {
    for (auto& host : hosts_) {
      if (host->HasEnded(20)) return false;
    }
    return true;
  };
  while (InputsOf(ReadEffects(run_ / "ledger"), "note") < count) ASSERT_TRUE(runs());
  std::vector<std::string> left = view_->Left();
  for (int unchanged = 0; !left.empty();) {
    ASSERT_TRUE(runs());
    const std::vector<std::string> now = view_->Left();
    unchanged = now == left ? unchanged + 1 : 0;
    ASSERT_LT(unchanged, kMostLooks) << "left in the state: " << testing::PrintToString(left);
    left = now;
  }
  while (view_->Waiting(kMailboxes) > 0) ASSERT_TRUE(runs());
}

void FaultRun::CheckResults() const {
  const EffectLedger ledger = ReadEffects(run_ / "ledger");
  std::set<int> ended;
  std::ifstream lines(run_ / "results");
  for (std::string line; std::getline(lines, line);) {
    const Json result = Json::parse(line);
    EXPECT_EQ(result.at("outcome"), "succeeded") << line;
    if (result.at("outcome") != "succeeded") continue;
    const Json& payload = result.at("payload");
    const int id = payload.at("id");
    EXPECT_TRUE(ended.insert(id).second) << "it ended twice: " << line;
    CheckEffects(payload, ledger);
    EXPECT_EQ(payload.value("told", 0), id % 3 == 1 ? id : 0) << line;
  }
  EXPECT_EQ(ended.size(), static_cast<std::size_t>(options_.count));
}

/// Of the hosts that live.
Json FaultRun::Counts() const {
  static const std::string kBefore = "listening at ";
  std::map<std::string, std::int64_t> sums;
  const std::string errors = ReadFile(run_ / "errors");
  for (std::size_t at = errors.find(kBefore); at != std::string::npos; at = errors.find(kBefore, at)) {
    at += kBefore.size();
    httplib::Client client(errors.substr(at, errors.find('\n', at) - at));
    client.set_connection_timeout(1);
    const auto answer = client.Get("/counts");
    if (!answer || answer->status != 200) continue;
    const Json counts = Json::parse(answer->body);
    for (const char* what : {"deliveries", "redeliveries", "suspects", "dropped_copies"})
      sums[what] += counts.value(what, std::int64_t{0});
  }
  return sums;
}

std::string FaultRun::Told() const {
  return fmt::format(
      "seed {}: {} envelopes; killed: {} hosts, {} servers, of which {} with their disk, {} stores; stopped: "
      "{} "
      "servers, held up: {}; doubled: {} messages; the last hosts count {}",
      options_.seed, options_.count, hosts_killed_, servers_killed_, disks_lost_, stores_killed_,
      servers_stopped_, servers_halted_, doubled_, counted_.dump());
}

}  // namespace meshc::test
