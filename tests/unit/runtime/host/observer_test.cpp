// What is told of envelopes: one mesh on a host with threads and on the deterministic host, and what becomes
// of it in counts.
#include "mesh/observation/observer.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "mesh/deterministic/simulation.h"
#include "mesh/observation/describe_outcome.h"
#include "tests/support/durable_fixture.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/table_builder.h"
#include "tests/support/times.h"

namespace mesh::test {
namespace {

using observation::Dropped;
using observation::Ended;
using observation::Handled;
using observation::Woken;

/// `flow main on Work sla 5s { tap copy; parallel { left; right; } await go: int into answer; work; }
/// on deadline_exceeded { tidy; }`, where `right` is tried twice, and so is `work`, after a while.
class ObservedMesh {
 public:
  ObservedMesh() {
    const Index integer = b_.AddType(contract::TypeKind::kInt);
    const Index busy =
        b_.AddError({.name = "busy", .parent = 0, .error_class = contract::ErrorClass::kRetriable});
    const Index at_once = b_.AddRetry({.attempts = 2});
    const Index later = b_.AddRetry({.attempts = 2, .delay_ns = 10 * kSecondNs});
    const Span result = b_.AddMembers({{.name = "n", .type = integer}});
    copy_ = b_.AddActor({.name = "copy", .contract = "00000000000000a0"});
    left_ = b_.AddActor({.name = "left", .results = result, .contract = "00000000000000b0"});
    right_ = b_.AddActor({.name = "right",
                          .results = result,
                          .raises = b_.AddIndices({busy}),
                          .retry = at_once,
                          .contract = "00000000000000c0"});
    tidy_ = b_.AddActor({.name = "tidy", .contract = "00000000000000d0"});
    work_ = b_.AddActor(
        {.name = "work", .timeout_ns = 2 * kSecondNs, .retry = later, .contract = "00000000000000e0"});
    b_.AddFlow({.name = "main", .entry = kTap, .sla_ns = 5 * kSecondNs},
               {{.name = "answer", .type = integer},
                {.name = "left", .type = integer},
                {.name = "right", .type = integer}});
    AddBeside();
    AddMain(integer);
    table_ = b_.View();
  }

  const contract::RouteTable& table() const { return table_; }

 private:
  enum : Index {
    kTap,
    kCopy,
    kCopyEnd,
    kFork,
    kLeft,
    kLeftEnd,
    kRight,
    kRightEnd,
    kJoin,
    kPark,
    kWork,
    kReturn,
    kCatch,
    kTidy,
    kLeave
  };
  using Kind = contract::PointKind;

  void AddBranch(std::string_view name, std::string_view end_name, Index actor, Index end, Index join,
                 Span writes) {
    b_.AddPoint({.name = name,
                 .kind = Kind::kCall,
                 .flow = 0,
                 .handler = b_.AddHandler({.target = end, .frames = 1}),
                 .next = end,
                 .actor = actor,
                 .writes = writes});
    b_.AddPoint({.name = end_name, .kind = Kind::kBranchEnd, .flow = 0, .next = join});
  }

  void AddBeside() {
    b_.AddPoint({.name = "main/00/tap",
                 .kind = Kind::kTap,
                 .flow = 0,
                 .next = kFork,
                 .targets = b_.AddIndices({kCopy})});
    AddBranch("main/01/copy", "main/02/end", copy_, kCopyEnd, kNone, {});
    b_.AddPoint({.name = "main/03/fork",
                 .kind = Kind::kFork,
                 .flow = 0,
                 .next = kJoin,
                 .targets = b_.AddIndices({kLeft, kRight}),
                 .fork = b_.AddFork({})});
    AddBranch("main/04/left", "main/05/end", left_, kLeftEnd, kJoin,
              b_.AddWrites({{.result = 0, .field = 1}}));
    AddBranch("main/06/right", "main/07/end", right_, kRightEnd, kJoin,
              b_.AddWrites({{.result = 0, .field = 2}}));
  }

