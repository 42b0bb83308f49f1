// Memory comes back: what is kept about envelopes goes when they have ended, timers too.
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/times.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {
namespace {

void ExpectNothingIsKept(HostFixture& fixture) {
  fixture.Settle();
  EXPECT_EQ(fixture.host.retained(), host::Retained{});
  EXPECT_EQ(fixture.idempotency.size(), 0U);
  EXPECT_EQ(fixture.clock.size(), 0U);
}

/// Effects, forks, joins with time-outs, parks, early and surplus signals, retries, losers: a thousand times.
TEST(Memory, ComesBackWhenEnvelopesHaveEnded) {
  constexpr int kEnvelopes = 1'000;
  const EachMesh mesh({.fork = {.wait = contract::Wait::kCount, .count = 2, .timeout_ns = kHourNs},
                       .parks = true,
                       .effect = contract::Effect::kIdempotent,
                       .retry = {.attempts = 3}});
  HostFixture fixture(mesh.table(),
                      {EntryOf(mesh.table(), "work", [](auto, actor::Context& context) -> actor::Outcome {
                        if (context.attempt() == 1) return Error{.name = "crash"};
                        return actor::Results{{Value::Int(1)}};
                      })});
  for (int i = 0; i < kEnvelopes; ++i) {
    const std::string id = std::to_string(i);
    ASSERT_TRUE(fixture.Submit(Items(5, id)));
    // Early ones, late ones, and perhaps one too many.
    for (int signal = 0; signal < 3; ++signal) fixture.host.Signal(id, "go", "7");
  }
  for (const Envelope& ended : fixture.arrivals.WaitFor(kEnvelopes))
    EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
  ExpectNothingIsKept(fixture);
}

TEST(Memory, ComesBackWhenParkedEnvelopesAreCancelled) {
  const EachMesh mesh({.parks = true});
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::Int(1)))});
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(fixture.Submit(Items(3, std::to_string(i))));
  fixture.Settle();
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(fixture.host.Cancel(std::to_string(i)));
  fixture.arrivals.WaitFor(100);
  ExpectNothingIsKept(fixture);
}

TEST(Memory, OfAJoinComesBackAndTheNextForkIsAsWide) {
  const EachMesh mesh({.concurrency = 8});
  std::atomic<std::uint64_t> most = 0;
  std::unique_ptr<HostFixture> fixture;
  fixture = std::make_unique<HostFixture>(mesh.table(),
                                          std::vector{EntryOf(mesh.table(), "work",
                                                              [&](auto, auto&) {
                                                                most = std::max<std::uint64_t>(
                                                                    most, fixture->host.retained().inside);
                                                                return actor::Results{{Value::Int(1)}};
                                                              })},
                                          host::HostOptions{.threads = 1, .max_envelopes = 8});
  for (int i = 0; i < 3; ++i) {
    most = 0;
    fixture->Run(Items(20, std::to_string(i)));
    // An envelope gives its own place back after it has told that it ended.
    fixture->Settle();
    EXPECT_EQ(most, 8U);
  }
  fixture->Settle();
  EXPECT_EQ(fixture->host.retained(), host::Retained{});
  EXPECT_TRUE(fixture->host.Stop(0)) << "it drains at once";
}

TEST(Memory, SurplusSignalsDoNotReachALaterEnvelopeOfTheSameId) {
  const EachMesh mesh({.parks = true});
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::Int(1)))});
  ASSERT_TRUE(fixture.Submit(Items(1, "e")));
  fixture.Settle();
  fixture.host.Signal("e", "stop", "1");
  ASSERT_TRUE(fixture.host.Signal("e", "go", "7"));
  fixture.arrivals.WaitFor(1);
  EXPECT_FALSE(fixture.host.Signal("e", "go", "8")) << "it has ended";
  ASSERT_TRUE(fixture.Submit(Items(1, "e")));
  fixture.Settle();
  EXPECT_EQ(fixture.host.retained().parked, 1U) << "nothing waits for it";
  EXPECT_EQ(fixture.host.retained().early_signals, 0U);
}

}  // namespace
}  // namespace mesh::test
