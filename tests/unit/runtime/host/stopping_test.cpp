// Deadlines, cancelling and stopping: how envelopes end that nobody waits for any longer.
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/times.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {
namespace {

/// A handler that waits at the gate.
Answer Waits(Gate& gate) {
  return [&gate](auto, auto&) {
    gate.Pass();
    return actor::Results{{Value::String("done")}};
  };
}

std::string ErrorOf(const Envelope& envelope) {
  return envelope.status.error ? envelope.status.error->name : "none";
}

TEST(Deadlines, ADeadlineThatPassesWhileAHandlerRunsDisownsIt) {
  const CallMesh mesh(
      {.timeout_ns = 60 * kSecondNs, .sla_ns = kSecondNs, .caught = contract::BuiltinError::kCount});
  Gate gate;
  HostFixture fixture(mesh.table(), Calls(mesh, Waits(gate)));
  ASSERT_TRUE(fixture.Submit(Text()));
  gate.WaitForArrivals(1);
  fixture.clock.Advance(kSecondNs);
  EXPECT_EQ(ErrorOf(fixture.arrivals.WaitFor(1).front()), "deadline_exceeded");
  gate.Open();
}

TEST(Deadlines, AnEnvelopeThatIsDeliveredExactlyAtItsDeadlineIsHandled) {
  const CallMesh mesh({.sla_ns = kSecondNs, .concurrency = 1, .caught = contract::BuiltinError::kCount});
  Gate gate;
  HostFixture fixture(mesh.table(), Calls(mesh, [&gate](auto, actor::Context& context) {
                        if (context.envelope_id() == "running") gate.Pass();
                        return actor::Results{{Value::String("done")}};
                      }));
  ASSERT_TRUE(fixture.Submit(Text("running")));
  gate.WaitForArrivals(1);
  ASSERT_TRUE(fixture.Submit(Text("waiting")));
  fixture.clock.Advance(kSecondNs);
  for (const Envelope& ended : fixture.arrivals.WaitFor(2)) {
    EXPECT_EQ(ErrorOf(ended), ended.id == "waiting" ? "none" : "deadline_exceeded") << ended.id;
  }
  gate.Open();
}

TEST(Deadlines, AnEnvelopeWhoseDeadlinePassesInTheMailboxIsNotHandled) {
  const CallMesh mesh({.sla_ns = kSecondNs, .concurrency = 1, .caught = contract::BuiltinError::kCount});
  Gate gate;
  std::atomic<int> calls = 0;
  HostFixture fixture(mesh.table(), Calls(mesh, [&](auto, auto&) -> actor::Outcome {
                        ++calls;
                        gate.Pass();
                        return actor::Results{{Value::String("done")}};
                      }));
  ASSERT_TRUE(fixture.Submit(Text("running")));
  gate.WaitForArrivals(1);
  Envelope waiting = Text("waiting");
  waiting.status.deadline_at_ns = kSecondNs / 2;
  ASSERT_TRUE(fixture.Submit(std::move(waiting)));
  fixture.clock.Advance(kSecondNs);
  gate.Open();
  for (const Envelope& ended : fixture.arrivals.WaitFor(2)) EXPECT_EQ(ErrorOf(ended), "deadline_exceeded");
  EXPECT_EQ(calls, 1);
}

TEST(Cancelling, ARunningHandlerIsToldAndTheEnvelopeFails) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  Gate started;
  HostFixture fixture(mesh.table(), Calls(mesh, [&started](auto, actor::Context& context) -> actor::Outcome {
                        Gate stopped;
                        const std::stop_callback on_stop(context.stop_token(),
                                                         [&stopped] { stopped.Open(); });
                        started.Open();
                        started.Pass();
                        stopped.Pass();
                        return actor::Results{{Value::String("unwanted")}};
                      }));
  ASSERT_TRUE(fixture.Submit(Text()));
  started.WaitForArrivals(1);
  EXPECT_TRUE(fixture.host.Cancel("e1"));
  const Envelope ended = fixture.arrivals.WaitFor(1).front();
  EXPECT_EQ(ErrorOf(ended), "cancelled");
  EXPECT_FALSE(ended.payload[CallMesh::kReply].present());
}

TEST(Cancelling, AWaitingEnvelopeIsNotHandled) {
  const CallMesh mesh({.concurrency = 1, .caught = contract::BuiltinError::kCount});
  Gate gate;
  HostFixture fixture(mesh.table(), Calls(mesh, Waits(gate)));
  ASSERT_TRUE(fixture.Submit(Text("running")));
  gate.WaitForArrivals(1);
  ASSERT_TRUE(fixture.Submit(Text("waiting")));
  EXPECT_TRUE(fixture.host.Cancel("waiting"));
  gate.Open();
  const auto ended = fixture.arrivals.WaitFor(2);
  EXPECT_EQ(ErrorOf(ended[0]), "none");
  EXPECT_EQ(ErrorOf(ended[1]), "cancelled");
  EXPECT_EQ(fixture.host.counts().handled, 1U);
}

TEST(Cancelling, AClauseForCancelledStillRuns) {
  const CallMesh mesh({.concurrency = 1, .caught = contract::BuiltinError::kCancelled});
  Gate gate;
  HostFixture fixture(mesh.table(), Calls(mesh, Waits(gate)));
  ASSERT_TRUE(fixture.Submit(Text()));
  gate.WaitForArrivals(1);
  EXPECT_TRUE(fixture.host.Cancel("e1"));
  gate.Open();
  const Envelope ended = fixture.arrivals.WaitFor(1).front();
  EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
  EXPECT_EQ(ended.payload[CallMesh::kReply].text(), "fallback");
}

TEST(Cancelling, AnUnknownEnvelopeIsNotCancelled) {
  const CallMesh mesh({});
  HostFixture fixture(mesh.table(), Calls(mesh, Returns(Value::String("done"))));
  EXPECT_FALSE(fixture.host.Cancel("nobody"));
  EXPECT_EQ(fixture.Run(Text("nobody")).status.phase, Phase::kSucceeded);
  EXPECT_FALSE(fixture.host.Cancel("nobody")) << "it has ended";
}

TEST(Stopping, WhatIsInTheMeshEndsWithinTheGrace) {
  const CallMesh mesh({.concurrency = 1});
  Gate gate;
  HostFixture fixture(mesh.table(), Calls(mesh, Waits(gate)));
  ASSERT_TRUE(fixture.Submit(Text("a")));
  ASSERT_TRUE(fixture.Submit(Text("b")));
  gate.WaitForArrivals(1);
  bool drained = false;
  std::thread stopper([&] { drained = fixture.host.Stop(kSecondNs); });
  fixture.clock.WaitForPlanned(1);
  gate.Open();
  stopper.join();
  EXPECT_TRUE(drained);
  EXPECT_EQ(fixture.arrivals.size(), 2U);
  EXPECT_FALSE(fixture.Submit(Text("c"))) << "nothing new is taken";
}

TEST(Stopping, WhatDoesNotEndInTimeIsHandedBack) {
  const CallMesh mesh({.concurrency = 1});
  Gate gate;
  HostFixture fixture(mesh.table(), Calls(mesh, Waits(gate)));
  ASSERT_TRUE(fixture.Submit(Text("running")));
  gate.WaitForArrivals(1);
  ASSERT_TRUE(fixture.Submit(Text("waiting")));
  bool drained = true;
  std::thread stopper([&] { drained = fixture.host.Stop(kSecondNs); });
  fixture.clock.WaitForPlanned(1);
  fixture.clock.Advance(kSecondNs);
  stopper.join();
  EXPECT_FALSE(drained);
  EXPECT_EQ(fixture.transport->Open("work").depth(), 1U);
  gate.Open();
}

TEST(Stopping, WhoWaitsForRoomIsTurnedAway) {
  const CallMesh mesh({.concurrency = 1});
  Gate gate;
  HostFixture fixture(mesh.table(), Calls(mesh, Waits(gate)), {.max_envelopes = 1});
  ASSERT_TRUE(fixture.Submit(Text("a")));
  gate.WaitForArrivals(1);
  bool taken = true;
  std::thread waiting([&] { taken = fixture.Submit(Text("b")); });
  std::thread stopper([&] { fixture.host.Stop(kSecondNs); });
  waiting.join();
  EXPECT_FALSE(taken);
  gate.Open();
  stopper.join();
}

TEST(Ends, AnEnvelopeWhoseIdIsUnderWayIsRefused) {
  const CallMesh mesh({.concurrency = 2});
  Gate gate;
  HostFixture fixture(mesh.table(), Calls(mesh, Waits(gate)));
  ASSERT_TRUE(fixture.Submit(Text("same")));
  gate.WaitForArrivals(1);
  Envelope second = Text("same");
  EXPECT_FALSE(fixture.host.Submit(0, std::move(second), fixture.arrivals.Waiter()));
  EXPECT_EQ(second.payload[CallMesh::kText].text(), "hello") << "a refused envelope is left as it was";
  gate.Open();
  fixture.arrivals.WaitFor(1);
  EXPECT_EQ(fixture.host.counts().ended_succeeded, 1U);
}

TEST(Ends, AnEnvelopeThatAClosedTransportRefusesNeverCameIn) {
  const CallMesh mesh({});
  HostFixture fixture(mesh.table(), Calls(mesh, Returns(Value::String("done"))));
  fixture.transport->Close();
  bool gone = false;
  EXPECT_FALSE(fixture.host.Submit(0, Text("e"), fixture.arrivals.Waiter(),
                                   [&gone](const std::string&) { gone = true; }));
  EXPECT_FALSE(gone);
  EXPECT_EQ(fixture.arrivals.size(), 0U);
  EXPECT_EQ(fixture.host.retained(), host::Retained{});
}

TEST(Ends, AnEnvelopeOfAnUnknownTableIsUnroutable) {
  const CallMesh mesh({});
  HostFixture fixture(mesh.table(), Calls(mesh, Returns(Value::String("done"))));
  Gate gate;
  ASSERT_TRUE(fixture.host.Submit(0, Text("known"), fixture.arrivals.Waiter()));
  fixture.arrivals.WaitFor(1);
  auto stranger = std::make_unique<Envelope>(Text("stranger"));
  stranger->route.table = "ffffffffffffffff";
  ASSERT_TRUE(fixture.transport->Open("work").Send(std::move(stranger), 0));
  EXPECT_TRUE(Eventually([&] { return fixture.host.counts().failed.contains("unroutable"); }));
}

TEST(Ends, AnUnroutableEnvelopeHasNoPoint) {
  const CallMesh mesh({.concurrency = 2});
  Gate gate;
  HostFixture fixture(mesh.table(), Calls(mesh, Waits(gate)));
  ASSERT_TRUE(fixture.Submit(Text("same")));
  gate.WaitForArrivals(1);
  auto stranger = std::make_unique<Envelope>(Text("same"));
  stranger->route.table = "ffffffffffffffff";
  stranger->route.at = 4;
  stranger->route.hop = 7;
  ASSERT_TRUE(fixture.transport->Open("work").Send(std::move(stranger), 0));
  const Envelope ended = fixture.arrivals.WaitFor(1).front();
  EXPECT_EQ(ErrorOf(ended), "unroutable");
  EXPECT_EQ(ended.route.at, contract::kNone);
  EXPECT_EQ(ended.route.hop, 8U);
  gate.Open();
}

TEST(Ends, AnEnvelopeInTheMailboxOfAnotherActorBreaksTheContract) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  std::atomic<int> calls = 0;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::String("done"))),
                                     EntryOf(mesh.table(), "fallback", [&calls](auto, auto&) {
                                       ++calls;
                                       return actor::Results{{Value::String("wrong")}};
                                     })});
  for (const contract::Index at : {contract::Index{4}, contract::kNone}) {
    auto stray = std::make_unique<Envelope>(Text("stray"));
    stray->route.flow = "main";
    stray->route.table = mesh.table().digest;
    stray->route.at = at;
    ASSERT_TRUE(fixture.transport->Open("fallback").Send(std::move(stray), 0));
  }
  EXPECT_TRUE(Eventually([&] { return fixture.host.counts().failed["contract_violation"] == 2; }));
  EXPECT_EQ(calls, 0);
}

TEST(Ends, ASecondEndOfAnEnvelopeIsSuppressed) {
  host::Sinks sinks;
  int ended = 0;
  ASSERT_TRUE(sinks.Expect("e1", [&ended](Envelope) { ++ended; }));
  EXPECT_TRUE(sinks.End(std::make_unique<Envelope>(Text("e1"))));
  EXPECT_FALSE(sinks.End(std::make_unique<Envelope>(Text("e1"))));
  EXPECT_EQ(ended, 1);
}

}  // namespace
}  // namespace mesh::test
