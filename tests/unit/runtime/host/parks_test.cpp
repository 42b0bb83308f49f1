// Parked envelopes and their signals by themselves.
#include "mesh/host/parks.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/manual_clock.h"
#include "tests/support/sample_meshes.h"
#include "tests/unit/runtime/host/parked.h"

namespace mesh::host {
namespace {

class ParksTest : public testing::Test {
 protected:
  std::optional<Parks::Signalled> Park(std::string id, std::string root = {},
                                       const std::vector<std::string>& forks = {}) {
    return parks_.Park(ParkedIn(table_, std::move(id), std::move(root), forks), clock_.now_ns() + 100,
                       [this](Parks::Ticket ticket) { late_.push_back(ticket); });
  }
  /// Whom the signal has woken; empty: nobody.
  std::string Signal(const std::string& root, std::string value = "1") {
    auto receipt = parks_.Signal(root, "go", std::move(value));
    return receipt.signalled ? receipt.signalled->parked.envelope->id : "";
  }
  static std::vector<std::string> IdsOf(const std::vector<ParkedEnvelope>& taken) {
    std::vector<std::string> ids;
    for (const ParkedEnvelope& parked : taken) ids.push_back(parked.envelope->id);
    return ids;
  }

  test::EachMesh mesh_{{.parks = true}};
  ServedTable table_{&mesh_.table()};
  test::ManualClock clock_;
  Timers timers_{clock_};
  Parks parks_{timers_};
  std::vector<Parks::Ticket> late_;
};

TEST_F(ParksTest, ASignalWakesWhoHasWaitedLongest) {
  Park("a", "root");
  Park("b", "root");
  Park("c", "other");
  EXPECT_EQ(Signal("root"), "a");
  EXPECT_EQ(Signal("root"), "b");
  EXPECT_EQ(Signal("root"), "");
  EXPECT_EQ(parks_.waiting(), 1U);
}

TEST_F(ParksTest, SignalsThatCameEarlyAreTakenInTheirOrder) {
  EXPECT_EQ(Signal("root", "1"), "");
  EXPECT_EQ(Signal("root", "2"), "");
  EXPECT_EQ(Park("a", "root")->value, "1");
  EXPECT_EQ(Park("b", "root")->value, "2");
  EXPECT_FALSE(Park("c", "root"));
  EXPECT_EQ(parks_.early_signals(), 0U);
}

TEST_F(ParksTest, WhoIsWokenHasNoTimeOutAnyMore) {
  Park("a");
  Park("b");
  EXPECT_EQ(clock_.size(), 2U);
  EXPECT_EQ(Signal("a"), "a");
  EXPECT_EQ(clock_.size(), 1U);
  clock_.Advance(100);
  ASSERT_EQ(late_.size(), 1U);
  EXPECT_EQ(parks_.TakeLate(late_.front())->envelope->id, "b");
  EXPECT_FALSE(parks_.TakeLate(late_.front())) << "it was taken";
  EXPECT_EQ(parks_.waiting(), 0U);
}

TEST_F(ParksTest, AllOfARootAreTakenInTheOrderOfParking) {
  Park("b", "root");
  Park("a", "root");
  Park("c", "other");
  EXPECT_EQ(IdsOf(parks_.TakeAll("root")), (std::vector<std::string>{"b", "a"}));
  EXPECT_TRUE(parks_.TakeAll("root").empty());
  EXPECT_EQ(parks_.waiting(), 1U);
  EXPECT_EQ(clock_.size(), 1U);
}

TEST_F(ParksTest, AllOfAForkAreTaken) {
  Park("a", "root", {"root/0/0"});
  Park("b", "root", {"root/0/5"});
  Park("c", "root");
  EXPECT_EQ(IdsOf(parks_.TakeAllOfFork("root/0/0")), std::vector<std::string>{"a"});
  EXPECT_TRUE(parks_.TakeAllOfFork("root/0/0").empty());
  EXPECT_EQ(Signal("root"), "b");
}

TEST_F(ParksTest, WhatWaitsInABranchOfABranchGoesWithEitherFork) {
  Park("a", "root", {"root/0/0", "root/0/0/1/0"});
  EXPECT_EQ(IdsOf(parks_.TakeAllOfFork("root/0/0")), std::vector<std::string>{"a"});
  EXPECT_TRUE(parks_.TakeAllOfFork("root/0/0/1/0").empty());
  Park("b", "root", {"root/0/0", "root/0/0/1/0"});
  EXPECT_EQ(IdsOf(parks_.TakeAllOfFork("root/0/0/1/0")), std::vector<std::string>{"b"});
  EXPECT_TRUE(parks_.TakeAllOfFork("root/0/0").empty());
}

TEST_F(ParksTest, ForgettingARootForgetsItsSignals) {
  Signal("root");
  Signal("other");
  parks_.Forget("root");
  EXPECT_FALSE(Park("a", "root")) << "a later envelope of that id";
  EXPECT_TRUE(Park("b", "other"));
}

TEST_F(ParksTest, NoMoreThanAHundredEarlySignalsAreKeptForOneRoot) {
  for (std::size_t i = 0; i < Parks::kMostEarly; ++i) EXPECT_TRUE(parks_.Signal("root", "go", "1").taken);
  EXPECT_FALSE(parks_.Signal("root", "go", "1").taken);
  EXPECT_FALSE(parks_.Signal("root", "stop", "1").taken) << "whatever their names";
  EXPECT_TRUE(parks_.Signal("other", "go", "1").taken);
  EXPECT_TRUE(Park("a", "root"));
  EXPECT_TRUE(parks_.Signal("root", "go", "1").taken);
}

TEST_F(ParksTest, AnEarlySignalHas64KibibytesAtMost) {
  EXPECT_TRUE(parks_.Signal("root", "go", std::string(Parks::kLongestEarly, '1')).taken);
  EXPECT_FALSE(parks_.Signal("large", "go", std::string(Parks::kLongestEarly + 1, '1')).taken);
  Park("waits", "waits");
  EXPECT_EQ(Signal("waits", std::string(Parks::kLongestEarly + 1, '1')), "waits") << "somebody waits for it";
}

}  // namespace
}  // namespace mesh::host
