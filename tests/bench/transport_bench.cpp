// What a hop costs on a durable transport, beside the raw loop of the same client in the same run: the same
// bytes move through the same mailboxes, as many at a time, as safely, and nobody reads them.
//
//   transport_bench [ENVELOPES] [ROUNDS] [full|normal]
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/durable/known_tables.h"
#include "mesh/durable/mailboxes.h"
#include "mesh/state/keys.h"
#include "mesh/transport/sqlite/sqlite.h"
#include "mesh/transport/sqlite/sqlite_layout.h"
#include "mesh/transport/sqlite/sqlite_tables.h"
#include "mesh/transport/steady_clock.h"
#include "tests/bench/resident.h"
#include "tests/support/host_fixture.h"
#include "tests/support/scratch_file.h"
#include "tests/support/table_builder.h"

namespace mesh::test {
namespace {

constexpr std::uint32_t kWindow = 256;
constexpr std::array<std::string_view, 5> kActors = {"a", "b", "c", "d", "e"};
/// Of each envelope: the calls, its end, and that whoever waits is told.
constexpr std::size_t kMoves = kActors.size() + 2;

/// `flow main on Work { a; b; c; d; e; }` over `in note: string;`, where each actor takes the note.
class LineMesh {
 public:
  LineMesh() {
    const Index string = b_.AddType(contract::TypeKind::kString);
    const Span params = b_.AddMembers({{.name = "note", .type = string}});
    const Span bindings = b_.AddBindings({{.param = 0, .program = b_.AddFieldProgram(0, string)}});
    std::vector<Index> actors;
    for (const std::string_view name : kActors) {
      actors.push_back(
          b_.AddActor({.name = name, .params = params, .concurrency = 32, .contract = "00000000000000a0"}));
    }
    b_.AddFlow({.name = "main", .entry = 0}, {{.name = "note", .type = string, .mode = contract::kModeIn}});
    constexpr std::array<std::string_view, 5> kPoints = {"main/0", "main/1", "main/2", "main/3", "main/4"};
    for (std::size_t i = 0; i < kPoints.size(); ++i) {
      b_.AddPoint({.name = kPoints[i],
                   .kind = contract::PointKind::kCall,
                   .flow = 0,
                   .next = static_cast<Index>(i + 1),
                   .actor = actors[i],
                   .bindings = bindings});
    }
    b_.AddPoint({.name = "main/return", .kind = contract::PointKind::kReturn, .flow = 0});
    table_ = b_.View();
  }
  const contract::RouteTable& table() const { return table_; }

