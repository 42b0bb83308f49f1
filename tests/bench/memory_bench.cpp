// What a host keeps: envelopes with effects, joins, parks, early and surplus signals, retries and losers, and
// how large the process is on the way. And what used to grow with the square: the time per element of one
// large `each`, per signal among parked envelopes, per ended envelope among early signals.
//
//   memory_bench [ENVELOPES]
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <malloc.h>
#include <unistd.h>

#include "mesh/transport/steady_clock.h"
#include "tests/bench/resident.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

constexpr std::int64_t kHourNs = 3'600'000'000'000;

Envelope Items(int count, std::string id) {
  ValueList items;
  for (int i = 0; i < count; ++i) items.push_back(Value::Int(i));
  return NewEnvelope(std::move(id), {Value::List(std::move(items)), Value(), Value()});
}

/// A host on the real clock that keeps no ended envelopes.
class Running {
 public:
  Running(const contract::RouteTable& table, std::vector<actor::Entry> actors, std::uint32_t max_envelopes)
      : tables_{contract::Version(&table)},
        actors_(std::move(actors)),
        transport_(transport::MakeInproc(clock_)),
        host({tables_, actors_, *transport_, clock_, effects},
             {.threads = 4, .max_envelopes = max_envelopes, .max_payload_bytes = std::size_t{64} << 20U}) {}

  void Submit(Envelope envelope) {
    if (!host.Submit(0, std::move(envelope), [this](const Envelope&) { ++ended; })) std::abort();
  }
  void WaitFor(int count) const {
    while (ended < count) std::this_thread::yield();
  }

 private:
  transport::SteadyClock clock_;
  std::vector<contract::Version> tables_;
  std::vector<actor::Entry> actors_;
  std::unique_ptr<transport::Transport> transport_;

 public:
  std::atomic<int> ended = 0;
  state::MemoryIdempotencyStore effects;
  host::Host host;
};

void Flood(int envelopes) {
  const EachMesh mesh({.fork = {.wait = contract::Wait::kCount, .count = 2, .timeout_ns = kHourNs},
                       .parks = true,
                       .effect = contract::Effect::kIdempotent,
                       .retry = {.attempts = 3}});
  Running running(mesh.table(),
                  {EntryOf(mesh.table(), "work",
                           [](auto, actor::Context& context) -> actor::Outcome {
                             if (context.attempt() == 1) return Error{.name = "crash"};
                             return actor::Results{{Value::Int(1)}};
                           })},
                  64);
  for (int i = 0; i < envelopes; ++i) {
    const std::string id = std::to_string(i);
    running.Submit(Items(3, id));
    for (int signal = 0; signal < 3; ++signal) running.host.Signal(id, "go", "7");
    if ((i + 1) % std::max(envelopes / 10, 1) != 0) continue;
    running.WaitFor(i + 1);
    running.host.Drain();
    const host::Retained kept = running.host.retained();
    std::printf("%9d envelopes: resident %6zu KiB, heap in use %6zu KiB, kept: %zu families, %zu results\n",
                i + 1, ResidentKibibytes(), mallinfo2().uordblks / 1024, kept.families,
                running.effects.size());
  }
}

template <typename Work>
void Time(const char* what, int count, const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
  std::printf("%-40s %9d: %8.2f us each\n", what, count, took.count() / count);
}

std::vector<actor::Entry> Works(const EachMesh& mesh) {
  return {EntryOf(mesh.table(), "work", Returns(Value::Int(1)))};
}

void TimeEach(int count) {
  const EachMesh mesh({});
  Running running(mesh.table(), Works(mesh), 1024);
  Time("`each`, per element", count, [&] {
    running.Submit(Items(count, "e"));
    running.WaitFor(1);
  });
}

void TimeSignals(int count) {
  const EachMesh mesh({.parks = true});
  Running running(mesh.table(), Works(mesh), 1024);
  for (int i = 0; i < count; ++i) running.Submit(Items(1, std::to_string(i)));
  while (running.host.retained().parked < static_cast<std::uint64_t>(count)) std::this_thread::yield();
  Time("signals among parked envelopes", count, [&] {
    for (int i = count; i > 0; --i) running.host.Signal(std::to_string(i - 1), "go", "7");
    running.WaitFor(count);
  });
}

void TimeEarly(int count) {
  const EachMesh mesh({.parks = true});
  Running running(mesh.table(), Works(mesh), 1024);
  for (int i = 0; i < count; ++i) {
    const std::string id = std::to_string(i);
    running.Submit(Items(1, id));
    running.host.Signal(id, "stop", "1");
  }
  Time("ends among early signals", count, [&] {
    for (int i = 0; i < count; ++i) running.host.Signal(std::to_string(i), "go", "7");
    running.WaitFor(count);
  });
}

}  // namespace
}  // namespace mesh::test

int main(int argc, char** argv) {
  const int envelopes = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
  const int many = std::max(envelopes / 10, 1);
  for (const int count : {std::max(many / 100, 1), many}) {
    mesh::test::TimeEach(count);
    mesh::test::TimeSignals(count);
    mesh::test::TimeEarly(count);
  }
  mesh::test::Flood(envelopes);
}
