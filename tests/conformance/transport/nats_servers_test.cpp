// NATS servers that are away, refuse, or are asked wrongly.
#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/transport/nats/nats_connection.h"
#include "mesh/transport/nats/nats_names.h"
#include "tests/conformance/transport/nats_fixture.h"
#include "tests/support/certificate.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {
namespace {

TEST(NatsServers, AreProvidedWithWhatAMailboxNeeds) {
  auto options = OptionsOf(Server(), NewPrefix());
  ManualClock clock;
  EXPECT_EQ(OpenServer(options, clock)->Provide("a"), "");
  options.create = false;
  const auto transport = OpenServer(options, clock);
  EXPECT_EQ(transport->Provide("a"), "");
  EXPECT_NE(transport->Provide("b").find("has no consumer `b`"), std::string::npos);
}

TEST(NatsServers, ThatAreAwayAreAnObstacle) {
  NatsServer server;
  ManualClock clock;
  const auto transport = OpenServer(OptionsOf(server, ""), clock);
  EXPECT_EQ(transport->obstacle(), "");
  server.Stop(SIGKILL);
  while (transport->obstacle().empty()) poll(nullptr, 0, 10);
  EXPECT_EQ(transport->ledger()->state().obstacle(), transport->obstacle());
  EXPECT_EQ(transport->Open("a").contents().lent, std::nullopt) << "it does not wait";
  EXPECT_FALSE(transport->Find("a", 1));
  EXPECT_EQ(transport->ledger()->state().Count(state::AllParks()), 0U);
  server.Start();
  while (!transport->obstacle().empty()) poll(nullptr, 0, 10);
}

/// What would go by a second connection goes by the one that there is.
TEST(NatsServers, MayLimitConnections) {
  const ScratchFile settings("nats.conf");
  std::ofstream(settings.path()) << "max_connections: 1";
  const NatsServer server({"-c", settings.path()});
  ManualClock clock;
  const auto transport = OpenServer(OptionsOf(server, ""), clock);
  constexpr int kCount = 200;
  for (int i = 0; i < kCount; ++i) {
    transport->ledger()->Carry(
        std::nullopt,
        [i](const state::State&) {
          return transport::Transition{.sends = {{.mailbox = "a", .letter = {.id = std::to_string(i)}}}};
        },
        nullptr);
  }
  transport->ledger()->Flush();
  Collector collector;
  transport->Open("a").Subscribe(kCount, collector);
  EXPECT_EQ(collector.WaitFor(kCount).size(), static_cast<std::size_t>(kCount));
  for (int i = 0; i < kCount; ++i) transport->Open("a").Acknowledge(collector.TakeOut(0));
  transport->ledger()->Flush();
  transport->Open("a").Unsubscribe();
}

TEST(NatsServers, MayLimitWhatTheyLend) {
  const ScratchFile settings("nats.conf");
  std::ofstream(settings.path()) << "jetstream { limits { max_ack_pending: 100 } }";
  const NatsServer server({"-c", settings.path()});
  ManualClock clock;
  auto options = OptionsOf(server, "");
  for (int i = 0; i < 2; ++i) {
    Collector collector;
    const auto transport = OpenServer(options, clock);
    ASSERT_TRUE(Send(*transport, "a"));
    transport->Open("a").Subscribe(1, collector);
    EXPECT_EQ(collector.WaitFor(1), Ids{"a"});
    transport->Open("a").Acknowledge(collector.TakeOut(0));
    transport->ledger()->Flush();
    // So it is to be changed.
    options.redelivery_ns *= 2;
  }
}

TEST(NatsNames, MailboxesAreReadFromTheirSubjects) {
  const transport::NatsNames names("shop", "");
  for (const char* mailbox : {"judge", "@sink", "a.b c", "@reply/1=2"})
    EXPECT_EQ(transport::NatsMailboxOf(names.Later(mailbox)), mailbox);
}

TEST(NatsServers, MayBeAwayForAWhile) {
  NatsServer server;
  ManualClock clock;
  Collector collector;
  const auto transport = OpenServer(OptionsOf(server, ""), clock);
  ASSERT_TRUE(Send(*transport, "a"));
  server.Stop(SIGKILL);
  transport->ledger()->Carry(
      std::nullopt,
      [](const state::State&) {
        return transport::Transition{
            .conditions = {}, .changes = {}, .sends = {{"a", {.id = "b", .body = "b"}}}};
      },
      nullptr);
  transport->Open("a").Subscribe(10, collector);
  server.Start();
  EXPECT_EQ(Sorted(collector.WaitFor(2)), (Ids{"a", "b"}));
}

/// A process that was cut off takes no other process for dead for a while, and finds out again after that.
TEST(NatsServers, ThatWereAwayFreeWhatAProcessHasLeased) {
  NatsServer server;
  ManualClock clock;
  const auto options = OptionsOf(server, "");
  auto dies = OpenServer(options, clock);
  const auto lives = OpenServer(options, clock);
  const auto lease = [](const state::State&) {
    return transport::Transition{.changes = {{.key = "k", .value = "v", .leased = true}}};
  };
  ASSERT_EQ(dies->ledger()->CarryOut(std::nullopt, lease), transport::Outcome::kDone);
  server.Stop(SIGTERM);
  while (dies->obstacle().empty() || lives->obstacle().empty()) poll(nullptr, 0, 10);
  server.Start();
  while (!dies->obstacle().empty() || !lives->obstacle().empty()) poll(nullptr, 0, 10);
  EXPECT_EQ(lives->ledger()->state().Get("k"), "v") << "its process lives";
  dies.reset();
  while (lives->ledger()->state().Get("k")) poll(nullptr, 0, 10);
}

/// nats-server 2.9 brings back what it has removed last, and what that had replaced.
TEST(NatsServers, ThatAreKilledKnowWhatHasEndedSince) {
  NatsServer server;
  ManualClock clock;
  const auto transport = OpenServer(OptionsOf(server, ""), clock);
  const auto carry = [&transport](const std::vector<state::Change>& changes) {
    const auto plan = [&](const state::State&) {
      return transport::Transition{.conditions = {}, .changes = changes, .sends = {}};
    };
    ASSERT_EQ(transport->ledger()->CarryOut(std::nullopt, plan), transport::Outcome::kDone);
  };
  const std::string root = state::RootKey("r");
  const std::string end = state::EndKey("r");
  const std::string intent = state::IntentKey("", "pay", "k");
  // A bucket that is empty is forgotten as a whole.
  carry({{.key = state::RootKey("other"), .value = "begins"}});
  carry({{.key = root, .value = "begins"}});
  carry({{.key = root, .value = "goes on"}});
  carry({{.kind = state::Change::Kind::kErase, .key = root},
         {.key = end, .value = "ended", .expires_ns = 1'000}});
  carry({{.key = intent, .value = "", .leased = true}});
  carry({{.kind = state::Change::Kind::kErase, .key = intent}});
  server.Stop(SIGKILL);
  server.Start();
  const state::State& state = transport->ledger()->state();
  EXPECT_EQ(state.Get(root), std::nullopt);
  EXPECT_EQ(state.Get(end), "ended");
  EXPECT_EQ(state.Get(intent), std::nullopt);
  const transport::NatsNames names("shop", "");
  auto opened = transport::NatsConnection::Open(OptionsOf(server, ""));
  auto& connection = *std::get<std::unique_ptr<transport::NatsConnection>>(opened);
  for (int left = 2; left > 1; poll(nullptr, 0, 10)) {
    left = 0;
    connection.ReadAll(names.state(), transport::NatsNames::Entry(names.state(), ">"),
                       [&](const transport::NatsArrival&) { ++left; });
  }
}

TEST(NatsServers, WithoutJetStreamAreRefused) {
  const NatsServer server({}, false);
  EXPECT_NE(WhyNotNats(OptionsOf(server, "")).find("has no JetStream"), std::string::npos);
}

TEST(NatsServers, ThatGiveNoRightAreRefused) {
  const ScratchFile settings("nats.conf");
  std::ofstream(settings.path()) << R"(authorization { users: [{ user: me, password: s3cret,
    permissions: { publish: { deny: "$JS.API.STREAM.>" } } }] })";
  const NatsServer server({"-c", settings.path()});
  auto options = OptionsOf(server, "");
  options.credentials = transport::AlwaysKnownBy({.user = "me", .password = "s3cret"});
  EXPECT_EQ(WhyNotNats(options), "the NATS server gives no right to use the stream `shop`");
}

