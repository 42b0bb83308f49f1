// A branch that runs on one host while another host decides the join.
#include <atomic>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/durable_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

class DurableLosers : public testing::TestWithParam<DurableKind> {
 protected:
  /// Serves `left` only, and neither ends nor signals: the decision is made elsewhere. The call runs until it
  /// is told to stop.
  void RunLeft() {
    const auto left = [this](auto, actor::Context& context) {
      started_.Pass();
      if (Eventually([&context] { return context.cancelled(); })) ++stopped_;
      return actor::Results{{Value::Int(1)}};
    };
    started_.Open();
    runs_ = std::make_unique<DurableHost>(home_, clock_, mesh_.table(),
                                          std::vector{EntryOf(mesh_.table(), "left", left)},
                                          host::HostOptions{.serves_sink = false, .serves_control = false});
  }
  /// Serves all the rest, and `right` ends when `left` runs.
  void DecideByRight() {
    const auto right = [this](auto, auto&) {
      started_.WaitForArrivals(1);
      return actor::Results{{Value::Int(2)}};
    };
    decides_ = std::make_unique<DurableHost>(home_, clock_, mesh_.table(),
                                             std::vector{EntryOf(mesh_.table(), "right", right)},
                                             host::HostOptions{.max_envelopes = 10, .waiter = "decides"});
    ASSERT_TRUE(decides_->host().Submit(0, NewEnvelope("e", ValueList(3)), arrivals_.Waiter()));
  }

  const ForkMesh mesh_{{.wait = contract::Wait::kCount, .count = 1}};
  const DurableHome home_{GetParam()};
  ManualClock clock_;
  Arrivals arrivals_;
  Gate started_;
  std::atomic<int> stopped_ = 0;
  std::unique_ptr<DurableHost> runs_;
  std::unique_ptr<DurableHost> decides_;
};

INSTANTIATE_TEST_SUITE_P(On, DurableLosers, KindsWithRoots(), KindName);

/// The root waits for a signal behind the join, so that the decided join is all that a review finds.
TEST_P(DurableLosers, AreStoppedByTheJoin) {
  RunLeft();
  DecideByRight();
  EXPECT_TRUE(Eventually([this] { return stopped_ == 1; })) << "the call was not stopped";
  EXPECT_EQ(arrivals_.size(), 0U);
  ASSERT_TRUE(decides_->host().Signal("e", "go", "7"));
  const Envelope ended = arrivals_.WaitFor(1).front();
  EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
  EXPECT_EQ(ended.payload[ForkMesh::kLeft], Value());
}

/// The root has ended when the call is reviewed.
TEST_P(DurableLosers, AreStoppedByTheEndOfTheirRoot) {
  RunLeft();
  DecideByRight();
  ASSERT_TRUE(decides_->host().Signal("e", "go", "7"));
  EXPECT_EQ(arrivals_.WaitFor(1).front().status.phase, Phase::kSucceeded);
  EXPECT_TRUE(Eventually([this] { return stopped_ == 1; })) << "the call was not stopped";
}

}  // namespace
}  // namespace mesh::test
