// The places where handlers run, and what an actor counts of them.
#include "mesh/host/slot.h"

#include <atomic>
#include <memory>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "mesh/host/station.h"
#include "mesh/transport/inproc/inproc.h"
#include "tests/support/host_fixture.h"

namespace mesh::host {
namespace {

transport::Delivery DeliveryOf(std::string id) {
  transport::Delivery delivery;
  delivery.envelope = std::make_unique<Envelope>(test::NewEnvelope(std::move(id), {}));
  return delivery;
}

Slot::Which Is(std::string id) {
  return [id = std::move(id)](const Envelope& envelope) { return envelope.id == id; };
}

TEST(Slot, TellsTheCallThatRuns) {
  Slot slot;
  const std::stop_token first = slot.Begin(DeliveryOf("a"), {});
  slot.StopIf(Is("b"));
  EXPECT_FALSE(first.stop_requested());
  slot.StopIf(Is("a"));
  EXPECT_TRUE(first.stop_requested());
  EXPECT_TRUE(slot.Finish().has_value());
  const std::stop_token second = slot.Begin(DeliveryOf("b"), {});
  EXPECT_FALSE(second.stop_requested());
  slot.Stop();
  EXPECT_TRUE(second.stop_requested());
}

TEST(Slot, NeverTellsTheCallThatFollows) {
  Slot slot;
  std::atomic<bool> done = false;
  std::thread canceller([&] {
    while (!done) slot.StopIf(Is("cancelled"));
  });
  int wrongly_stopped = 0;
  for (int i = 0; i < 1'000; ++i) {
    slot.Begin(DeliveryOf("cancelled"), {});
    slot.Finish();
    const std::stop_token innocent = slot.Begin(DeliveryOf("innocent"), {});
    // Gives the canceller time to reach whatever it holds.
    for (int look = 0; look < 20; ++look) std::this_thread::yield();
    wrongly_stopped += innocent.stop_requested() ? 1 : 0;
    slot.Finish();
  }
  done = true;
  canceller.join();
  EXPECT_EQ(wrongly_stopped, 0);
}

TEST(Station, ACallThatReturnsBeforeItsOverrunIsCountedLeavesAHealthyActor) {
  test::ManualClock clock;
  const auto transport = transport::MakeInproc(clock);
  const actor::Entry entry{.actor = "work", .contract = {}, .make = nullptr};
  Timers timers(clock);
  WorkerPool pool([](Job&) { return true; }, 1);
  Station station({.entry = entry, .mailbox = transport->Open("work"), .pool = pool, .timers = timers},
                  {.concurrency = 1, .max_overruns = 1});
  std::vector<Watched> watched;
  station.AppendWatched(watched);
  Slot& slot = *station.TakeSlot();
  slot.Begin(DeliveryOf("a"), {.due_ns = 0});
  auto overrun = slot.DisownIfDue(0);
  ASSERT_TRUE(overrun.has_value());
  station.ReturnOverrun(slot);
  EXPECT_TRUE(station.healthy());
  EXPECT_EQ(station.overruns(), 0U);
  watched.front().disowned(std::move(*overrun));
  EXPECT_TRUE(station.healthy());
  EXPECT_EQ(station.overruns(), 0U);
}

}  // namespace
}  // namespace mesh::host