TEST(NatsServers, ThatTakeTooLittleAreRefused) {
  auto options = OptionsOf(Server(), NewPrefix());
  options.largest_payload = std::size_t{2} << 20U;
  EXPECT_NE(WhyNotNats(options).find("max_payload"), std::string::npos);
}

TEST(NatsServers, ThatAreNotThereAreNamed) {
  auto options = std::get<transport::NatsOptions>(transport::ParseNatsUrl("nats://127.0.0.1:1"));
  EXPECT_EQ(WhyNotNats(options), "no NATS server answers at `nats://127.0.0.1:1`");
}

TEST(NatsServers, KeepMeshesApart) {
  ManualClock clock;
  auto options = OptionsOf(Server(), "");
  options.mesh = "shop.support";
  const auto first = OpenServer(options, clock);
  options.mesh = "support";
  options.prefix = "shop";
  EXPECT_NE(WhyNotNats(options).find("belongs to something else"), std::string::npos) << "one name for both";
  options.prefix = "other";
  EXPECT_EQ(WhyNotNats(options), "");
}

TEST(NatsServers, AreNotChangedWhereThatIsForbidden) {
  auto options = OptionsOf(Server(), NewPrefix());
  options.create = false;
  EXPECT_NE(WhyNotNats(options).find("?create=never"), std::string::npos);
}