  void AddMain(Index integer) {
    b_.AddPoint({.name = "main/08/join", .kind = Kind::kJoin, .flow = 0, .next = kPark});
    b_.AddPoint({.name = "main/09/park",
                 .kind = Kind::kPark,
                 .flow = 0,
                 .next = kWork,
                 .writes = b_.AddWrites({{.field = 0}}),
                 .timeout_ns = 3600 * kSecondNs,
                 .signal = "go",
                 .type = integer});
    b_.AddPoint({.name = "main/10/work",
                 .kind = Kind::kCall,
                 .flow = 0,
                 .handler = b_.AddHandler({.target = kCatch}),
                 .next = kReturn,
                 .actor = work_});
    b_.AddPoint({.name = "main/11/return", .kind = Kind::kReturn, .flow = 0});
    const auto late = static_cast<Index>(contract::BuiltinError::kDeadlineExceeded);
    b_.AddPoint({.name = "main/12/catch",
                 .kind = Kind::kCatch,
                 .flow = 0,
                 .cases = b_.AddCases({{.error = late, .target = kTidy}})});
    b_.AddPoint({.name = "main/13/tidy", .kind = Kind::kCall, .flow = 0, .next = kLeave, .actor = tidy_});
    b_.AddPoint({.name = "main/14/leave", .kind = Kind::kUnwind, .flow = 0, .next = kReturn, .frames = 1});
  }

  TableBuilder b_;
  Index copy_ = 0, left_ = 0, right_ = 0, tidy_ = 0, work_ = 0;
  contract::RouteTable table_;
};

/// An event in words, with the envelope that it is about; without times, which only clocks tell.
struct Describe {
  std::pair<std::string, std::string> operator()(const observation::Sent& told) const {
    return {told.envelope.id, fmt::format("sent to {}", told.actor)};
  }
  std::pair<std::string, std::string> operator()(const observation::Delivered& told) const {
    return Of(told.visit, "delivered");
  }
  std::pair<std::string, std::string> operator()(const observation::Refused& told) const {
    return Of(told.visit, "refused, " + observation::DescribeOutcome(told));
  }
  std::pair<std::string, std::string> operator()(const observation::Started& told) const {
    return Of(told.visit, told.stored ? "stored" : "started");
  }
  std::pair<std::string, std::string> operator()(const Handled& told) const {
    return Of(told.visit, fmt::format("{}{}", observation::DescribeOutcome(told),
                                      told.how == Handled::How::kOverran ? ", overrun" : ""));
  }
  std::pair<std::string, std::string> operator()(const observation::Retried& told) const {
    return Of(told.visit, "retried after " + told.error.name);
  }
  std::pair<std::string, std::string> operator()(const observation::Failed& told) const {
    return {std::string(told.id), fmt::format("failed with {}", told.error)};
  }
  std::pair<std::string, std::string> operator()(const observation::Forked& told) const {
    return {told.envelope.id, fmt::format("forked into {}", told.count)};
  }
  std::pair<std::string, std::string> operator()(const observation::Tapped& told) const {
    return {told.envelope.id, "tapped"};
  }
  std::pair<std::string, std::string> operator()(const observation::Joined& told) const {
    return {told.envelope.id, "joined"};
  }
  std::pair<std::string, std::string> operator()(const observation::Parked& told) const {
    return {told.envelope.id, "parked"};
  }
  std::pair<std::string, std::string> operator()(const Woken& told) const {
    return {told.envelope.id, fmt::format("woken by {}", static_cast<int>(told.by))};
  }
  std::pair<std::string, std::string> operator()(const Ended& told) const {
    return {std::string(told.id),
            fmt::format("ended, line {}{}", static_cast<int>(told.line), told.failed ? ", failed" : "")};
  }
  std::pair<std::string, std::string> operator()(const Dropped& told) const {
    return {std::string(told.id), "dropped"};
  }
  std::pair<std::string, std::string> operator()(const observation::Returned& told) const {
    return {std::string(told.actor.name), "returned"};
  }
  std::pair<std::string, std::string> operator()(const observation::Unreadable& told) const {
    return {std::string(told.actor.name), "unreadable"};
  }
  std::pair<std::string, std::string> operator()(const observation::Drifted& told) const {
    return {std::string(told.actor.name), "drifted"};
  }

  static std::pair<std::string, std::string> Of(const observation::Visit& visit, std::string_view what) {
    return {visit.envelope.id, fmt::format("{} {} ({}) at {}", visit.actor.name, what,
                                           visit.envelope.status.attempt, observation::PointOf(visit))};
  }
};

class Recorder final : public observation::Observer {
 public:
  using Lists = std::map<std::string, std::vector<std::string>>;

  void Observe(const observation::Event& event) override {
    auto [id, words] = std::visit(Describe(), event.what);
    const std::lock_guard lock(mutex_);
    lists_[id].push_back(std::move(words));
  }
  Lists by_envelope() const {
    const std::lock_guard lock(mutex_);
    return lists_;
  }

