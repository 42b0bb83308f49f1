// Redis servers that are away, that keep nothing, or that are asked wrongly.
#include <poll.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/transport/redis/redis_connection.h"
#include "mesh/transport/redis/redis_fitness.h"
#include "mesh/transport/redis/redis_scripts.h"
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

TEST(RedisServers, CompareAsManyValuesAsThereAre) {
  constexpr int kCount = 9'000;
  const RedisServer server;
  ManualClock clock;
  const auto ledger = OpenServer(OptionsOf(server, ""), clock);
  const std::string last = state::RootKey(std::to_string(kCount - 1));
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp(last)), transport::Outcome::kDone);
  std::atomic<int> plans = 0;
  const auto plan = [&](const state::State& state) {
    transport::Transition transition{.changes = {{.key = "done", .value = ""}}};
    for (int i = 0; i < kCount; ++i)
      transition.conditions.push_back({state::RootKey(std::to_string(i)), std::nullopt});
    if (++plans > 1) transition.conditions.back().value = state.Get(last);
    return transition;
  };
  EXPECT_EQ(ledger->CarryOut(std::nullopt, plan), transport::Outcome::kDone);
  EXPECT_EQ(plans, 2) << "the last one is there, which it did not know at first";
}

/// Else a thread of a host that has other things to do would stand still, that of a broker's connection too.
TEST(RedisServers, ThatAreAwayHoldNobodyUpWhoHandsOverATransition) {
  RedisServer server;
  ManualClock clock;
  const auto ledger = OpenServer(OptionsOf(server, ""), clock);
  server.Stop(SIGKILL);
  std::atomic<bool> returned = false;
  std::atomic<bool> done = false;
  std::thread hands_over([&] {
    ledger->Carry(std::nullopt, CountUp(state::RootKey("r")), [&done](transport::Outcome) { done = true; });
    returned = true;
  });
  for (int tries = 0; tries < 4'000 && !returned; ++tries) poll(nullptr, 0, 5);
  EXPECT_TRUE(returned);
  EXPECT_FALSE(done);
  server.Start();
  hands_over.join();
  ledger->Flush();
  EXPECT_EQ(ledger->state().Get(state::RootKey("r")), "1");
}

TEST(RedisServers, ThatAreAwayDoNotCountNothing) {
  RedisServer server;
  ManualClock clock;
  auto options = OptionsOf(server, "");
  options.lease_ns = 100'000'000;
  const auto ledger = OpenServer(options, clock);
  const std::string park = state::ParkKey("r", "p");
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp(park)), transport::Outcome::kDone);
  server.Stop(SIGKILL);
  std::size_t counted = 0;
  std::thread counts([&] { counted = ledger->state().Count(state::AllParks()); });
  while (ledger->state().obstacle().empty()) poll(nullptr, 0, 5);
  server.Start();
  counts.join();
  EXPECT_EQ(counted, 1U);
}

/// What is leased to it would be found by nobody, while it still works with that.
TEST(RedisServers, ThatMayNotBeUsedAreStillToldWhoLives) {
  const RedisServer server;
  ManualClock clock;
  auto options = OptionsOf(server, "");
  options.lease_ns = 3'000'000'000;
  const auto ledger = OpenServer(options, clock);
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp("k")), transport::Outcome::kDone);
  Do(server, {"CONFIG", "SET", "maxmemory", "1"});
  ledger->Carry(std::nullopt, CountUp("k"), nullptr);
  while (ledger->state().obstacle().empty()) poll(nullptr, 0, 5);
  const auto asks = Connect(OptionsOf(server, ""));
  const std::string holder = asks->Ask({"KEYS", "*}:host:*"})->list.at(0).text;
  int renewals = 0;
  for (std::int64_t before = 0; renewals < 3;) {
    const std::int64_t left = asks->Ask({"PTTL", holder})->number;
    ASSERT_GT(left, 0) << "its lease has ended";
    renewals += left > before + 100 ? 1 : 0;
    before = left;
    poll(nullptr, 0, 5);
  }
  Do(server, {"CONFIG", "SET", "maxmemory", "0"});
  ledger->Flush();
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