TEST(NatsServers, WantTheRightCredentials) {
  const NatsServer server({"--user", "me", "--pass", "s3cret"});
  auto options = OptionsOf(server, "");
  EXPECT_NE(WhyNotNats(options).find("refuses these credentials"), std::string::npos);
  options.credentials = transport::AlwaysKnownBy({.user = "me", .password = "wr0ng"});
  EXPECT_NE(WhyNotNats(options).find("refuses these credentials"), std::string::npos);
  EXPECT_EQ(WhyNotNats(options).find("wr0ng"), std::string::npos);
  options.credentials = transport::AlwaysKnownBy({.user = "me", .password = "s3cret"});
  EXPECT_EQ(WhyNotNats(options), "");
}

/// A token changes while hosts run: at the server, and in the file where they read it.
TEST(NatsServers, AreToldTheTokenOfTheMomentWhenOneConnectsAgain) {
  NatsServer server({"--auth", "f1rst"});
  auto token = std::make_shared<std::atomic<const char*>>("f1rst");
  auto options = OptionsOf(server, "");
  options.credentials = [token] { return transport::Credentials{.token = token->load()}; };
  ManualClock clock;
  const auto transport = OpenServer(options, clock);
  server.Stop(SIGTERM);
  *token = "sec0nd";
  server.Start({"--auth", "sec0nd"});
  while (!transport->obstacle().empty()) poll(nullptr, 0, 10);
  EXPECT_TRUE(
      transport->Open("a").Send(std::make_unique<transport::Letter>(transport::Letter{.id = "1"}), 0));
}

TEST(NatsServers, AreReachedByTls) {
  const Certificate mine;
  const Certificate other;
  const NatsServer server(
      {"--tls", "--tlscert", mine.path(), "--tlskey", mine.key(), "--tlsverify", "--tlscacert", mine.path()});
  auto options =
      std::get<transport::NatsOptions>(transport::ParseNatsUrl("tls://localhost:" + server.port()));
  options.mesh = "shop";
  EXPECT_NE(WhyNotNats(options), "") << "no authority is known for the server's certificate";
  transport::Credentials known = {.ca = Certificate::Read(mine.path())};
  options.credentials = transport::AlwaysKnownBy(known);
  EXPECT_NE(WhyNotNats(options), "") << "the client has no certificate";
  known.certificate = Certificate::Read(mine.path());
  known.key = Certificate::Read(mine.key());
  options.credentials = transport::AlwaysKnownBy(known);
  EXPECT_EQ(WhyNotNats(options), "");
  known.ca = Certificate::Read(other.path());
  options.credentials = transport::AlwaysKnownBy(known);
  EXPECT_NE(WhyNotNats(options), "") << "another authority has signed the server's certificate";
}

TEST(NatsUrl, NamesServersAndSettings) {
  const auto parsed = transport::ParseNatsUrl("tls://a:1,b:2?prefix=p&replicas=3&redelivery=5&create=never");
  const auto& options = std::get<transport::NatsOptions>(parsed);
  EXPECT_EQ(options.servers, "tls://a:1,tls://b:2");
  EXPECT_EQ(options.prefix, "p");
  EXPECT_EQ(options.replicas, 3);
  EXPECT_EQ(options.redelivery_ns, 5'000'000'000);
  EXPECT_FALSE(options.create);
  for (const char* wrong : {"nats://", "nats://a,", "nats://a?prefix=a.b", "nats://a?replicas=0",
                            "nats://a?redelivery=0", "nats://a?x=1", "nats://me@a", "http://a"})
    EXPECT_TRUE(std::holds_alternative<std::string>(transport::ParseNatsUrl(wrong))) << wrong;
}

TEST(Credentials, AreReadFromTheEnvironmentOrFromFiles) {
  const std::string path = testing::TempDir() + "/nats_password";
  std::ofstream(path) << "s3cret\n";
  const auto read =
      transport::ReadCredentials("X", [&](const std::string& name) -> std::optional<std::string> {
        if (name == "X_USER") return "me";
        if (name == "X_PASSWORD_FILE") return path;
        return std::nullopt;
      });
  EXPECT_EQ(std::get<transport::Credentials>(read).user, "me");
  EXPECT_EQ(std::get<transport::Credentials>(read).password, "s3cret");
  const auto missing =
      transport::ReadCredentials("X", [&](const std::string& name) -> std::optional<std::string> {
        return name == "X_TOKEN_FILE" ? std::optional<std::string>(path + ".none") : std::nullopt;
      });
  EXPECT_TRUE(std::holds_alternative<std::string>(missing));
}

}  // namespace
}  // namespace mesh::test
