// Ten thousand envelopes on eight threads in a mesh with a cycle: nothing is lost or doubled.
#include <atomic>
#include <set>

#include <gtest/gtest.h>

#include "mesh/transport/steady_clock.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

constexpr int kManyEnvelopes = 10'000;

std::int64_t RoundsOf(int number) { return number % 7 + 1; }

Envelope Numbered(int number) {
  return NewEnvelope(std::to_string(number), {Value::Int(RoundsOf(number)), Value::String("note"), Value()});
}

struct Tally {
  std::vector<std::atomic<int>> left = std::vector<std::atomic<int>>(kManyEnvelopes);
  std::vector<std::atomic<int>> right = std::vector<std::atomic<int>>(kManyEnvelopes);
};

int NumberOf(const actor::Context& context) { return std::stoi(std::string(context.envelope_id())); }

std::vector<actor::Entry> CycleHandlers(const CycleMesh& mesh, Tally& tally) {
  return {
      EntryOf(mesh.table(), "left",
              [&tally](std::span<const Value> arguments, const actor::Context& context) -> actor::Outcome {
                ++tally.left[static_cast<std::size_t>(NumberOf(context))];
                return actor::Results{{Value::Int(arguments[0].integer() + 1)}};
              }),
      EntryOf(mesh.table(), "right",
              [&tally](std::span<const Value> arguments, const actor::Context& context) -> actor::Outcome {
                ++tally.right[static_cast<std::size_t>(NumberOf(context))];
                return actor::Results{{arguments[0]}};
              })};
}

TEST(ManyEnvelopes, EachGoesItsRoundsOnceAndEndsOnce) {
  const CycleMesh mesh(/*concurrency=*/3);
  Tally tally;
  const auto actors = CycleHandlers(mesh, tally);
  const contract::Version tables[] = {&mesh.table()};
  transport::SteadyClock clock;
  const auto transport = transport::MakeInproc(clock);
  state::MemoryIdempotencyStore idempotency;
  Arrivals arrivals;
  host::Host host({tables, actors, *transport, clock, idempotency}, {.threads = 8, .max_envelopes = 500});
  for (int i = 0; i < kManyEnvelopes; ++i) ASSERT_TRUE(host.Submit(0, Numbered(i), arrivals.Waiter()));

  std::set<std::string> seen;
  for (const Envelope& ended : arrivals.WaitFor(kManyEnvelopes)) {
    EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
    EXPECT_TRUE(seen.insert(ended.id).second) << ended.id << " ended twice";
    EXPECT_EQ(ended.payload[CycleMesh::kCount].integer(), RoundsOf(std::stoi(ended.id)));
  }
  EXPECT_TRUE(host.Stop(60'000'000'000));
  std::uint64_t visits = 0;
  for (int i = 0; i < kManyEnvelopes; ++i) {
    EXPECT_EQ(tally.left[static_cast<std::size_t>(i)], RoundsOf(i));
    EXPECT_EQ(tally.right[static_cast<std::size_t>(i)], RoundsOf(i));
    visits += static_cast<std::uint64_t>(2 * RoundsOf(i));
  }
  const host::Counts counts = host.counts();
  EXPECT_EQ(counts.delivered, visits);
  EXPECT_EQ(counts.handled, visits);
  EXPECT_EQ(counts.ended_succeeded, static_cast<std::uint64_t>(kManyEnvelopes));
  EXPECT_EQ(counts.duplicates_suppressed, 0U);
}

TEST(ManyEnvelopes, NoMoreThanTheCreditAreInTheMeshAtOnce) {
  const CycleMesh mesh(/*concurrency=*/64);
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  const auto pass = [&](std::span<const Value> arguments, const actor::Context&) -> actor::Outcome {
    const int now = ++inside;
    int before = most;
    while (before < now && !most.compare_exchange_weak(before, now)) {
    }
    --inside;
    return actor::Results{{Value::Int(arguments[0].integer() + 1)}};
  };
  HostFixture fixture(mesh.table(),
                      {EntryOf(mesh.table(), "left", pass), EntryOf(mesh.table(), "right", pass)},
                      {.threads = 8, .max_envelopes = 2});
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(fixture.Submit(Numbered(i)));
  fixture.arrivals.WaitFor(200);
  EXPECT_LE(most, 2);
}

}  // namespace
}  // namespace mesh::test
