// Promises of transports and stores on a cluster of three NATS servers, which keep state and messages with
// three replicas. Where no server is new enough, one server without replicas takes its place, and a skipped
// test says so.
#include <string>

#include "tests/conformance/transport/nats_fixture.h"
#include "tests/conformance/transport/state_suite.h"

namespace mesh::test {
namespace {

std::unique_ptr<transport::Transport> OpenOnCluster(const std::string& prefix, transport::Clock& clock) {
  if (NewerNats().empty()) return OpenServer(OptionsOf(Server(), prefix), clock);
  return OpenServer(OptionsOf(Cluster(), prefix), clock);
}

struct NatsOnCluster {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    return OpenOnCluster("cluster-" + NewPrefix(), clock);
  }
};

class ClusterMesh : public testing::Test {
 protected:
  std::unique_ptr<transport::Transport> Open() { return OpenOnCluster(prefix_, clock_); }

  const std::string prefix_ = "cluster-" + NewPrefix();
  ManualClock clock_;
};

class StateOnCluster {
 public:
  std::shared_ptr<transport::Ledger> Open(transport::Clock& clock) {
    return transport::StoreOf(OpenOnCluster(prefix_, clock));
  }

 private:
  const std::string prefix_ = "cluster-" + NewPrefix();
};

TEST(NatsClusters, HaveServersThatMayReplicateState) {
  if (NewerNats().empty())
    GTEST_SKIP() << "no nats-server of 2.10.20 or newer: the cluster's tests ran on one server";
  EXPECT_TRUE(transport::SerializesReplicatedWrites(VersionOfNats(NewerNats())));
}

INSTANTIATE_TYPED_TEST_SUITE_P(NatsCluster, TransportSuite, testing::Types<NatsOnCluster>);
INSTANTIATE_TYPED_TEST_SUITE_P(NatsCluster, DurableSuite, testing::Types<ClusterMesh>);
INSTANTIATE_TYPED_TEST_SUITE_P(NatsCluster, StateSuite, testing::Types<StateOnCluster>);

}  // namespace
}  // namespace mesh::test
