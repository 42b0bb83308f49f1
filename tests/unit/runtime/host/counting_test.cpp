// Counts by themselves.
#include "mesh/host/counting.h"

#include <map>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/times.h"

namespace mesh::host {
namespace {

using observation::Dropped;
using observation::Ended;
using observation::Handled;
using test::kSecondNs;

/// Each event in the number that operators know it by.
class CountingTest : public testing::Test {
 protected:
  observation::Visit VisitOf(std::uint32_t actor) const { return {envelope_, table_, {"work", actor}}; }
  template <typename What>
  void Tell(const What& what) {
    counting_.Observe({0, what});
  }

  const Envelope envelope_ = {};
  const contract::RouteTable table_ = {};
  const Error broken_{.name = "contract_violation"};
  const actor::Outcome outcome_ = actor::Results{};
  Counting counting_{2};
};

TEST_F(CountingTest, CountsWhatAnActorDoesByActor) {
  Tell(observation::Delivered{VisitOf(1), 2 * kSecondNs, true});
  Tell(observation::Delivered{VisitOf(1), 2 * kSecondNs, false});
  Tell(observation::Started{VisitOf(1)});
  Tell(observation::Started{VisitOf(1), true});
  Tell(Handled{VisitOf(1), outcome_, Handled::How::kAnswered, kSecondNs});
  Tell(Handled{VisitOf(1), outcome_, Handled::How::kStored});
  Tell(Handled{VisitOf(1), outcome_, Handled::How::kOverran, kSecondNs});
  Tell(observation::Retried{VisitOf(1), broken_});
  Tell(observation::Refused{VisitOf(1), broken_});
  Tell(observation::Refused{VisitOf(1), Error{.name = "cancelled"}});
  Tell(observation::Unreadable{{"work", 1}});
  Tell(observation::Drifted{{"work", 1}});
  Tell(observation::Returned{{"work", 1}, true, false});
  Tell(observation::Returned{{"work", 1}, false, true});
  const monitoring::ActorReading work = counting_.Of(1);
  EXPECT_EQ(work.deliveries, 2U);
  EXPECT_EQ(work.duplicates_suppressed, 1U);
  EXPECT_EQ(work.handled, 1U);
  EXPECT_EQ(work.retried, 1U);
  EXPECT_EQ(work.rejected, 2U);
  EXPECT_EQ(work.drifted, 1U);
  EXPECT_EQ(work.redeliveries, 1U);
  EXPECT_EQ(work.suspects, 1U);
  EXPECT_EQ(work.wait.sum_seconds, 2.0) << "of what is left to other hosts nobody waits for this one";
  EXPECT_EQ(work.handler.sum_seconds, 1.0);
  EXPECT_EQ(counting_.Of(0).deliveries, 0U);
}

TEST_F(CountingTest, CountsEndsOfRootsAlone) {
  Tell(Ended{nullptr, "e", Ended::Line::kRoot, false});
  Tell(Ended{nullptr, "f", Ended::Line::kRoot, true});
  Tell(Ended{nullptr, "c", Ended::Line::kBranch, true});
  Tell(Ended{nullptr, "d", Ended::Line::kCopy, false});
  Tell(Dropped{"e"});
  Tell(Dropped{"c", Dropped::Why::kLateBranch});
  Tell(observation::Failed{nullptr, "f", "busy"});
  Tell(observation::Failed{nullptr, "f", "busy"});
  const Counts counts = counting_.Read();
  EXPECT_EQ(counts.ended_succeeded, 1U);
  EXPECT_EQ(counts.ended_failed, 1U);
  EXPECT_EQ(counts.duplicates_suppressed, 1U);
  EXPECT_EQ(counts.late_branches, 1U);
  EXPECT_EQ(counts.failed, (std::map<std::string, std::uint64_t>{{"busy", 2}}));
}

/// Each thread has numbers of its own, which stay when it has gone; the next one goes on with them.
TEST_F(CountingTest, AddsUpWhatItsThreadsHaveCounted) {
  constexpr std::uint64_t kEvents = 10'000;
  Counting other{2};
  const auto count = [&] {
    for (std::uint64_t i = 0; i < kEvents; ++i) {
      counting_.Count(observation::Started{VisitOf(1)});
      counting_.Count(Handled{VisitOf(1), outcome_, Handled::How::kAnswered, kSecondNs});
      other.Count(observation::Started{VisitOf(0)});
    }
  };
  for (int i = 0; i < 2; ++i) {
    std::thread one(count);
    std::thread two(count);
    one.join();
    two.join();
  }
  EXPECT_EQ(counting_.Of(1).deliveries, 4 * kEvents);
  EXPECT_EQ(counting_.Of(1).handler.sum_seconds, 4.0 * kEvents);
  EXPECT_EQ(counting_.Read().handled, 4 * kEvents);
  EXPECT_EQ(other.Of(0).deliveries, 4 * kEvents);
  EXPECT_EQ(other.Of(1).deliveries, 0U);
}

}  // namespace
}  // namespace mesh::host
