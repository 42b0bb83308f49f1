// What a hop costs on a file, beside the raw loop of the same client in the same run: the same
// bytes move through the same mailboxes, as many at a time, as safely, and nobody reads them.
//
//   transport_bench [ENVELOPES] [ROUNDS] [full|normal]
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/transport/sqlite/sqlite.h"
#include "mesh/transport/sqlite/sqlite_layout.h"
#include "mesh/transport/sqlite/sqlite_tables.h"
#include "mesh/transport/steady_clock.h"
#include "tests/bench/line_mesh.h"
#include "tests/bench/resident.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {
namespace {

/// One thread, one connection, the statements of the transport: each transaction moves all that there is, at
/// most a window, and is synced.
class RawLoop {
 public:
  RawLoop(const std::string& path, bool sync_full, std::string body)
      : database_(Open(path)), body_(std::move(body)), sync_full_(sync_full) {
    letters_.emplace(database_);
    state_.emplace(database_, clock_);
    holder_ = letters_->AddHolder();
    log_ = open((path + "-wal").c_str(), O_RDONLY | O_CLOEXEC);
  }
  ~RawLoop() { close(log_); }
  RawLoop(const RawLoop&) = delete;
  RawLoop& operator=(const RawLoop&) = delete;

  void Run(int from, int count) {
    int entered = 0;
    for (int ended = 0; ended < count;) {
      database_.Begin();
      const int told = Move();
      ended += told;
      for (; entered < count && entered - ended < static_cast<int>(kWindow); ++entered) Enter(from + entered);
      TakeAll();
      database_.Commit();
      if (!database_.ok() || (sync_full_ && fdatasync(log_) != 0)) std::abort();
    }
  }

 private:
  struct Held {
    std::size_t place;
    transport::TakenLetter letter;
  };

  static transport::Database Open(const std::string& path) {
    auto opened = transport::Database::Open(path);
    if (std::holds_alternative<std::string>(opened)) std::abort();
    auto database = std::get<transport::Database>(std::move(opened));
    if (!transport::PrepareLayout(database, "bench").empty()) std::abort();
    return database;
  }
  static std::string_view MailboxAt(std::size_t place) {
    constexpr std::array<std::string_view, 2> kLast = {"@sink", "@reply/bench"};
    return place < kActors.size() ? kActors[place] : kLast[place - kActors.size()];
  }
  void Put(std::size_t place, const std::string& id) {
    letters_->Put(MailboxAt(place), {.id = id, .body = body_}, 0, clock_.now_ns());
  }
  void Enter(int number) {
    const std::string id = IdOf(number);
    if (state_->Get(state::RootKey(id)) || state_->Get(state::EndKey(id))) std::abort();
    Put(0, id);
  }
  /// How many have come to their end.
  int Move() {
    int told = 0;
    for (const Held& held : std::exchange(held_, {})) {
      letters_->EndLoan(held.letter.seq, holder_);
      letters_->Remove(held.letter.seq);
      const std::string& id = held.letter.letter.id;
      if (held.place + 1 == kMoves) {
        ++told;
        continue;
      }
      if (held.place == kActors.size())
        state_->Make({.key = state::EndKey(id), .value = body_, .expires_ns = INT64_MAX - 1}, holder_);
      Put(held.place + 1, id);
    }
    return told;
  }
  void TakeAll() {
    for (std::size_t place = 0; place < kMoves; ++place) {
      std::vector<transport::TakenLetter> taken;
      letters_->Take(MailboxAt(place), holder_, clock_.now_ns(), kWindow, taken);
      for (auto& letter : taken) held_.push_back({place, std::move(letter)});
    }
  }

