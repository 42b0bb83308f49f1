// A host without threads: whoever owns it works off its jobs, one by one, and owns the time.
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/times.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {
namespace {

TEST(DrivenHost, DoesNothingBeforeItIsToldTo) {
  const CallMesh mesh({});
  std::thread::id caller;
  HostFixture fixture(mesh.table(),
                      Calls(mesh,
                            [&caller](auto, auto&) {
                              caller = std::this_thread::get_id();
                              return actor::Results{{Value::String("done")}};
                            }),
                      {.threads = 0});
  ASSERT_TRUE(fixture.Submit(Text("e")));
  EXPECT_EQ(fixture.host.queued(), 1U);
  EXPECT_FALSE(fixture.host.at_rest());
  EXPECT_EQ(fixture.arrivals.size(), 0U);
  EXPECT_FALSE(fixture.host.RunQueued(1)) << "there is no second one";
  EXPECT_TRUE(fixture.host.RunQueued());
  EXPECT_EQ(caller, std::this_thread::get_id());
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().payload[CallMesh::kReply], Value::String("done"));
  EXPECT_FALSE(fixture.host.RunQueued());
  EXPECT_TRUE(fixture.host.at_rest());
}

TEST(DrivenHost, TurnsAwayWhatHasNoRoom) {
  const CallMesh mesh({});
  HostFixture fixture(mesh.table(), Calls(mesh, Returns(Value::String("done"))),
                      {.threads = 0, .max_envelopes = 1});
  ASSERT_TRUE(fixture.Submit(Text("first")));
  EXPECT_FALSE(fixture.Submit(Text("second")));
  fixture.host.Drain();
  EXPECT_TRUE(fixture.Submit(Text("second")));
}

TEST(DrivenHost, SaysAtOnceWhetherAllHaveEnded) {
  const CallMesh mesh({.retry = {.attempts = 2, .delay_ns = kSecondNs}});
  int calls = 0;
  HostFixture fixture(mesh.table(),
                      Calls(mesh,
                            [&calls](auto, auto&) -> actor::Outcome {
                              if (++calls == 1) return Error{.name = "busy"};
                              return actor::Results{{Value::String("done")}};
                            }),
                      {.threads = 0});
  ASSERT_TRUE(fixture.Submit(Text("e")));
  fixture.host.Drain();
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(fixture.host.drained()) << "it waits for another attempt";
  fixture.clock.Advance(kSecondNs);
  EXPECT_TRUE(fixture.host.Stop(kSecondNs)) << "time goes on without it";
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(fixture.arrivals.size(), 1U);
}

/// The call that runs is the caller's: time passes where that lets it.
TEST(DrivenHost, GoesOnWithoutACallThatOverruns) {
  const CallMesh mesh({.timeout_ns = kSecondNs});
  HostFixture* driven = nullptr;
  HostFixture fixture(mesh.table(),
                      Calls(mesh,
                            [&driven](auto, auto&) {
                              driven->clock.Advance(kSecondNs);
                              driven->host.Drain();
                              EXPECT_EQ(driven->arrivals.size(), 1U);
                              return actor::Results{{Value::String("late")}};
                            }),
                      {.threads = 0});
  driven = &fixture;
  ASSERT_TRUE(fixture.Submit(Text("e")));
  fixture.host.Drain();
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().payload[CallMesh::kReply], Value::String("fallback"));
  EXPECT_EQ(fixture.host.overruns(), 0U) << "it has come back";
  EXPECT_TRUE(fixture.host.at_rest());
}

/// Between being taken and being called its actor has become unhealthy: it is asked once more, and what it
/// held for that call must be free by then.
TEST(DrivenHost, AsksAgainForACallThatFoundItsActorUnhealthy) {
  const CallMesh mesh({.timeout_ns = kSecondNs,
                       .effect = contract::Effect::kIdempotent,
                       .effect_by_text = true,
                       .concurrency = 2});
  HostFixture* driven = nullptr;
  int calls = 0;
  HostFixture fixture(mesh.table(),
                      Calls(mesh,
                            [&driven, &calls](auto, auto&) {
                              if (++calls == 1) {
                                driven->clock.Advance(kSecondNs);
                                EXPECT_EQ(driven->host.overruns(), 1U);
                                driven->host.Drain();
                                EXPECT_EQ(calls, 1) << "no call is begun while it is unhealthy";
                              }
                              return actor::Results{{Value::String("done")}};
                            }),
                      {.threads = 0, .max_overruns = 1});
  driven = &fixture;
  ASSERT_TRUE(fixture.Submit(Text("overruns", "one text")));
  ASSERT_TRUE(fixture.Submit(Text("waits", "another text")));
  fixture.host.Drain();
  ASSERT_EQ(fixture.arrivals.size(), 2U);
  const Envelope waited = fixture.arrivals.WaitFor(2).back();
  EXPECT_EQ(waited.id, "waits");
  EXPECT_EQ(ReplyOf(waited), "done");
}

}  // namespace
}  // namespace mesh::test
