// Clusters of NATS servers that cannot be used: those too old for replicated state, at the start and when a
// connection comes back, and those that elect a leader.
#include <atomic>
#include <csignal>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "mesh/state/keys.h"
#include "mesh/transport/nats/nats_connection.h"
#include "mesh/transport/nats/nats_names.h"
#include "tests/conformance/transport/amqp_fixture.h"
#include "tests/conformance/transport/nats_fixture.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {
namespace {

bool Names(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(NatsVersions, BelowTheFirstThatSerializesAreRefusedForStatedReplicas) {
  if (OlderNats().empty()) GTEST_SKIP() << "the installed nats-server is new enough";
  auto options = OptionsOf(Server(), NewPrefix());
  options.replicas = 3;
  const std::string why = WhyNotNats(options);
  EXPECT_TRUE(Names(why, "(?replicas=3)") && Names(why, "has version " + VersionOfNats(OlderNats()))) << why;
  options.create = false;
  EXPECT_EQ(WhyNotNats(options), why) << "whether or not it may make streams";
  const ScratchFile file("state.db");
  ManualClock clock;
  options.create = true;
  options.store = transport::StoreOf(OpenStore(file.path(), clock));
  EXPECT_FALSE(Names(WhyNotNats(options), "has version")) << "messages alone may be replicated";
  options = OptionsOf(Server(), NewPrefix());
  EXPECT_EQ(WhyNotNats(options), "");
}

/// Makes a bucket of three replicas, as a host with `?replicas=3` did before.
void MakeBucket(const NatsCluster& cluster, const std::string& name, const std::string& subject) {
  auto opened = transport::NatsConnection::Open(OptionsOf(cluster, ""));
  auto& connection = *std::get<std::unique_ptr<transport::NatsConnection>>(opened);
  jsCtx* context = nullptr;
  ASSERT_EQ(natsConnection_JetStream(&context, connection.raw(), nullptr), NATS_OK);
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  const char* subjects[] = {subject.c_str()};
  config.Name = name.c_str();
  config.Description = "mesh shop of meshc";
  config.Subjects = subjects;
  config.SubjectsLen = 1;
  config.Replicas = NatsCluster::kSize;
  EXPECT_EQ(js_AddStream(nullptr, context, &config, nullptr, nullptr), NATS_OK);
  jsCtx_Destroy(context);
}

TEST(NatsVersions, BelowTheFirstThatSerializesAreRefusedForBucketsWithReplicas) {
  if (OlderNats().empty()) GTEST_SKIP() << "the installed nats-server is new enough";
  const NatsCluster cluster(OlderNats());
  const transport::NatsNames names("shop", "");
  MakeBucket(cluster, names.state(), transport::NatsNames::Entry(names.state(), ">"));
  auto options = OptionsOf(cluster, "");
  options.replicas = 1;
  const std::string why = WhyNotNats(options);
  EXPECT_TRUE(Names(why, "the bucket `" + names.state() + "` has 3 replicas") && Names(why, "has version 2."))
      << why;
}

TEST(NatsVersions, ThatComeBackOlderAreNamedAndGetNothing) {
  if (NewerNats().empty() || OlderNats().empty()) GTEST_SKIP() << "takes an old and a new nats-server";
  NatsCluster cluster(NewerNats());
  auto options = OptionsOf(cluster, "");
  options.servers = cluster.server(1).url();
  ManualClock clock;
  const auto transport = OpenServer(options, clock);
  cluster.server(0).Stop(SIGKILL);
  cluster.server(0).LoseDisk();
  cluster.StartAs(0, OlderNats());
  EXPECT_EQ(transport->obstacle(), "");
  cluster.server(1).Stop(SIGKILL);
  const std::string old = "has version " + VersionOfNats(OlderNats());
  while (!Names(transport->obstacle(), old)) poll(nullptr, 0, 10);
  auto written = std::make_shared<std::atomic<bool>>(false);
  transport->ledger()->Carry(
      std::nullopt,
      [](const state::State&) {
        return transport::Transition{.changes = {{.key = state::RootKey("r"), .value = "begins"}}};
      },
      [written](transport::Outcome outcome) { *written = outcome == transport::Outcome::kDone; });
  cluster.Start(1);
  EXPECT_TRUE(Names(transport->obstacle(), old)) << transport->obstacle();
  EXPECT_FALSE(*written);
  cluster.server(0).Stop(SIGKILL);
  cluster.server(0).LoseDisk();
  cluster.StartAs(0, NewerNats());
  while (!transport->obstacle().empty()) poll(nullptr, 0, 10);
  while (!*written) poll(nullptr, 0, 10);
  EXPECT_EQ(transport->ledger()->state().Get(state::RootKey("r")), "begins");
}

/// Two of three servers are away: the third cannot elect a leader, and requests have no answer.
TEST(NatsVersions, AClusterWithoutALeaderIsWaitedFor) {
  if (NewerNats().empty()) GTEST_SKIP() << "takes a nats-server of 2.10.20 or newer";
  NatsCluster cluster(NewerNats());
  for (const std::size_t which : {1U, 2U}) cluster.server(which).Stop(SIGKILL);
  auto options = OptionsOf(cluster, "");
  options.gives_up = [] { return true; };
  const std::string why = WhyNotNats(options);
  EXPECT_TRUE(Names(why, "has no leader")) << why;
  std::promise<std::string> told;
  options.gives_up = {};
  options.on_problem = [&told, first = true](const std::string& problem) mutable {
    if (std::exchange(first, false)) told.set_value(problem);
  };
  ManualClock clock;
  auto opened = std::async(std::launch::async, [&] { return transport::OpenNats(options, clock); });
  const std::string first = told.get_future().get();
  EXPECT_TRUE(Names(first, "has no leader")) << first;
  for (const std::size_t which : {1U, 2U}) cluster.Start(which);
  const auto transport = opened.get();
  EXPECT_TRUE(std::holds_alternative<std::unique_ptr<transport::Transport>>(transport));
}

}  // namespace
}  // namespace mesh::test
