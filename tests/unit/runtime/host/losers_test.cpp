// Branches that nobody wants any more: they are told, and begin nothing more.
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {
namespace {

constexpr contract::Fork kAny{.wait = contract::Wait::kCount, .count = 1};

/// Comes to the gate and waits until it is told that it is not wanted.
Answer WaitsToBeTold(Gate& started, std::atomic<int>& told) {
  return [&](std::span<const Value>, const actor::Context& context) -> actor::Outcome {
    Gate stopped;
    const std::stop_callback on_stop(context.stop_token(), [&stopped] { stopped.Open(); });
    started.Pass();
    stopped.Pass();
    if (context.cancelled()) ++told;
    return actor::Results{{Value::Int(1)}};
  };
}

TEST(Losers, OfWaitAnyAreTold) {
  const ForkMesh mesh(kAny);
  Gate started;
  std::atomic<int> told = 0;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "left", WaitsToBeTold(started, told)),
                                     EntryOf(mesh.table(), "right", [&started](auto, auto&) {
                                       started.WaitForArrivals(1);
                                       return actor::Results{{Value::Int(2)}};
                                     })});
  ASSERT_TRUE(fixture.Submit(NewEnvelope("e", ValueList(3))));
  ASSERT_TRUE(fixture.host.Signal("e", "go", "7"));
  started.WaitForArrivals(1);
  started.Open();
  fixture.Settle();
  EXPECT_EQ(told, 1);
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
  EXPECT_EQ(fixture.host.counts().late_branches, 1U);
  EXPECT_EQ(fixture.host.retained(), host::Retained{});
}

TEST(Losers, OfATimeOutAreTold) {
  const ForkMesh mesh({.timeout_ns = 1'000});
  Gate started;
  std::atomic<int> told = 0;
  const Answer waits = WaitsToBeTold(started, told);
  HostFixture fixture(mesh.table(),
                      {EntryOf(mesh.table(), "left", waits), EntryOf(mesh.table(), "right", waits)});
  ASSERT_TRUE(fixture.Submit(NewEnvelope("e", ValueList(3))));
  started.WaitForArrivals(2);
  started.Open();
  fixture.clock.Advance(1'000);
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.error->name, "join_failed");
  fixture.Settle();
  EXPECT_EQ(told, 2);
  EXPECT_EQ(fixture.host.retained(), host::Retained{});
}

TEST(Losers, OfKBeginNoFurtherCall) {
  constexpr int kItems = 1'000;
  const EachMesh mesh({.fork = {.wait = contract::Wait::kCount, .count = 3}, .concurrency = 1});
  std::atomic<int> calls = 0;
  HostFixture fixture(mesh.table(),
                      {EntryOf(mesh.table(), "work",
                               [&calls](auto, auto&) { return actor::Results{{Value::Int(++calls)}}; })},
                      {.threads = 4, .max_envelopes = 2 * kItems});
  const Envelope ended = fixture.Run(Items(kItems));
  fixture.Settle();
  EXPECT_EQ(calls, 3) << "the others waited in the mailbox";
  EXPECT_EQ(ended.payload[EachMesh::kAnswers].list().size(), 3U);
  EXPECT_EQ(fixture.host.counts().late_branches, static_cast<std::uint64_t>(kItems - 3));
  EXPECT_EQ(fixture.host.retained(), host::Retained{});
}

TEST(Losers, ThatAreParkedGoAtOnceAndTheirTimersToo) {
  const EachMesh mesh({.fork = kAny, .parks = true});
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::Int(1)))});
  ASSERT_TRUE(fixture.Submit(Items(50)));
  fixture.Settle();
  EXPECT_EQ(fixture.host.retained().parked, 50U);
  EXPECT_EQ(fixture.host.retained().inside, 0U);
  EXPECT_EQ(fixture.clock.size(), 50U);
  ASSERT_TRUE(fixture.host.Signal("e", "go", "7"));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
  fixture.Settle();
  EXPECT_EQ(fixture.host.retained(), host::Retained{});
  EXPECT_EQ(fixture.clock.size(), 0U);
  EXPECT_EQ(fixture.host.counts().late_branches, 49U);
}

TEST(Losers, ThatFailAreNotRetried) {
  Gate decided;
  std::atomic<int> calls = 0;
  const EachMesh mesh({.fork = kAny, .retry = {.attempts = 5, .delay_ns = 1'000}, .concurrency = 2});
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", [&](auto, auto&) -> actor::Outcome {
                        if (++calls == 2) return actor::Results{{Value::Int(1)}};
                        decided.Pass();
                        return Error{.name = "crash"};
                      })});
  ASSERT_TRUE(fixture.Submit(Items(2)));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
  decided.Open();
  fixture.Settle();
  EXPECT_EQ(fixture.clock.size(), 0U) << "no delay is waited for";
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(fixture.host.retained(), host::Retained{});
}

TEST(Shutdown, CallsAreToldWhenTheGraceIsOver) {
  const CallMesh mesh({.concurrency = 1});
  Gate started;
  std::atomic<int> told = 0;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", WaitsToBeTold(started, told)),
                                     EntryOf(mesh.table(), "fallback", Returns(Value::String("fallback")))});
  for (const char* id : {"runs", "waits"})
    ASSERT_TRUE(fixture.Submit(NewEnvelope(id, {Value::String("hello"), Value()})));
  started.WaitForArrivals(1);
  started.Open();
  std::thread stopper([&fixture] { EXPECT_FALSE(fixture.host.Stop(1'000)); });
  fixture.clock.WaitForPlanned(1);
  fixture.clock.Advance(1'000);
  stopper.join();
  fixture.Settle();
  EXPECT_EQ(told, 1);
  EXPECT_EQ(fixture.transport->Open("work").depth(), 1U) << "no other call begins";
}

}  // namespace
}  // namespace mesh::test
