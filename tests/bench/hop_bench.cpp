// What a hop costs inside one process, at a payload of 1 KiB with all checks on, beside what two
// threads need at least to hand something over; and where the time of a hop goes.
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include "mesh/envelope/envelope_json.h"
#include "mesh/route/table_json.h"
#include "mesh/transport/steady_clock.h"
#include "tests/bench/hop_rows.h"
#include "tests/bench/summary.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

constexpr std::int64_t kHopsPerRound = 2;
/// As many calls of an actor at once as any row has threads.
constexpr std::uint32_t kConcurrency = 64;

Envelope OneKibibyte(std::string id, std::int64_t rounds) {
  return NewEnvelope(std::move(id), {Value::Int(rounds), Value::String(std::string(1000, 'x')), Value()});
}

std::vector<actor::Entry> Handlers(const CycleMesh& mesh) {
  return {EntryOf(mesh.table(), "left",
                  [](std::span<const Value> arguments, auto&) {
                    return actor::Results{{Value::Int(arguments[0].integer() + 1)}};
                  }),
          EntryOf(mesh.table(), "right",
                  [](std::span<const Value> arguments, auto&) { return actor::Results{{arguments[0]}}; })};
}

/// Envelopes of `table` go round among handlers of `own`; their whole lives are one iteration.
void GoRound(benchmark::State& state, const contract::RouteTable& table, const contract::RouteTable& own,
             const std::vector<actor::Entry>& actors) {
  const contract::Version tables[] = {&table};
  transport::SteadyClock clock;
  const auto transport = transport::MakeInproc(clock);
  state::MemoryIdempotencyStore idempotency;
  const std::int64_t envelopes = state.range(0);
  const std::int64_t hops = HopsOf(envelopes);
  host::Host host({tables, actors, *transport, clock, idempotency, &own},
                  {.threads = static_cast<std::uint32_t>(state.range(1))});
  std::uint64_t number = 0;
  for (auto _ : state) {
    Arrivals arrivals;
    for (std::int64_t i = 0; i < envelopes; ++i) {
      if (!host.Submit(0, OneKibibyte(std::to_string(++number), hops / kHopsPerRound), arrivals.Waiter()))
        state.SkipWithError("refused");
    }
    if (arrivals.WaitFor(static_cast<std::size_t>(envelopes)).front().status.phase != Phase::kSucceeded)
      state.SkipWithError("failed");
  }
  CountItems(state, hops * envelopes);
}

void Hop(benchmark::State& state) {
  const CycleMesh mesh(kConcurrency);
  GoRound(state, mesh.table(), mesh.table(), Handlers(mesh));
}
BENCHMARK(Hop)->Apply(kEnvelopesAndThreads);

/// The same mesh, with handlers of another version: they take the same values under contracts of their own,
/// in another order, so that each hop is recast.
class OtherVersion {
 public:
  OtherVersion() : data_(CycleData()) {
    for (contract::Actor& actor : data_.actors) {
      actor.contract = actor.name == "left" ? "00000000000000a1" : "00000000000000b1";
      if (actor.params.count == 2)
        std::swap(data_.pool.members[actor.params.first], data_.pool.members[actor.params.first + 1]);
    }
    data_.digest = "fedcba9876543210";
    table_ = data_.View();
  }
  const contract::RouteTable& table() const { return table_; }

 private:
  static route::TableData CycleData() {
    const CycleMesh mesh(kConcurrency);
    auto read = route::ReadTableJson(route::WriteTableJson(mesh.table()));
    return std::get<route::TableData>(std::move(read));
  }

  route::TableData data_;
  contract::RouteTable table_;
};

void RecastHop(benchmark::State& state) {
  const CycleMesh mesh(kConcurrency);
  const OtherVersion own;
  const std::vector<actor::Entry> actors = {
      EntryOf(own.table(), "left",
              [](std::span<const Value> arguments, auto&) {
                return actor::Results{{Value::Int(arguments[0].integer() + 1)}};
              }),
      EntryOf(own.table(), "right",
              [](std::span<const Value> arguments, auto&) { return actor::Results{{arguments[1]}}; })};
  GoRound(state, mesh.table(), own.table(), actors);
}
BENCHMARK(RecastHop)->Args({1, 1})->MeasureProcessCPUTime()->UseRealTime();

/// The least that a hand-over between two threads costs: a queue, a mutex, a condition variable.
class RawQueue {
 public:
  void Put(int value) {
    {
      const std::lock_guard lock(mutex_);
      values_.push_back(value);
    }
    filled_.notify_one();
  }
  int Take() {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [this] { return !values_.empty(); });
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<int> values_;
};

/// Many values under way at once, so that neither thread sleeps for long: the friendly case.
void RawHandOver(benchmark::State& state) {
  constexpr int kBatch = 2000;
  RawQueue there;
  RawQueue back;
  std::thread other([&] {
    for (int value = there.Take(); value >= 0; value = there.Take()) back.Put(value);
  });
  for (auto _ : state) {
    for (int i = 0; i < kBatch; ++i) there.Put(i);
    for (int i = 0; i < kBatch; ++i) benchmark::DoNotOptimize(back.Take());
  }
  there.Put(-1);
  other.join();
  CountItems(state, 2 * kBatch);
}
BENCHMARK(RawHandOver)->UseRealTime();

