// Redis servers that are away, that keep nothing, or that are asked wrongly.
#include <poll.h>

#include <atomic>
#include <csignal>
#include <string>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/transport/redis_connection.h"
#include "mesh/transport/redis_fitness.h"
#include "mesh/transport/redis_scripts.h"
#include "tests/conformance/transport/amqp_fixture.h"
#include "tests/conformance/transport/redis_fixture.h"

namespace mesh::test {
namespace {

using transport::RedisReply;

std::string WhyNot(const transport::RedisOptions& options) {
  ManualClock clock;
  auto opened = transport::OpenRedis(options, clock);
  const auto* why = std::get_if<std::string>(&opened);
  return why == nullptr ? "" : *why;
}

std::unique_ptr<transport::RedisConnection> Connect(const transport::RedisOptions& options) {
  auto opened = transport::RedisConnection::Open(options);
  if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
  return std::get<std::unique_ptr<transport::RedisConnection>>(std::move(opened));
}

/// What its operators do.
void Do(const RedisServer& server, const transport::RedisWords& words) {
  const auto reply = Connect(OptionsOf(server, ""))->Ask(words);
  ASSERT_TRUE(reply);
  EXPECT_NE(reply->kind, RedisReply::Kind::kError) << reply->text;
}

TEST(RedisServers, MayBeKilled) {
  RedisServer server;
  ManualClock clock;
  const auto ledger = OpenServer(OptionsOf(server, ""), clock);
  const std::string key = state::RootKey("r");
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp(key)), transport::Outcome::kDone);
  server.Stop(SIGKILL);
  std::atomic<int> done = 0;
  // It reads, too: whoever plans waits for the server.
  std::thread waiting([&] {
    for (int i = 0; i < 20; ++i) {
      ledger->Carry(std::nullopt, CountUp(key),
                    [&done](transport::Outcome outcome) { done += outcome == transport::Outcome::kDone; });
    }
  });
  while (ledger->state().obstacle().empty() && done == 0) poll(nullptr, 0, 5);
  EXPECT_EQ(done, 0);
  server.Start();
  waiting.join();
  ledger->Flush();
  EXPECT_EQ(done, 20);
  EXPECT_EQ(ledger->state().Get(key), "21") << "each was done once, and what was told before is there";
  EXPECT_EQ(ledger->state().obstacle(), "");
}

TEST(RedisServers, ThatThrowAwayWhatTheyAreGivenAreAnObstacle) {
  const RedisServer server({"--maxmemory-policy", "allkeys-lru"});
  ManualClock clock;
  auto options = OptionsOf(server, "");
  options.look_ns = 1'000'000;
  const auto ledger = OpenServer(options, clock);
  EXPECT_NE(ledger->state().obstacle().find("allkeys-lru"), std::string::npos) << ledger->state().obstacle();
  std::atomic<bool> done = false;
  ledger->Carry(std::nullopt, CountUp(state::RootKey("r")), [&done](transport::Outcome) { done = true; });
  EXPECT_FALSE(done);
  Do(server, {"CONFIG", "SET", "maxmemory-policy", "noeviction"});
  ledger->Flush();
  EXPECT_TRUE(done);
  EXPECT_EQ(ledger->state().obstacle(), "");
}

TEST(RedisServers, ThatAreFullAreAnObstacle) {
  const RedisServer server;
  ManualClock clock;
  const auto ledger = OpenServer(OptionsOf(server, ""), clock);
  Do(server, {"CONFIG", "SET", "maxmemory", "1"});
  ledger->Carry(std::nullopt, CountUp(state::RootKey("r")), nullptr);
  while (ledger->state().obstacle().empty()) poll(nullptr, 0, 5);
  EXPECT_NE(ledger->state().obstacle().find("OOM"), std::string::npos) << ledger->state().obstacle();
  Do(server, {"CONFIG", "SET", "maxmemory", "0"});
  ledger->Flush();
  EXPECT_EQ(ledger->state().Get(state::RootKey("r")), "1");
}