 private:
  mutable std::mutex mutex_;
  Lists lists_;
};

Envelope Entering() { return NewEnvelope("e", {Value(), Value(), Value()}); }

Recorder::Lists OnVirtualClock(const contract::RouteTable& table) {
  const route::Router router(table);
  int tries = 0;
  const auto answer = [&](Index actor, const route::Arguments&, const Envelope&) -> deterministic::Answer {
    const std::string_view name = table.actors[actor].name;
    if (name == "right" && ++tries == 1) return {Error{.name = "busy"}, 0};
    if (name == "work") return {actor::Results{}, 3 * kSecondNs};
    return {name == "left" || name == "right" ? actor::Results{{Value::Int(1)}} : actor::Results{}, 0};
  };
  Recorder recorder;
  const auto run = deterministic::Simulate(
      router, 0, Entering(), answer,
      {.back_off = true, .signal = [](std::string_view) { return Value::Int(7); }, .observers = {&recorder}});
  EXPECT_EQ(run.envelope.status.phase, Phase::kSucceeded);
  return recorder.by_envelope();
}

/// Handlers for threads that answer like those of OnVirtualClock; `work` does not before `gate` is open.
struct Handlers {
  std::vector<actor::Entry> Of(const contract::RouteTable& table) {
    const Answer nothing = [](std::span<const Value>, actor::Context&) { return actor::Results{}; };
    const Answer right = [this](std::span<const Value>, actor::Context&) -> actor::Outcome {
      if (++tries == 1) return Error{.name = "busy"};
      return actor::Results{{Value::Int(1)}};
    };
    const Answer work = [this](std::span<const Value>, actor::Context&) {
      gate.Pass();
      return actor::Results{};
    };
    return {EntryOf(table, "copy", nothing), EntryOf(table, "left", Returns(Value::Int(1))),
            EntryOf(table, "right", right), EntryOf(table, "tidy", nothing), EntryOf(table, "work", work)};
  }