/// One value goes to and fro: every hand-over wakes a thread, as a hop between idle hosts does.
void RawPingPong(benchmark::State& state) {
  RawQueue there;
  RawQueue back;
  std::thread other([&] {
    for (int value = there.Take(); value >= 0; value = there.Take()) back.Put(value);
  });
  for (auto _ : state) {
    there.Put(1);
    benchmark::DoNotOptimize(back.Take());
  }
  there.Put(-1);
  other.join();
  CountItems(state, 2);
}
BENCHMARK(RawPingPong)->UseRealTime();

/// An envelope that waits at `right`, which takes the 1 KiB.
class Parts {
 public:
  Parts() : router_(mesh_.table()) { Restart(); }
  /// A new envelope, of this mesh: values may look into the table that they come from.
  void Restart() {
    waiting_ = OneKibibyte("1", 1000);  // So few rounds that every run of a bench comes to an end of them.
    router_.Enter(0, waiting_, 0);
    router_.Complete(waiting_, {Value::Int(1)}, 0);
  }
  const CycleMesh& mesh() const { return mesh_; }
  const route::Router& router() const { return router_; }
  Envelope& waiting() { return waiting_; }

 private:
  CycleMesh mesh_;
  route::Router router_;
  Envelope waiting_;
};

/// Not part of a hop within one process: what a transport with bytes would pay on top.
void DecodeJson(benchmark::State& state) {
  Parts parts;
  const EnvelopeCodec codec(parts.mesh().table());
  const std::string text = codec.Encode(parts.waiting(), {});
  for (auto _ : state) benchmark::DoNotOptimize(codec.Decode(text));
  CountItems(state, 1);
}
BENCHMARK(DecodeJson);

/// Any JSON into a tree, nothing checked: what reading by type has to beat.
void ParseTree(benchmark::State& state) {
  Parts parts;
  const std::string text = EnvelopeCodec(parts.mesh().table()).Encode(parts.waiting(), {});
  for (auto _ : state) benchmark::DoNotOptimize(nlohmann::json::parse(text));
  CountItems(state, 1);
}
BENCHMARK(ParseTree);

void EncodeJson(benchmark::State& state) {
  Parts parts;
  const EnvelopeCodec codec(parts.mesh().table());
  for (auto _ : state) benchmark::DoNotOptimize(codec.Encode(parts.waiting(), {}));
  CountItems(state, 1);
}
BENCHMARK(EncodeJson);

/// A tree that is there already.
void PrintTree(benchmark::State& state) {
  Parts parts;
  const auto tree = nlohmann::json::parse(EnvelopeCodec(parts.mesh().table()).Encode(parts.waiting(), {}));
  for (auto _ : state) benchmark::DoNotOptimize(tree.dump());
  CountItems(state, 1);
}
BENCHMARK(PrintTree);

void CheckAndBind(benchmark::State& state) {
  Parts parts;
  for (auto _ : state) {
    benchmark::DoNotOptimize(parts.router().Admit(parts.waiting(), 0));
    benchmark::DoNotOptimize(parts.router().Bind(parts.waiting()));
  }
  CountItems(state, 1);
}
BENCHMARK(CheckAndBind);

/// Results checked and written, and the route walked to the next call. A round is two of them.
void Advance(benchmark::State& state) {
  Parts parts;
  const ValueList results = {Value::Int(1)};
  for (auto _ : state) {
    for (std::int64_t hop = 0; hop < kHopsPerRound; ++hop) {
      parts.router().Complete(parts.waiting(), results, 0);
      if (parts.waiting().status.phase == Phase::kSucceeded) parts.Restart();
    }
  }
  CountItems(state, kHopsPerRound);
}
BENCHMARK(Advance);

class OneLoan final : public transport::Consumer {
 public:
  void Take(transport::Delivery delivery) override { loan = std::move(delivery); }
  transport::Delivery loan;
};

void Queue(benchmark::State& state) {
  transport::SteadyClock clock;
  const auto transport = transport::MakeInproc(clock);
  transport::Mailbox& mailbox = transport->Open("actor");
  OneLoan consumer;
  mailbox.Subscribe(1, consumer);
  auto envelope = std::make_unique<Envelope>();
  for (auto _ : state) {
    if (!mailbox.Send(std::move(envelope), 0)) state.SkipWithError("closed");
    mailbox.Acknowledge(consumer.loan);
    envelope = std::move(consumer.loan.envelope);
  }
  CountItems(state, 1);
}
BENCHMARK(Queue);

void ReadClock(benchmark::State& state) {
  const transport::SteadyClock clock;
  for (auto _ : state) benchmark::DoNotOptimize(clock.now_ns());
  CountItems(state, 1);
}
BENCHMARK(ReadClock);

}  // namespace
}  // namespace mesh::test

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  mesh::test::Summary summary;
  benchmark::RunSpecifiedBenchmarks(&summary);
  summary.Print();
  return 0;
}
