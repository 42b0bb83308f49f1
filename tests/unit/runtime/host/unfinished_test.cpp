// What a host gives up: where it stands is told, and nothing of it is kept.
#include "mesh/host/unfinished.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/times.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {
namespace {

std::vector<std::string> MessagesOf(const std::vector<Envelope>& ended) {
  std::vector<std::string> messages;
  for (const Envelope& envelope : ended) messages.push_back(envelope.status.error->message);
  std::ranges::sort(messages);
  return messages;
}

TEST(Unfinished, ParkedBranchesEndTheirRootAndLeaveNothingBehind) {
  const EachMesh mesh({.parks = true});
  std::atomic<int> changes = 0;
  bool gone = false;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::Int(1)))},
                      {.changed = [&changes] { ++changes; }});
  ASSERT_TRUE(fixture.host.Submit(0, Items(3, "root"), fixture.arrivals.Waiter(),
                                  [&gone](const std::string&) { gone = true; }));
  fixture.Settle();
  ASSERT_TRUE(fixture.host.stands_still());
  // A branch that has ended keeps its room until the join.
  fixture.host.Signal("root", "go", "7");
  ASSERT_TRUE(Eventually([&] { return fixture.host.stands_still(); }));
  EXPECT_TRUE(Eventually([&changes] { return changes >= 2; })) << "it is told each time";
  const auto waits = fixture.host.LongestWaits(1);
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].root_id, "root");
  EXPECT_EQ(waits[0].flow, "main");
  EXPECT_EQ(waits[0].signal, "go");
  EXPECT_FALSE(waits[0].of_copy);
  EXPECT_EQ(fixture.host.LongestWaits(9).size(), 2U);

  fixture.host.EndParked();
  const auto ended = fixture.arrivals.WaitFor(1);
  EXPECT_EQ(ended[0].id, "root");
  EXPECT_EQ(ended[0].status.error->name, "unfinished");
  EXPECT_EQ(ended[0].status.error->message, "at `main/1/park`, it waits for the signal `go`");
  EXPECT_TRUE(gone);
  EXPECT_TRUE(fixture.host.drained());
  const host::Retained kept = fixture.host.retained();
  EXPECT_EQ(kept.families + kept.inside + kept.parked + kept.joins + kept.early_signals, 0U);
  EXPECT_EQ(fixture.clock.size(), 0U) << "no timer of it is left";
  const host::Counts counts = fixture.host.counts();
  EXPECT_EQ(counts.ended_succeeded + counts.ended_failed, 0U);
}

TEST(Unfinished, CallsAndWhatWaitsForThemSayWhereTheyStand) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  Gate gate;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work",
                                             [&gate](auto, auto&) {
                                               gate.Pass();
                                               return actor::Results{{Value::String("late")}};
                                             }),
                                     EntryOf(mesh.table(), "fallback", Raises("crash"))});
  for (const char* id : {"a", "b"})
    ASSERT_TRUE(fixture.Submit(NewEnvelope(id, {Value::String("text"), Value()})));
  gate.WaitForArrivals(1);
  fixture.host.StopCalls();
  fixture.host.EndAll();
  EXPECT_EQ(MessagesOf(fixture.arrivals.WaitFor(2)),
            (std::vector<std::string>{"at `main/work`, `work` is at work on it",
                                      "at `main/work`, it waits for `work`"}));
  gate.Open();
}

TEST(Unfinished, WhatWaitsForAnotherAttemptSaysSo) {
  const CallMesh mesh(
      {.retry = {.attempts = 3, .delay_ns = kSecondNs}, .caught = contract::BuiltinError::kCount});
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Raises("busy")),
                                     EntryOf(mesh.table(), "fallback", Raises("crash"))});
  ASSERT_TRUE(fixture.Submit(NewEnvelope("a", {Value::String("text"), Value()})));
  fixture.Settle();
  EXPECT_FALSE(fixture.host.stands_still()) << "a delay is no park";
  fixture.host.StopCalls();
  fixture.host.EndAll();
  EXPECT_EQ(MessagesOf(fixture.arrivals.WaitFor(1)),
            std::vector<std::string>{"at `main/work`, it waits for `work`, attempt 2"});
}

TEST(Unfinished, ARootWithManyPlacesNamesEightOfThem) {
  host::Unfinished unfinished;
  for (int i = 0; i < 20; ++i) {
    auto child = std::make_unique<Envelope>(NewEnvelope(std::to_string(i), {}));
    child->root_id = "root";
    unfinished.Add(std::move(child),
                   {.at = "main/" + std::to_string(i), .actor = "work", .words = "it waits"});
  }
  unfinished.AddParent(NewEnvelope("root", {}));
  const auto roots = unfinished.TakeRoots();
  ASSERT_EQ(roots.size(), 1U);
  const Error& error = *roots[0]->status.error;
  EXPECT_EQ(error.detail.list().size(), 8U);
  EXPECT_EQ(error.actor, "work");
  EXPECT_TRUE(error.message.ends_with("; and 12 more")) << error.message;
}

TEST(Unfinished, ACopyIsGivenUpWithoutItsRoot) {
  host::Unfinished unfinished;
  auto copy = std::make_unique<Envelope>(NewEnvelope("copy", {}));
  copy->root_id = "root";
  copy->route.frames.emplace_back(BranchFrame{.fork_id = "tap"});
  unfinished.Add(std::move(copy), {});
  EXPECT_TRUE(unfinished.Holds("root"));
  EXPECT_TRUE(unfinished.TakeRoots().empty());
}

}  // namespace
}  // namespace mesh::test