TEST(RedisServers, WithoutAFileAreWarnedOf) {
  const RedisServer server({"--appendonly", "no"});
  auto options = OptionsOf(server, "");
  std::string warned;
  options.on_warning = [&warned](const std::string& warning) { warned = warning; };
  EXPECT_EQ(WhyNot(options), "");
  EXPECT_NE(warned.find("append-only"), std::string::npos) << warned;
  auto kept = OptionsOf(Redis(), "");
  kept.on_warning = [](const std::string& warning) { ADD_FAILURE() << warning; };
  EXPECT_EQ(WhyNot(kept), "");
}

TEST(RedisServers, WantTheRightCredentials) {
  const RedisServer server({"--requirepass", "s3cret"});
  auto options = OptionsOf(server, "");
  EXPECT_NE(WhyNot(options).find("MESH_STATE_PASSWORD"), std::string::npos) << WhyNot(options);
  options.credentials = transport::AlwaysKnownBy({.password = "wr0ng"});
  EXPECT_NE(WhyNot(options).find("refuses these credentials"), std::string::npos);
  EXPECT_EQ(WhyNot(options).find("wr0ng"), std::string::npos);
  options.credentials = transport::AlwaysKnownBy({.password = "s3cret"});
  EXPECT_EQ(WhyNot(options), "");
  options.credentials = transport::AlwaysKnownBy({.user = "default", .password = "s3cret"});
  EXPECT_EQ(WhyNot(options), "");
}

TEST(RedisServers, ThatAreNotThereAreNamed) {
  const auto options = std::get<transport::RedisOptions>(transport::ParseRedisUrl("redis://127.0.0.1:1"));
  EXPECT_EQ(WhyNot(options), "no Redis server answers at `redis://127.0.0.1:1`");
}

TEST(RedisServers, AreJudgedByWhatTheySayOfThemselves) {
  const std::string good =
      "redis_version:7.0.15\r\ncluster_enabled:0\r\nrole:master\r\nloading:0\r\nmaxmemory_policy:"
      "noeviction\r\n"
      "aof_enabled:1\r\n";
  const auto with = [&good](const std::string& line) { return transport::JudgeRedis(line + "\r\n" + good); };
  EXPECT_EQ(with("").fatal + with("").unfit + with("").warning, "");
  EXPECT_NE(with("redis_version:4.0.9").fatal, "");
  EXPECT_NE(with("cluster_enabled:1").fatal, "");
  EXPECT_NE(with("role:slave").unfit, "");
  EXPECT_NE(with("loading:1").unfit, "");
  EXPECT_NE(with("maxmemory_policy:volatile-ttl").unfit, "");
  EXPECT_NE(with("aof_enabled:0").warning, "");
  EXPECT_NE(transport::JudgeRedis("").unfit, "") << "what does not say so may throw things away";
}

class RedisScripts : public testing::Test {
 protected:
  std::string Apply(const std::string& number, const std::string& lease, transport::RedisWords order) {
    const auto names = names_.all();
    transport::RedisWords keys(names.begin(), names.end());
    const std::string answer = names_.Answer("abc");
    keys.push_back(answer);
    transport::RedisWords arguments = {number, "abc", "1000", lease, "60000"};
    arguments.insert(arguments.end(), order.begin(), order.end());
    const auto reply = connection_->Run(transport::RedisApply(), keys, arguments);
    return reply ? reply->text : connection_->problem();
  }
  std::int64_t Count(const std::string& command, const std::string& key) {
    return connection_->Ask({command, key})->number;
  }

  const std::string prefix_ = NewRedisPrefix();
  const transport::RedisOptions options_ = OptionsOf(Redis(), prefix_);
  const transport::RedisNames names_{options_.mesh, options_.prefix};
  const std::unique_ptr<transport::RedisConnection> connection_ = Connect(options_);
  ManualClock clock_;
};

/// A connection is lost after the server has done what it was asked, and before it has answered.
TEST_F(RedisScripts, ABatchThatIsSentAgainIsDoneOnce) {
  const transport::RedisWords once = {"1", "k", "0", "", "1", "put", "k", "v", "", "0"};
  EXPECT_EQ(Apply("1", "60000", once), "1");
  EXPECT_EQ(Apply("1", "60000", once), "1") << "the answer of before";
  EXPECT_EQ(Apply("2", "60000", once), "0") << "there is something by now";
}