 private:
  TableBuilder b_;
  contract::RouteTable table_;
};

Envelope OneKibibyte(std::string id) {
  return NewEnvelope(std::move(id), {Value::String(std::string(1'024, 'x'))});
}
std::string IdOf(int number) {
  char id[40];
  std::snprintf(id, sizeof id, "0192f3c1-7e0b-7c55-9d0c-%012d", number);
  return id;
}

struct Cost {
  double wall_us = 0;  ///< Of a move.
  double processor_us = 0;
};

double ProcessorSeconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

template <typename Work>
Cost Measure(int envelopes, const Work& work) {
  const auto begun = std::chrono::steady_clock::now();
  const double processor = ProcessorSeconds();
  work();
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begun;
  const double moves = static_cast<double>(envelopes) * static_cast<double>(kMoves);
  return {took.count() / moves, (ProcessorSeconds() - processor) * 1e6 / moves};
}

/// A host with all five actors, which is also the entrance.
class RunningHost {
 public:
  RunningHost(const contract::RouteTable& table, const std::string& path, bool sync_full,
              std::string waiter = "bench")
      : tables_{contract::Version(&table)} {
    for (const std::string_view actor : kActors) {
      actors_.push_back(
          EntryOf(table, actor, [](std::span<const Value>, actor::Context&) { return actor::Results{}; }));
    }
    auto opened = transport::OpenSqlite(
        {.path = path, .sync_full = sync_full, .mesh = std::string(table.mesh)}, clock_);
    if (const auto* why = std::get_if<std::string>(&opened)) {
      std::fprintf(stderr, "%s\n", why->c_str());
      std::exit(1);
    }
    transport_ = std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
    host_ = std::make_unique<host::Host>(
        host::HostParts{tables_, actors_, *transport_, clock_, effects_},
        host::HostOptions{.threads = 2, .max_envelopes = kWindow, .waiter = std::move(waiter)});
  }

  void Run(int from, int count) {
    for (int i = 0; i < count; ++i) {
      if (!host_->Submit(0, OneKibibyte(IdOf(from + i)), [this](const Envelope&) { ++ended_; })) std::abort();
    }
    host_->Drain();
  }
  void RunOne(int number) {
    if (!host_->Submit(0, OneKibibyte(IdOf(number)), [this](const Envelope&) { ++ended_; })) std::abort();
    host_->Drain();
  }

 private:
  transport::SteadyClock clock_;
  state::MemoryIdempotencyStore effects_;
  std::vector<contract::Version> tables_;
  std::vector<actor::Entry> actors_;
  std::unique_ptr<transport::Transport> transport_;
  std::atomic<std::uint64_t> ended_ = 0;
  std::unique_ptr<host::Host> host_;
};

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
    state_->Make({.key = state::RootKey(id), .value = "{}"}, holder_);
    Put(0, id);
  }
  /// How many have come to their end.
  int Move() {
    int told = 0;
    for (const Held& held : std::exchange(held_, {})) {
      letters_->Remove(held.letter.seq);
      const std::string& id = held.letter.letter.id;
      if (held.place + 1 == kMoves) {
        ++told;
        continue;
      }
      if (held.place == kActors.size()) {
        state_->Make({.key = state::EndKey(id), .value = body_, .expires_ns = INT64_MAX - 1}, holder_);
        state_->Make({.kind = state::Change::Kind::kErase, .key = state::RootKey(id)}, holder_);
      }
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

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

std::string BodyOf(const contract::RouteTable& table) {
  const route::Router router(table);
  Envelope envelope = OneKibibyte(IdOf(0));
  envelope.route.flow = "main";
  envelope.route.table = table.digest;
  router.Enter(0, envelope, 0);
  return durable::KnownTable(router).Write(envelope);
}

void Throughput(const LineMesh& mesh, int envelopes, int rounds, bool sync_full) {
  const std::string body = BodyOf(mesh.table());
  std::printf("sqlite, sync=%s, %zu actors, %zu bytes a message, window %u, %d envelopes a round\n",
              sync_full ? "full" : "normal", kActors.size(), body.size(), kWindow, envelopes);
  std::vector<double> wall;
  std::vector<double> processor;
  for (int round = 0; round < rounds; ++round) {
    const ScratchFile of_host("mesh.db");
    const ScratchFile of_raw("raw.db");
    RunningHost host(mesh.table(), of_host.path(), sync_full);
    RawLoop raw(of_raw.path(), sync_full, body);
    const Cost hosts = Measure(envelopes, [&] { host.Run(0, envelopes); });
    const Cost raws = Measure(envelopes, [&] { raw.Run(0, envelopes); });
    wall.push_back(raws.wall_us / hosts.wall_us);
    processor.push_back(raws.processor_us / hosts.processor_us);
    std::printf(
        "  a move: host %6.1f us (%6.1f us of processors), raw %6.1f us (%6.1f us): %.2f of its speed\n",
        hosts.wall_us, hosts.processor_us, raws.wall_us, raws.processor_us, wall.back());
  }
  std::printf("  median: %.2f of the raw loop's speed, raw takes %.2f of the processor time\n", Median(wall),
              Median(processor));
}

/// Seconds that so many processes take for all envelopes over one file. Called where there are no threads.
double SecondsOf(const LineMesh& mesh, int processes, int envelopes, bool sync_full) {
  const ScratchFile file("mesh.db");
  // One after the other they would make the tables.
  { const RunningHost first(mesh.table(), file.path(), sync_full); }
  const int share = envelopes / processes;
  const auto begun = std::chrono::steady_clock::now();
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      RunningHost(mesh.table(), file.path(), sync_full, "bench" + std::to_string(i)).Run(i * share, share);
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
  std::printf("  median: five have %.2f of the speed of one\n", Median(ratios));
}

/// What a host keeps while one envelope after the other goes through it.
void Memory(const LineMesh& mesh, int envelopes) {
  const ScratchFile of_host("mesh.db");
  RunningHost host(mesh.table(), of_host.path(), false);
  std::printf("  resident, idle: %zu KiB\n", ResidentKibibytes());
  constexpr int kParts = 5;
  for (int part = 0; part < kParts; ++part) {
    host.Run(part * (envelopes / kParts), envelopes / kParts);
    std::printf("  resident after %d envelopes: %zu KiB\n", (part + 1) * (envelopes / kParts),
                ResidentKibibytes());
  }
}

/// One envelope at a time.
void Alone(const LineMesh& mesh, int envelopes, bool sync_full) {
  const ScratchFile of_host("mesh.db");
  const ScratchFile of_raw("raw.db");
  RunningHost host(mesh.table(), of_host.path(), sync_full);
  RawLoop raw(of_raw.path(), sync_full, BodyOf(mesh.table()));
  std::vector<double> hosts;
  std::vector<double> raws;
  for (int i = 0; i < envelopes; ++i) {
    hosts.push_back(Measure(1, [&] { host.RunOne(i); }).wall_us);
    raws.push_back(Measure(1, [&] { raw.Run(i, 1); }).wall_us);
  }
  const auto at = [](std::vector<double> values, double part) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
  };
  for (const double part : {0.5, 0.99}) {
    std::printf("  alone, p%.0f of a move: host %6.1f us, raw %6.1f us: %.2f times as long\n", part * 100,
                at(hosts, part), at(raws, part), at(hosts, part) / at(raws, part));
  }
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
