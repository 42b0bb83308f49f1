// The chart of a mesh of which nothing has to be kept, on a broker that keeps nothing but messages.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "desk_chart.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kStateless = R"(mesh shop.desk;

envelope Ticket { in text: string; out reply: string; }
error busy retriable;
processor generator(text: string) -> (reply: string) { raises busy; retry 3; timeout 1m; }
flow support on Ticket { generator; } on busy { set reply = "later"; }

deploy production for shop.desk {
  transport amqp { url "amqp://rabbit.messaging"; monitoring "rabbit.messaging:15672"; }
}
)";

class RootlessChart : public DeskChart {
 protected:
  RootlessChart() : DeskChart(kStateless) {}
};

TEST_F(RootlessChart, NamesNoStoreToAnyHost) {
  std::vector<const Json*> runs = OfKind(objects_, "Deployment");
  for (const Json* job : OfKind(objects_, "Job")) runs.push_back(job);
  ASSERT_EQ(runs.size(), 3U);
  for (const Json* run : runs) {
    const std::string pod = run->at("spec").at("template").dump();
    EXPECT_NE(pod.find("--transport="), std::string::npos) << pod;
    EXPECT_EQ(pod.find("--state="), std::string::npos) << pod;
  }
  for (const Json* policy : OfKind(objects_, "NetworkPolicy")) {
    const Json& servers = policy->at("spec").at("egress").at(1).at("ports");
    ASSERT_EQ(servers.size(), 1U);
    EXPECT_EQ(servers.at(0).at("port"), 5672);
  }
}

TEST_F(RootlessChart, TakesOneAllTheSame) {
  const ProgramRun run = Template("state.url=nats://kv");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("--state=$(MESH_STATE)"), std::string::npos);
}

TEST_F(RootlessChart, IsRefusedWhereTheMeshNeedsOne) {
  const ProgramRun run = Template("stateful=true");
  EXPECT_NE(run.exit_code, 0);
  EXPECT_NE(run.err.find("keeps no state, which this mesh needs"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace meshc::test
