// Brokers that are away, refuse, or are asked wrongly.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "mesh/state/keys.h"
#include "mesh/transport/amqp/amqp_names.h"
#include "tests/conformance/transport/amqp_fixture.h"
#include "tests/support/certificate.h"

namespace mesh::test {
namespace {

/// Why a broker cannot be used.
std::string WhyNot(const transport::AmqpOptions& options) {
  ManualClock clock;
  auto opened = transport::OpenAmqp(options, clock);
  const auto* why = std::get_if<std::string>(&opened);
  return why == nullptr ? "" : *why;
}

transport::Letter Text(const std::string& body) { return {.id = body, .body = body}; }

bool SendTo(transport::Transport& transport, const std::string& mailbox, const std::string& body) {
  return transport.Open(mailbox).Send(std::make_unique<transport::Letter>(Text(body)), 0);
}

/// What waits there, or is lent or away: all of it, in their order.
class AmqpServers : public testing::Test {
 protected:
  static RabbitServer& Own() {
    static RabbitServer server;
    return server;
  }
  transport::AmqpOptions Options() const { return OptionsOf(Own(), prefix_); }

  const std::string prefix_ = NewRabbitPrefix();
  ManualClock clock_;
};

void StartAnew(RabbitServer& server) {
  server.Stop(SIGTERM);
  server.Start();
}

TEST_F(AmqpServers, MayBeKilled) {
  Collector collector;
  const auto transport = OpenServer(Options(), clock_);
  // A queue that was made a moment before a broker is killed is forgotten with all that it has confirmed.
  ASSERT_EQ(transport->Provide("a"), "");
  StartAnew(Own());
  ASSERT_TRUE(SendTo(*transport, "a", "a"));
  Own().Stop(SIGKILL);
  while (transport->obstacle().empty()) poll(nullptr, 0, 10);
  EXPECT_EQ(transport->Open("a").depth(), 0U) << "it does not wait";
  // More than one, so that what is not sent in one go is sent all the same.
  for (const char* body : {"b", "c", "d"}) {
    transport->ledger()->Carry(
        std::nullopt,
        [body](const state::State&) {
          return transport::Transition{.sends = {{"a", Text(body)}}};
        },
        nullptr);
  }
  transport->Open("a").Subscribe(10, collector);
  Own().Start();
  auto ids = Sorted(collector.WaitFor(4));
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  EXPECT_EQ(ids, (Ids{"a", "b", "c", "d"}));
  while (!transport->obstacle().empty()) poll(nullptr, 0, 10);
}

/// What a handler has not begun must not be begun when its loan is lost: somebody else has it.
TEST_F(AmqpServers, ThatAreStartedAnewTakeTheirLoansBack) {
  Collector collector;
  const auto transport = OpenServer(Options(), clock_);
  transport::Mailbox& mailbox = transport->Open("a");
  ASSERT_EQ(transport->Provide("a"), "");
  mailbox.Subscribe(1, collector);
  ASSERT_TRUE(SendTo(*transport, "a", "a"));
  ASSERT_TRUE(SendTo(*transport, "a", "b"));
  collector.WaitFor(1);
  const transport::Delivery lost = collector.TakeOut(0);
  EXPECT_TRUE(mailbox.Lends(lost));
  StartAnew(Own());
  while (mailbox.Lends(lost)) poll(nullptr, 0, 10);
  const auto nothing = [](const state::State&) { return transport::Transition(); };
  EXPECT_EQ(transport->ledger()->CarryOut(transport::Loan{&mailbox, lost.tag}, nothing),
            transport::Outcome::kGone);
  // Both come once more, and only once.
  collector.WaitFor(2);
  mailbox.Acknowledge(collector.TakeOut(1));
  collector.WaitFor(3);
  mailbox.Acknowledge(collector.TakeOut(2));
  const Ids ids = collector.WaitFor(3);
  EXPECT_EQ(Sorted({ids[1], ids[2]}), (Ids{"a", "b"}));
}

TEST_F(AmqpServers, ThatTakeNothingAreAnObstacle) {
  const auto transport = OpenServer(Options(), clock_);
  ASSERT_TRUE(SendTo(*transport, "a", "a"));
  Own().Control({"set_vm_memory_high_watermark", "absolute", "1"});
  transport->ledger()->Carry(
      std::nullopt,
      [](const state::State&) {
        return transport::Transition{.sends = {{"a", Text("b")}}};
      },
      nullptr);
  while (transport->obstacle().empty()) poll(nullptr, 0, 10);
  EXPECT_NE(transport->obstacle().find("takes nothing"), std::string::npos) << transport->obstacle();
  Own().Control({"set_vm_memory_high_watermark", "0.4"});
  while (!transport->obstacle().empty()) poll(nullptr, 0, 10);
  Collector collector;
  transport->Open("a").Subscribe(10, collector);
  EXPECT_EQ(Sorted(collector.WaitFor(2)), (Ids{"a", "b"}));
}

transport::Plan SendOne(const std::string& mailbox, const std::string& body) {
  return [mailbox, body](const state::State&) {
    return transport::Transition{.sends = {{mailbox, Text(body)}}};
  };
}

TEST_F(AmqpServers, AQueueThatTakesNothingIsAnObstacleAndHoldsNoOtherUp) {
  const auto transport = OpenServer(Options(), clock_);
  const std::string full = transport::AmqpNames("shop", prefix_).Queue("full");
  Own().Control({"set_policy", prefix_, "^" + full + "$", R"({"max-length":1,"overflow":"reject-publish"})",
                 "--apply-to", "queues"});
  int sent = 0;
  std::atomic<int> stored = 0;
  // The broker heeds it when it comes to it.
  while (transport->obstacle().find(full) == std::string::npos) {
    if (stored == sent) {
      ++sent;
      transport->ledger()->Carry(std::nullopt, SendOne("full", "a"),
                                 [&stored](transport::Outcome) { ++stored; });
    }
    poll(nullptr, 0, 10);
  }
  EXPECT_TRUE(SendTo(*transport, "other", "b"));
  // Were the limit lifted, the broker would still refuse until somebody takes from the queue.
  Own().Control({"purge_queue", full});
  while (stored < sent) poll(nullptr, 0, 10);
  while (!transport->obstacle().empty()) poll(nullptr, 0, 10);
}

/// By an operator, while the sender and the consumer stay connected.
TEST_F(AmqpServers, AQueueThatIsDeletedIsMadeAgain) {
  const std::string queue = transport::AmqpNames("shop", prefix_).Queue("a");
  const auto sends = OpenServer(Options(), clock_);
  ASSERT_TRUE(SendTo(*sends, "a", "first"));
  Own().Control({"delete_queue", queue});
  ASSERT_TRUE(SendTo(*sends, "a", "to no consumer"));
  const auto takes = OpenServer(Options(), clock_);
  Collector collector;
  transport::Mailbox& mailbox = takes->Open("a");
  mailbox.Subscribe(1, collector);
  EXPECT_EQ(collector.WaitFor(1), Ids{"to no consumer"});
  mailbox.Acknowledge(collector.TakeOut(0));
  takes->ledger()->Flush();
  Own().Control({"delete_queue", queue});
  ASSERT_TRUE(SendTo(*sends, "a", "to a consumer"));
  EXPECT_EQ(collector.WaitFor(2), (Ids{"to no consumer", "to a consumer"}));
}

TEST(AmqpBrokers, ThatAreNotThereAreNamed) {
  auto options = std::get<transport::AmqpOptions>(transport::ParseAmqpUrl("amqp://127.0.0.1:1"));
  EXPECT_EQ(WhyNot(options), "no AMQP broker answers at `127.0.0.1:1`");
}

TEST(AmqpBrokers, WantTheRightCredentials) {
  auto options = OptionsOf(Rabbit(), NewRabbitPrefix());
  options.credentials = transport::AlwaysKnownBy({.user = "guest", .password = "wr0ng"});
  EXPECT_NE(WhyNot(options).find("refuses these credentials"), std::string::npos);
  EXPECT_EQ(WhyNot(options).find("wr0ng"), std::string::npos);
  options.credentials = transport::AlwaysKnownBy({.user = "guest", .password = "guest"});
  EXPECT_EQ(WhyNot(options), "");
  options.vhost = "nowhere";
  EXPECT_NE(WhyNot(options).find("nowhere"), std::string::npos) << WhyNot(options);
}

/// A password changes while hosts run: at the broker, and in the file where they read it.
TEST_F(AmqpServers, AreToldThePasswordOfTheMomentWhenOneConnectsAgain) {
  Own().Control({"add_user", prefix_, "f1rst"});
  Own().Control({"set_permissions", prefix_, ".*", ".*", ".*"});
  const auto password = std::make_shared<std::atomic<const char*>>("f1rst");
  auto options = Options();
  options.credentials = [password, user = prefix_] {
    return transport::Credentials{.user = user, .password = password->load()};
  };
  const auto transport = OpenServer(options, clock_);
  ASSERT_TRUE(SendTo(*transport, "a", "a"));
  Own().Control({"change_password", prefix_, "sec0nd"});
  *password = "sec0nd";
  Own().Stop(SIGTERM);
  while (transport->obstacle().empty()) poll(nullptr, 0, 10);
  Own().Start();
  EXPECT_TRUE(SendTo(*transport, "a", "b"));
  while (!transport->obstacle().empty()) poll(nullptr, 0, 10);
}

TEST(AmqpBrokers, AreReachedByTls) {
  const Certificate mine;
  const Certificate other;
  const std::string port = FreePort();
  const RabbitServer server(
      fmt::format("listeners.ssl.1 = 127.0.0.1:{}\nssl_options.certfile = {}\nssl_options.keyfile = {}\n",
                  port, mine.path(), mine.key()));
  auto options = std::get<transport::AmqpOptions>(transport::ParseAmqpUrl("amqps://localhost:" + port));
  options.mesh = "shop";
  EXPECT_NE(WhyNot(options).find("TLS"), std::string::npos) << "nobody vouches for the broker";
  transport::Credentials known = {.ca = Certificate::Read(mine.path())};
  options.credentials = transport::AlwaysKnownBy(known);
  EXPECT_EQ(WhyNot(options), "");
  known.certificate = Certificate::Read(mine.path());
  known.key = Certificate::Read(mine.key());
  options.credentials = transport::AlwaysKnownBy(known);
  EXPECT_EQ(WhyNot(options), "") << "the broker need not ask for it";
  known.key = Certificate::Read(other.key());
  options.credentials = transport::AlwaysKnownBy(known);
  EXPECT_EQ(WhyNot(options), "MESH_TRANSPORT_CERT and _KEY are no certificate and its key");
  options.credentials = transport::AlwaysKnownBy({.ca = Certificate::Read(other.path())});
  EXPECT_NE(WhyNot(options).find("TLS"), std::string::npos) << "somebody else vouches for the broker";
}

TEST(AmqpBrokers, AreNotChangedWhereThatIsForbidden) {
  auto options = OptionsOf(Rabbit(), NewRabbitPrefix());
  ManualClock clock;
  options.create = false;
  EXPECT_NE(WhyNot(options).find("?create=never"), std::string::npos);
  options.create = true;
  EXPECT_EQ(OpenServer(options, clock)->Provide("@control"), "");
  options.create = false;
  const auto transport = OpenServer(options, clock);
  EXPECT_EQ(transport->Provide("@control"), "");
  EXPECT_NE(transport->Provide("b").find("no queue"), std::string::npos);
  EXPECT_EQ(transport->obstacle(), "") << "it was only asked";
}

TEST(AmqpBrokers, KeepMeshesApart) {
  EXPECT_EQ(transport::AmqpNames("shop.support", "").Queue("@sink"), "shop-support.-sink");
  EXPECT_EQ(transport::AmqpNames("support", "shop").Queue("a"), "shop.support.a");
  EXPECT_NE(transport::AmqpNames("support", "shop").Queue("a"),
            transport::AmqpNames("shop.support", "").Queue("a"));
  const transport::AmqpNames names("shop", "p");
  const std::string long_one(300, 'x');
  EXPECT_LE(names.Queue(long_one).size(), 255U);
  EXPECT_NE(names.Queue(long_one), names.Queue(long_one + "x"));
}

/// One that finds a queue which another is just making would lose its connection, and with it all loans.
TEST(AmqpBrokers, AreUsedByManyThatBeginAtOnce) {
  ManualClock clock;
  std::atomic<int> problems = 0;
  for (int round = 0; round < 10; ++round) {
    auto options = OptionsOf(Rabbit(), NewRabbitPrefix());
    options.on_problem = [&problems](const std::string& problem) { problems += problem.empty() ? 0 : 1; };
    std::vector<Collector> collectors(4);
    std::vector<std::unique_ptr<transport::Transport>> transports;
    for (std::size_t i = 0; i < collectors.size(); ++i) transports.push_back(OpenServer(options, clock));
    for (const char* name : {"a", "b", "c", "d"}) {
      for (std::size_t i = 0; i < collectors.size(); ++i)
        transports[i]->Open(name).Subscribe(1, collectors[i]);
    }
    for (const auto& transport : transports) EXPECT_EQ(transport->Provide("e"), "");
  }
  EXPECT_EQ(problems, 0);
}

TEST(AmqpDelays, AreAtMostATenthLongerAndFew) {
  std::vector<std::int64_t> seen;
  for (std::int64_t ms = 1; ms <= 3'600'000; ms += 1 + ms / 50) {
    const std::int64_t delay = transport::AmqpDelay(ms * 1'000'000);
    EXPECT_GE(delay, ms);
    EXPECT_LE(delay * 10, ms * 11) << ms;
    if (seen.empty() || seen.back() != delay) seen.push_back(delay);
  }
  EXPECT_LT(seen.size(), 200U);
  EXPECT_EQ(transport::AmqpDelay(1), 1);
  EXPECT_EQ(transport::AmqpDelay(std::int64_t{24} * 3'600'000'000'000), 3'600'000) << "and then once more";
}

TEST(AmqpUrl, NamesServersAndSettings) {
  const auto parsed = transport::ParseAmqpUrl("amqps://a:1,b,[::1]:7/my%2Fhost?prefix=p&create=never");
  const auto& options = std::get<transport::AmqpOptions>(parsed);
  EXPECT_TRUE(options.tls);
  ASSERT_EQ(options.servers.size(), 3U);
  EXPECT_EQ(options.servers[0].host, "a");
  EXPECT_EQ(options.servers[0].port, 1);
  EXPECT_EQ(options.servers[1].port, 5671);
  EXPECT_EQ(options.servers[2].host, "::1");
  EXPECT_EQ(options.servers[2].port, 7);
  EXPECT_EQ(options.vhost, "my/host");
  EXPECT_EQ(options.prefix, "p");
  EXPECT_FALSE(options.create);
  EXPECT_EQ(std::get<transport::AmqpOptions>(transport::ParseAmqpUrl("amqp://a/")).vhost, "/");
  for (const char* wrong : {"amqp://", "amqp://a,", "amqp://a?prefix=a.b", "amqp://a:x", "amqp://a:0",
                            "amqp://a?x=1", "amqp://me@a", "amqp://a/%zz", "http://a"})
    EXPECT_TRUE(std::holds_alternative<std::string>(transport::ParseAmqpUrl(wrong))) << wrong;
}

}  // namespace
}  // namespace mesh::test