TEST(RedisServers, ThatHaveNoRoomDoNotSayThatCredentialsAreWrong) {
  const RedisServer server({"--requirepass", "s3cret", "--maxclients", "1"});
  auto options = OptionsOf(server, "");
  options.credentials = transport::AlwaysKnownBy({.password = "s3cret"});
  // The fixture has looked whether the server listens: that one may still be there.
  std::unique_ptr<transport::RedisConnection> first;
  while (first == nullptr) {
    auto opened = transport::RedisConnection::Open(options);
    if (auto* connection = std::get_if<std::unique_ptr<transport::RedisConnection>>(&opened))
      first = std::move(*connection);
  }
  EXPECT_NE(WhyNot(options).find("max number of clients"), std::string::npos) << WhyNot(options);
  EXPECT_EQ(WhyNot(options).find("credentials"), std::string::npos) << WhyNot(options);
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

/// A server that was away was told by nobody that he lives, and its clock has gone on: whoever comes back
/// first must not take the effects of the others.
TEST(RedisServers, ThatWereAwayTakeNobodyForDeadAtOnce) {
  RedisServer server;
  ManualClock clock;
  const auto one = OpenServer(OptionsOf(server, ""), clock);
  const std::string key = state::IntentKey("", "a", "k");
  const auto begin = [&key](const state::State& state) {
    return transport::Transition{.conditions = {{key, state.Get(key)}},
                                 .changes = {{.key = key, .value = "v", .leased = true}}};
  };
  ASSERT_EQ(one->CarryOut(std::nullopt, begin), transport::Outcome::kDone);
  const transport::RedisNames names("shop", "");
  const auto asks = Connect(OptionsOf(server, ""));
  // As if that of a process that cannot reach the server.
  const std::string kept = asks->Ask({"HGET", names.values(), key})->text;
  const std::string other = ";abc;v";
  Do(server, {"HSET", names.values(), key, other});
  ASSERT_NE(kept, other);
  server.Stop(SIGKILL);
  server.Start();
  while (!one->state().obstacle().empty()) poll(nullptr, 0, 5);
  EXPECT_EQ(one->state().Get(key), "v");
}

/// So often values were read on that server.
std::string ReadingsOn(const RedisServer& server) {
  const std::string told = Connect(OptionsOf(server, ""))->Ask({"INFO", "commandstats"})->text;
  const std::size_t at = told.find("cmdstat_hmget:");
  return at == std::string::npos ? "" : told.substr(at, told.find(',', at) - at);
}

TEST(RedisServers, AreAskedOnceForWhatARootNeeds) {
  RedisServer server;
  ManualClock clock;
  const auto ledger = OpenServer(OptionsOf(server, ""), clock);
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp(state::RootKey("r"))), transport::Outcome::kDone);
  const auto ahead = ledger->state().ReadAhead();
  ASSERT_NE(ahead, nullptr);
  EXPECT_FALSE(ahead->Get(state::EndKey("r")));
  const std::string before = ReadingsOn(server);
  EXPECT_EQ(ahead->Get(state::RootKey("r")), "1");
  EXPECT_FALSE(ahead->Get(state::WaitsKey("r")));
  EXPECT_FALSE(ahead->Get(state::ClaimKey("r", "r")));
  EXPECT_EQ(ReadingsOn(server), before);
  EXPECT_FALSE(ahead->Get(state::RootKey("other")));
  EXPECT_NE(ReadingsOn(server), before);
}

/// Every visit asks whether it is wanted: the server is not asked each time.
TEST(RedisServers, AreAskedNowAndThenWhoIsCancelled) {
  RedisServer server;
  ManualClock clock;
  const auto one = OpenServer(OptionsOf(server, ""), clock);
  const auto other = OpenServer(OptionsOf(server, ""), clock);
  const std::string key = state::CancelKey("r");
  EXPECT_FALSE(other->state().Get(key));
  const std::string before = ReadingsOn(server);
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(other->state().Get(state::CancelKey("r" + std::to_string(i))));
  EXPECT_EQ(ReadingsOn(server), before);
  const auto cancel = [&key](const state::State&) {
    return transport::Transition{.changes = {{.key = key, .value = "v"}}};
  };
  ASSERT_EQ(one->CarryOut(std::nullopt, cancel), transport::Outcome::kDone);
  EXPECT_EQ(one->state().Get(key), "v") << "it has done so itself";
  while (!other->state().Get(key)) poll(nullptr, 0, 5);
  const auto erase = [&key](const state::State&) {
    return transport::Transition{.changes = {{.kind = state::Change::Kind::kErase, .key = key}}};
  };
  ASSERT_EQ(one->CarryOut(std::nullopt, erase), transport::Outcome::kDone);
  EXPECT_FALSE(other->state().Get(key)) << "what is there is read";
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