  std::atomic<int> tries = 0;
  Gate gate;
};

Recorder::Lists OnThreads(const contract::RouteTable& table) {
  Handlers handlers;
  Recorder recorder;
  HostFixture fixture(table, handlers.Of(table), {.threads = 4, .observers = {&recorder}});
  EXPECT_TRUE(fixture.Submit(Entering()));
  EXPECT_TRUE(fixture.host.Signal("e", "go", "7"));
  handlers.gate.WaitForArrivals(1);
  // The call overruns, and its next attempt comes when the deadline has passed.
  fixture.clock.Advance(2 * kSecondNs);
  fixture.Settle();
  fixture.clock.Advance(10 * kSecondNs);
  EXPECT_EQ(fixture.arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
  handlers.gate.Open();
  fixture.host.Drain();
  return recorder.by_envelope();
}

Recorder::Lists OverALedger(const contract::RouteTable& table) {
  Handlers handlers;
  Recorder recorder;
  const DurableHome home(DurableKind::kSqlite);
  ManualClock clock;
  Arrivals arrivals;
  {
    DurableHost one(home, clock, table, handlers.Of(table),
                    {.threads = 4, .waiter = "one", .observers = {&recorder}});
    EXPECT_TRUE(one.host().Submit(0, Entering(), arrivals.Waiter()));
    EXPECT_TRUE(one.host().Signal("e", "go", "7"));
    handlers.gate.WaitForArrivals(1);
    clock.Advance(2 * kSecondNs);
    transport::Mailbox& mailbox = one.transport().Open("work");
    EXPECT_TRUE(Eventually([&] { return mailbox.contents().delayed == 1U; }));
    clock.Advance(10 * kSecondNs);
    EXPECT_EQ(arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded);
    handlers.gate.Open();
    // What was planned is told by the time that the host is gone.
    EXPECT_TRUE(Eventually([&] { return one.host().Read().ended_succeeded == 1; }));
  }
  return recorder.by_envelope();
}

TEST(Observer, IsToldTheSameOfEachEnvelopeOnThreadsAndOnTheVirtualClock) {
  const ObservedMesh mesh;
  const Recorder::Lists simulated = OnVirtualClock(mesh.table());
  EXPECT_EQ(OnThreads(mesh.table()), simulated);
  EXPECT_EQ(simulated.size(), 4U) << "a root, a copy and two branches";
  EXPECT_EQ(simulated.at("e"),
            (std::vector<std::string>{
                "tapped", "forked into 2", "joined", "parked", "woken by 0", "sent to work",
                "work delivered (1) at main/10/work", "work started (1) at main/10/work",
                "work raised timeout, overrun (1) at main/10/work",
                "work retried after timeout (2) at main/10/work", "work delivered (2) at main/10/work",
                "work refused, raised deadline_exceeded (2) at main/10/work", "failed with deadline_exceeded",
                "sent to tidy", "tidy delivered (1) at main/13/tidy", "tidy started (1) at main/13/tidy",
                "tidy returned (1) at main/13/tidy", "ended, line 0"}));
}

/// Over a ledger it is told of what follows when that is safe: so its order is not that of the visits.
TEST(Observer, IsToldTheSameOverALedger) {
  const ObservedMesh mesh;
  const auto sorted = [](Recorder::Lists lists) {
    for (auto& [id, events] : lists) std::ranges::sort(events);
    return lists;
  };
  EXPECT_EQ(sorted(OverALedger(mesh.table())), sorted(OnVirtualClock(mesh.table())));
}

TEST(Observer, IsToldOfABranchThatEndsWhenItsJoinIsDecided) {
  const ForkMesh mesh({.wait = contract::Wait::kCount, .count = 1});
  Gate gate;
  // Not before the other one runs, which would not be called otherwise.
  const Answer fast = [&gate](std::span<const Value>, actor::Context&) {
    gate.WaitForArrivals(1);
    return actor::Results{{Value::Int(1)}};
  };
  const Answer slow = [&gate](std::span<const Value>, actor::Context&) {
    gate.Pass();
    return actor::Results{{Value::Int(2)}};
  };
  Recorder recorder;
  HostFixture fixture(mesh.table(),
                      {EntryOf(mesh.table(), "left", fast), EntryOf(mesh.table(), "right", slow)},
                      {.observers = {&recorder}});
  ASSERT_TRUE(fixture.Submit(Entering()));
  ASSERT_TRUE(fixture.host.Signal("e", "go", "7"));
  fixture.arrivals.WaitFor(1);
  gate.Open();
  const auto dropped = [&recorder] {
    const auto lists = recorder.by_envelope();
    return std::ranges::count_if(lists, [](const auto& list) { return list.second.back() == "dropped"; });
  };
  EXPECT_TRUE(Eventually([&] { return dropped() == 1; }));
  EXPECT_EQ(fixture.host.counts().late_branches, 1U);
}

class ObserverOverALedger : public testing::TestWithParam<DurableKind> {};
INSTANTIATE_TEST_SUITE_P(On, ObserverOverALedger,
                         testing::Values(DurableKind::kSqlite, DurableKind::kMemory,
                                         DurableKind::kMemoryRepeats),
                         KindName);

TEST_P(ObserverOverALedger, IsToldOfABranchThatEndsWhenItsJoinIsDecided) {
  const ForkMesh mesh({.wait = contract::Wait::kCount, .count = 1});
  for (const bool observed : {true, false}) {  // The other only counts.
    Gate decided;
    const Answer fast = [&decided](std::span<const Value>, actor::Context&) {
      decided.WaitForArrivals(1);
      return actor::Results{{Value::Int(1)}};
    };
    const Answer slow = [&decided](std::span<const Value>, actor::Context&) {
      decided.Pass();
      return actor::Results{{Value::Int(2)}};
    };
    const DurableHome home(GetParam());
    ManualClock clock;
    Arrivals arrivals;
    Recorder recorder;
    const std::vector<actor::Entry> handlers = {EntryOf(mesh.table(), "left", fast),
                                                EntryOf(mesh.table(), "right", slow)};
    host::HostOptions options{.threads = 4, .waiter = "one"};
    if (observed) options.observers = {&recorder};
    DurableHost one(home, clock, mesh.table(), handlers, options);
    ASSERT_TRUE(one.host().Submit(0, NewEnvelope("e", ValueList(3)), arrivals.Waiter()));
    ASSERT_TRUE(one.host().Signal("e", "go", "7"));
    arrivals.WaitFor(1);
    decided.Open();
    EXPECT_TRUE(Eventually([&] { return one.host().counts().late_branches == 1; }));
    EXPECT_EQ(one.host().counts().duplicates_suppressed, 0U);
  }
}

}  // namespace
}  // namespace mesh::test
