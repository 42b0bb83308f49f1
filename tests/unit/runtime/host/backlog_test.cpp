// A brown-out: what waits for an actor whose calls do not come back waits, and no longer than its deadline.
#include "mesh/host/backlog.h"

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/times.h"

namespace mesh::test {
namespace {

class BacklogTest : public testing::Test {
 protected:
  static transport::Delivery DeliveryOf(std::string id) {
    transport::Delivery delivery;
    delivery.envelope = std::make_unique<Envelope>(NewEnvelope(std::move(id), {}));
    return delivery;
  }
  bool Keep(std::string id, std::int64_t deadline_ns = host::Backlog::kNever) {
    auto delivery = DeliveryOf(std::move(id));
    return backlog_.Keep(delivery, deadline_ns);
  }

  ManualClock clock_;
  host::Timers timers_{clock_};
  std::vector<std::string> released_;
  host::Backlog backlog_{
      timers_, [this](transport::Delivery delivery) { released_.push_back(delivery.envelope->id); }};
};

TEST_F(BacklogTest, KeepsNothingUnlessItIsOpen) {
  auto delivery = DeliveryOf("a");
  EXPECT_FALSE(backlog_.Keep(delivery, 100));
  EXPECT_TRUE(delivery.envelope) << "it is left as it was";
  backlog_.Open();
  EXPECT_TRUE(Keep("a"));
  backlog_.Close();
  EXPECT_FALSE(Keep("b"));
}

TEST_F(BacklogTest, GivesBackWhatWaitsInTheOrderOfComing) {
  backlog_.Open();
  EXPECT_TRUE(Keep("b", 100));
  EXPECT_TRUE(Keep("a"));
  const auto waiting = backlog_.Close();
  ASSERT_EQ(waiting.size(), 2U);
  EXPECT_EQ(waiting[0].envelope->id, "b");
  EXPECT_EQ(waiting[1].envelope->id, "a");
  EXPECT_EQ(clock_.size(), 0U);
}

TEST_F(BacklogTest, ReleasesWhatHasPassedItsDeadline) {
  backlog_.Open();
  EXPECT_TRUE(Keep("late", 200));
  EXPECT_TRUE(Keep("soon", 100));
  EXPECT_TRUE(Keep("patient"));
  clock_.Advance(100);
  EXPECT_TRUE(released_.empty()) << "a deadline has passed when the clock is later than it";
  clock_.Advance(1);
  EXPECT_EQ(released_, std::vector<std::string>{"soon"});
  clock_.Advance(1'000);
  EXPECT_EQ(released_, (std::vector<std::string>{"soon", "late"}));
  EXPECT_EQ(backlog_.size(), 1U);
}

TEST_F(BacklogTest, ReleasesWhatBelongsToARoot) {
  backlog_.Open();
  EXPECT_TRUE(Keep("a", 100));
  EXPECT_TRUE(Keep("b", 100));
  backlog_.ReleaseOf("a");
  EXPECT_EQ(released_, std::vector<std::string>{"a"});
  EXPECT_EQ(clock_.size(), 1U);
}

/// A mesh whose `work` hangs at the gate, with so many envelopes that it is unhealthy.
class BrownOut {
 public:
  explicit BrownOut(CallOptions options, std::uint32_t max_overruns = 0)
      : concurrency_(options.concurrency),
        overruns_(max_overruns != 0 ? max_overruns : 4 * options.concurrency),
        mesh_(Limited(options)),
        fixture_(mesh_.table(),
                 {EntryOf(mesh_.table(), "work",
                          [this](auto, actor::Context& context) {
                            ++calls_;
                            if (context.envelope_id().starts_with("hangs")) gate_.Pass();
                            return actor::Results{{Value::String("done")}};
                          }),
                  EntryOf(mesh_.table(), "fallback", Returns(Value::String("fallback")))},
                 {.threads = 4, .max_overruns = max_overruns}) {}

  /// As many calls overrun as may, `concurrency` at a time.
  void Begin() {
    for (std::uint32_t hung = 0; hung < overruns_; hung += concurrency_) {
      EXPECT_TRUE(fixture_.host.unhealthy().empty()) << hung << " calls hang";
      for (std::uint32_t i = 0; i < concurrency_; ++i)
        EXPECT_TRUE(fixture_.Submit(Text("hangs" + std::to_string(hung + i))));
      gate_.WaitForArrivals(hung + concurrency_);
      fixture_.clock.Advance(kSecondNs);
      fixture_.arrivals.WaitFor(hung + concurrency_);
    }
    EXPECT_EQ(fixture_.host.unhealthy(), std::vector<std::string>{"work"});
  }
  static Envelope Text(std::string id) {
    return NewEnvelope(std::move(id), {Value::String("hello"), Value()});
  }
  /// The ended envelope of that id; the default one if it has not ended.
  Envelope Ended(const std::string& id) {
    for (Envelope& ended : fixture_.arrivals.WaitFor(0)) {
      if (ended.id == id) return std::move(ended);
    }
    return {};
  }
  std::uint32_t overruns() const { return overruns_; }
  HostFixture& fixture() { return fixture_; }
  Gate& gate() { return gate_; }
  std::uint32_t calls() const { return calls_; }

 private:
  static CallOptions Limited(CallOptions options) {
    options.timeout_ns = kSecondNs;
    options.caught = contract::BuiltinError::kCount;
    return options;
  }

  const std::uint32_t concurrency_;
  const std::uint32_t overruns_;
  std::atomic<std::uint32_t> calls_ = 0;
  Gate gate_;
  CallMesh mesh_;
  HostFixture fixture_;
};

TEST(BrownOut, WhatWaitsIsNotFailedAndIsServedWhenCallsComeBack) {
  BrownOut mesh({.concurrency = 2});
  mesh.Begin();
  constexpr std::uint32_t kWaiting = 100;
  for (std::uint32_t i = 0; i < kWaiting; ++i)
    ASSERT_TRUE(mesh.fixture().Submit(BrownOut::Text("waits" + std::to_string(i))));
  mesh.fixture().clock.Advance(60 * kSecondNs);
  mesh.fixture().Settle();
  EXPECT_EQ(mesh.fixture().arrivals.size(), mesh.overruns()) << "those that hang, and nobody else";
  EXPECT_EQ(mesh.calls(), mesh.overruns());
  EXPECT_EQ(mesh.fixture().host.retained().backlog, kWaiting);
  mesh.gate().Open();
  for (const Envelope& ended : mesh.fixture().arrivals.WaitFor(mesh.overruns() + kWaiting)) {
    if (ended.id.starts_with("hangs")) continue;
    EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
  }
  EXPECT_EQ(mesh.fixture().host.retained().backlog, 0U);
}

TEST(BrownOut, TheBoundFollowsTheConcurrency) {
  for (const std::uint32_t concurrency : {1U, 3U}) {
    BrownOut mesh({.concurrency = concurrency});
    mesh.Begin();
    EXPECT_EQ(mesh.fixture().host.overruns(), 4 * concurrency);
    mesh.gate().Open();
  }
}

TEST(BrownOut, TheBoundIsAnOption) {
  BrownOut mesh({.concurrency = 1}, /*max_overruns=*/7);
  mesh.Begin();
  EXPECT_EQ(mesh.fixture().host.overruns(), 7U);
  mesh.gate().Open();
}

TEST(BrownOut, TheDeadlineOfWhatWaitsRuns) {
  BrownOut mesh({.sla_ns = 10 * kSecondNs, .concurrency = 1});
  mesh.Begin();
  ASSERT_TRUE(mesh.fixture().Submit(BrownOut::Text("waits")));
  mesh.fixture().clock.Advance(10 * kSecondNs);
  mesh.fixture().Settle();
  EXPECT_EQ(mesh.fixture().arrivals.size(), mesh.overruns()) << "it has not passed";
  mesh.fixture().clock.Advance(1);
  mesh.fixture().arrivals.WaitFor(mesh.overruns() + 1);
  EXPECT_EQ(mesh.Ended("waits").status.error->name, "deadline_exceeded");
  mesh.gate().Open();
}

TEST(BrownOut, WhatWaitsIsRetriedByItsPolicy) {
  BrownOut mesh({.retry = {.attempts = 6, .delay_ns = kSecondNs}, .concurrency = 1}, /*max_overruns=*/1);
  ASSERT_TRUE(mesh.fixture().Submit(BrownOut::Text("hangs")));
  mesh.gate().WaitForArrivals(1);
  mesh.fixture().clock.Advance(60 * kSecondNs);
  mesh.fixture().Settle();
  EXPECT_EQ(mesh.fixture().host.unhealthy(), std::vector<std::string>{"work"});
  EXPECT_EQ(mesh.fixture().arrivals.size(), 0U) << "four attempts are left";
  mesh.gate().Open();
  EXPECT_TRUE(Eventually([&] {
    // Not while a call runs: its time would pass.
    mesh.fixture().Settle();
    mesh.fixture().clock.Advance(kSecondNs / 10);
    return mesh.fixture().arrivals.size() == 1;
  }));
  EXPECT_EQ(mesh.Ended("hangs").status.phase, Phase::kSucceeded);
  EXPECT_EQ(mesh.Ended("hangs").status.attempt, 2U);
}

TEST(BrownOut, WhatWaitsIsCancelled) {
  BrownOut mesh({.concurrency = 1});
  mesh.Begin();
  ASSERT_TRUE(mesh.fixture().Submit(BrownOut::Text("waits")));
  mesh.fixture().Settle();
  EXPECT_TRUE(mesh.fixture().host.Cancel("waits"));
  mesh.fixture().arrivals.WaitFor(mesh.overruns() + 1);
  EXPECT_EQ(mesh.Ended("waits").status.phase, Phase::kCancelled);
  mesh.gate().Open();
}

TEST(BrownOut, WhatWaitsIsHandedBackAtAStop) {
  BrownOut mesh({.concurrency = 1});
  mesh.Begin();
  for (const char* id : {"a", "b"}) ASSERT_TRUE(mesh.fixture().Submit(BrownOut::Text(id)));
  mesh.fixture().host.StopCalls();
  EXPECT_EQ(mesh.fixture().transport->Open("work").depth(), 2U);
  mesh.gate().Open();
}

}  // namespace
}  // namespace mesh::test