TEST_F(RedisScripts, WhatIsLeasedGoesWithAProcessThatDies) {
  const std::string key = state::IntentKey("", "a", "k");
  EXPECT_EQ(Apply("1", "50", {"0", "1", "put", key, "v", "", "1"}), "1");
  const auto ledger = OpenServer(options_, clock_);
  while (ledger->state().Get(key)) poll(nullptr, 0, 5);
  EXPECT_TRUE(ledger->state().Scan(key).empty());
}

TEST_F(RedisScripts, WhatIsOfNoUseIsRemoved) {
  const std::string leased = state::WaiterKey("@reply/x");
  EXPECT_EQ(Apply("1", "1", {"0", "2", "put", leased, "v", "", "1", "put", "e", "v", "1500", "0"}), "1");
  EXPECT_EQ(Count("HLEN", names_.values()), 2);
  clock_.Advance(3'600 * std::int64_t{1'000'000'000});
  auto options = options_;
  options.lease_ns = 30'000'000;
  const auto ledger = OpenServer(options, clock_);
  while (Count("HLEN", names_.values()) > 0) poll(nullptr, 0, 5);
  EXPECT_EQ(Count("ZCARD", names_.keys()), 0);
}

/// Whoever waits for ends is told of them though nobody has heard of him for longer than his lease: a server
/// was away, or his machine was busy. Who has died meanwhile has no queue where he would be told.
TEST_F(RedisScripts, AProcessIsToldOfEndsThoughItsLeaseHasEnded) {
  const std::string waiter = state::WaiterKey("@reply/x");
  EXPECT_EQ(Apply("1", "1", {"0", "1", "put", waiter, "v", "", "1"}), "1");
  auto options = options_;
  options.lease_ns = 30'000'000;
  const auto ledger = OpenServer(options, clock_);
  while (Count("HLEN", names_.values()) > 0) poll(nullptr, 0, 5);
  EXPECT_TRUE(ledger->state().Get(waiter));
}

TEST_F(RedisScripts, AreGivenAgainToAServerThatHasForgottenThem) {
  const auto ledger = OpenServer(options_, clock_);
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp("k")), transport::Outcome::kDone);
  Do(Redis(), {"SCRIPT", "FLUSH"});
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp("k")), transport::Outcome::kDone);
  EXPECT_EQ(ledger->state().Get("k"), "2");
}

TEST_F(RedisScripts, ReadMoreThanTheyGiveAtATime) {
  const auto ledger = OpenServer(options_, clock_);
  constexpr int kMany = 2'500;
  const auto plan = [](const state::State&) {
    transport::Transition transition;
    for (int i = 0; i < kMany; ++i)
      transition.changes.push_back({.key = state::ParkKey("r" + std::to_string(i), "p"), .value = "v"});
    return transition;
  };
  ASSERT_EQ(ledger->CarryOut(std::nullopt, plan), transport::Outcome::kDone);
  EXPECT_EQ(ledger->state().Scan(state::AllParks()).size(), std::size_t{kMany});
  EXPECT_EQ(ledger->state().Count(state::AllParks()), std::size_t{kMany});
}

TEST(AmqpBesideRedis, IsNotReadyWithoutItsState) {
  RedisServer server;
  ManualClock clock;
  auto options = OptionsOf(Rabbit(), "redis-" + NewRabbitPrefix());
  auto of_state = OptionsOf(server, "");
  of_state.lease_ns = 100'000'000;
  options.store = OpenServer(of_state, clock);
  const auto transport = OpenServer(options, clock);
  EXPECT_EQ(transport->obstacle(), "");
  server.Stop(SIGTERM);
  while (transport->obstacle().empty()) poll(nullptr, 0, 10);
  server.Start();
  while (!transport->obstacle().empty()) poll(nullptr, 0, 10);
}

}  // namespace
}  // namespace mesh::test
