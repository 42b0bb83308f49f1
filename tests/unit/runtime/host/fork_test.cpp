// Joins, parks and signals on many threads.
#include <atomic>

#include <gtest/gtest.h>

#include "mesh/transport/steady_clock.h"
#include "tests/support/host_fixture.h"
#include "tests/support/park_mesh.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/times.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {
namespace {

Envelope Empty(std::string id) { return NewEnvelope(std::move(id), ValueList(3)); }

TEST(Forks, AreJoinedOnceEachOnManyThreads) {
  constexpr int kEnvelopes = 2000;
  const ForkMesh mesh;
  const auto actors = Numbers(mesh);
  const contract::Version tables[] = {&mesh.table()};
  transport::SteadyClock clock;
  const auto transport = transport::MakeInproc(clock);
  state::MemoryIdempotencyStore idempotency;
  Arrivals arrivals;
  host::Host host({tables, actors, *transport, clock, idempotency}, {.threads = 8, .max_envelopes = 50});
  for (int i = 0; i < kEnvelopes; ++i) {
    const std::string id = std::to_string(i);
    ASSERT_TRUE(host.Submit(0, Empty(id), arrivals.Waiter()));
    // Early or late: who waits gets it.
    ASSERT_TRUE(host.Signal(id, "go", "7"));
  }
  for (const Envelope& ended : arrivals.WaitFor(kEnvelopes)) {
    EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
    EXPECT_EQ(ended.payload, (ValueList{Value::Int(1), Value::Int(2), Value::Int(7)}));
  }
  EXPECT_EQ(host.counts().late_branches, 0U);
}

TEST(Forks, FailWithTheErrorOfTheirFirstFailedBranch) {
  const ForkMesh mesh;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "left", Raises("crash")),
                                     EntryOf(mesh.table(), "right", Returns(Value::Int(2)))});
  const Envelope ended = fixture.Run(Empty("e"));
  ASSERT_TRUE(ended.status.error.has_value());
  EXPECT_EQ(ended.status.error->name, "crash");
  EXPECT_EQ(ended.payload[ForkMesh::kRight].kind(), ValueKind::kAbsent);
}

TEST(Forks, FailWhenTheirTimeoutHasCome) {
  const ForkMesh mesh({.timeout_ns = 1'000});
  Gate gate;
  const auto waits = [&gate](std::span<const Value>, actor::Context&) {
    gate.Pass();
    return actor::Results{{Value::Int(2)}};
  };
  HostFixture fixture(mesh.table(),
                      {EntryOf(mesh.table(), "left", waits), EntryOf(mesh.table(), "right", waits)});
  ASSERT_TRUE(fixture.Submit(Empty("e")));
  gate.WaitForArrivals(2);
  fixture.clock.Advance(1'000);
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.error->name, "join_failed");
  gate.Open();
  fixture.Settle();
  EXPECT_EQ(fixture.host.counts().late_branches, 2U);
}

TEST(Forks, GoOnWithTheFirstSuccess) {
  const ForkMesh mesh({.wait = contract::Wait::kCount, .count = 1});
  Gate gate;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "left",
                                             [&gate](std::span<const Value>, actor::Context&) {
                                               gate.Pass();
                                               return actor::Results{{Value::Int(1)}};
                                             }),
                                     EntryOf(mesh.table(), "right", Returns(Value::Int(2)))});
  ASSERT_TRUE(fixture.Submit(Empty("e")));
  ASSERT_TRUE(fixture.host.Signal("e", "go", "7"));
  const Envelope ended = fixture.arrivals.WaitFor(1).front();
  EXPECT_EQ(ended.payload[ForkMesh::kLeft].kind(), ValueKind::kAbsent);
  EXPECT_EQ(ended.payload[ForkMesh::kRight], Value::Int(2));
  gate.Open();
  EXPECT_TRUE(Eventually([&] { return fixture.host.counts().late_branches == 1; }));
}

TEST(Parks, EndByTheirTimeout) {
  const ForkMesh mesh;
  HostFixture fixture(mesh.table(), Numbers(mesh));
  ASSERT_TRUE(fixture.Submit(Empty("e")));
  EXPECT_TRUE(Eventually([&] {
    fixture.clock.Advance(kHourNs);
    return fixture.arrivals.size() == 1;
  }));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.error->name, "timeout");
}

TEST(Parks, RefuseSignalsOfAnotherType) {
  const ForkMesh mesh;
  HostFixture fixture(mesh.table(), Numbers(mesh));
  ASSERT_TRUE(fixture.Submit(Empty("e")));
  ASSERT_TRUE(fixture.host.Signal("e", "go", "\"seven\""));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.error->name, "contract_violation");
  EXPECT_FALSE(fixture.host.Signal("e", "go", "7")) << "it has ended";
}

TEST(Parks, AreCancelledWithTheirEnvelope) {
  const ForkMesh mesh;
  HostFixture fixture(mesh.table(), Numbers(mesh));
  ASSERT_TRUE(fixture.Submit(Empty("e")));
  EXPECT_TRUE(Eventually([&] {
    fixture.host.Cancel("e");
    return fixture.arrivals.size() == 1;
  }));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kCancelled);
}

TEST(Parks, RunTheirClauseForCancelledOnce) {
  const ParkMesh mesh;
  std::atomic<int> tidied = 0;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "tidy", [&tidied](auto, auto&) {
                        ++tidied;
                        return actor::Results{};
                      })});
  ASSERT_TRUE(fixture.Submit(NewEnvelope("e", ValueList(1))));
  fixture.Settle();
  EXPECT_TRUE(fixture.host.Cancel("e"));
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
  EXPECT_EQ(tidied, 1) << "it was told once, and its clause is not cancelled again";
}

TEST(Forks, OfKGoOnWhileEnoughBranchesRun) {
  const EachMesh mesh({.fork = {.wait = contract::Wait::kCount, .count = 2}, .concurrency = 3});
  Gate others;
  std::atomic<int> calls = 0;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", [&](auto, auto&) -> actor::Outcome {
                        if (++calls == 1) return Error{.name = "crash"};
                        others.Pass();
                        return actor::Results{{Value::Int(1)}};
                      })});
  ASSERT_TRUE(fixture.Submit(
      NewEnvelope("e", {Value::List({Value::Int(1), Value::Int(2), Value::Int(3)}), Value(), Value()})));
  others.WaitForArrivals(2);
  EXPECT_EQ(fixture.arrivals.size(), 0U) << "one has failed, two still run";
  others.Open();
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
}

TEST(Forks, OfMoreThanThereAreBeginNone) {
  const EachMesh mesh({.fork = {.wait = contract::Wait::kCount, .count = 3}, .concurrency = 3});
  std::atomic<int> calls = 0;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", [&calls](auto, auto&) -> actor::Outcome {
                        ++calls;
                        return actor::Results{{Value::Int(1)}};
                      })});
  const Envelope ended =
      fixture.Run(NewEnvelope("e", {Value::List({Value::Int(1), Value::Int(2)}), Value(), Value()}));
  ASSERT_TRUE(ended.status.error.has_value());
  EXPECT_EQ(ended.status.error->name, "join_failed");
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace mesh::test