  transport::SteadyClock clock_;
  transport::Database database_;
  const std::string body_;
  const bool sync_full_;
  std::optional<transport::LetterTables> letters_;
  std::optional<transport::StateTable> state_;
  std::int64_t holder_ = 0;
  int log_ = -1;
  std::vector<Held> held_;
};

RunningHost::OpenTransport On(const std::string& path, bool sync_full) {
  return [path, sync_full](std::string name, transport::Clock& clock) {
    auto opened =
        transport::OpenSqlite({.path = path, .sync_full = sync_full, .mesh = std::move(name)}, clock);
    if (const auto* why = std::get_if<std::string>(&opened)) {
      std::fprintf(stderr, "%s\n", why->c_str());
      std::exit(1);
    }
    return std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
  };
}

void Throughput(const LineMesh& mesh, int envelopes, int rounds, bool sync_full) {
  const std::string body = BodyOf(mesh.table());
  std::printf("sqlite, sync=%s, %zu actors, %zu bytes a message, window %u, %d envelopes a round\n",
              sync_full ? "full" : "normal", kActors.size(), body.size(), kWindow, envelopes);
  CompareThroughput(rounds, [&] {
    const ScratchFile of_host("mesh.db");
    const ScratchFile of_raw("raw.db");
    RunningHost host(mesh.table(), On(of_host.path(), sync_full));
    RawLoop raw(of_raw.path(), sync_full, body);
    const Cost hosts = Measure(envelopes, [&] { host.Run(0, envelopes); });
    return std::pair(hosts, Measure(envelopes, [&] { raw.Run(0, envelopes); }));
  });
}

/// Seconds that so many processes take for all envelopes over one file. Called where there are no threads.
double SecondsOf(const LineMesh& mesh, int processes, int envelopes, bool sync_full) {
  const ScratchFile file("mesh.db");
  // One after the other they would make the tables.
  { const RunningHost first(mesh.table(), On(file.path(), sync_full)); }
  const int share = envelopes / processes;
  const auto begun = std::chrono::steady_clock::now();
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      RunningHost(mesh.table(), On(file.path(), sync_full), "bench" + std::to_string(i))
          .Run(i * share, share);
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) std::abort();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  return took.count();
}

void Processes(const LineMesh& mesh, int envelopes, int rounds, bool sync_full) {
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    const double one = SecondsOf(mesh, 1, envelopes, sync_full);
    const double five = SecondsOf(mesh, 5, envelopes, sync_full);
    ratios.push_back(one / five);
    std::printf("  %d envelopes: one process %.2f s, five %.2f s: %.2f of its speed\n", envelopes, one, five,
                ratios.back());
  }
  std::printf("  median: five have %.2f of the speed of one\n", Quantile(ratios, 0.5));
}

/// What a host keeps while one envelope after the other goes through it.
void Memory(const LineMesh& mesh, int envelopes) {
  const ScratchFile of_host("mesh.db");
  RunningHost host(mesh.table(), On(of_host.path(), false));
  std::printf("  resident, idle: %zu KiB\n", ResidentKibibytes());
  constexpr int kParts = 5;
  for (int part = 0; part < kParts; ++part) {
    host.Run(part * (envelopes / kParts), envelopes / kParts);
    std::printf("  resident after %d envelopes: %zu KiB\n", (part + 1) * (envelopes / kParts),
                ResidentKibibytes());
  }
}

void Alone(const LineMesh& mesh, int envelopes, bool sync_full) {
  const ScratchFile of_host("mesh.db");
  const ScratchFile of_raw("raw.db");
  RunningHost host(mesh.table(), On(of_host.path(), sync_full));
  RawLoop raw(of_raw.path(), sync_full, BodyOf(mesh.table()));
  CompareAlone(
      envelopes, [&](int number) { host.Run(number, 1); }, [&](int number) { raw.Run(number, 1); });
}

}  // namespace
}  // namespace mesh::test

int main(int argc, char** argv) {
  const int envelopes = argc > 1 ? std::atoi(argv[1]) : 10'000;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  const bool sync_full = argc <= 3 || std::string_view(argv[3]) == "full";
  const mesh::test::LineMesh mesh;
  mesh::test::Memory(mesh, 5 * envelopes);
  mesh::test::Throughput(mesh, envelopes, rounds, sync_full);
  mesh::test::Processes(mesh, envelopes, rounds, sync_full);
  mesh::test::Alone(mesh, std::max(envelopes / 20, 20), sync_full);
  return 0;
}
