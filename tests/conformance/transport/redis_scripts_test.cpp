// What a Redis server does as one, asked for directly.
#include <poll.h>

#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/transport/redis/redis_orders.h"
#include "mesh/transport/redis/redis_scripts.h"
#include "tests/conformance/transport/amqp_fixture.h"
#include "tests/conformance/transport/redis_fixture.h"

namespace mesh::test {
namespace {

class RedisScripts : public testing::Test {
 protected:
  using Order = transport::Transition;
  std::string Apply(const std::string& number, const std::string& lease, const std::vector<Order>& orders,
                    const char* relies = "0") {
    const auto names = names_.all();
    transport::RedisWords keys(names.begin(), names.end());
    const std::string answer = names_.Answer("abc");
    keys.push_back(answer);
    std::vector<const Order*> packs;
    for (const Order& order : orders) packs.push_back(&order);
    const std::string packed = transport::PackRedisOrders(packs, "abc");
    const auto reply = connection_->Run(transport::RedisApply(), keys,
                                        {number, "abc", "1000", lease, "60000", "1", relies, packed});
    return reply ? reply->text : connection_->problem();
  }
  /// Nothing is renewed or removed while it lives.
  std::shared_ptr<transport::Ledger> OpenQuietly() {
    auto options = options_;
    options.lease_ns = 3'600'000'000'000;
    return OpenServer(options, clock_);
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
  const std::vector<Order> once = {{.conditions = {{"k", {}}}, .changes = {{.key = "k", .value = "v"}}}};
  EXPECT_EQ(Apply("1", "60000", once), "1");
  EXPECT_EQ(Apply("1", "60000", once), "1") << "the answer of before";
  EXPECT_EQ(Apply("2", "60000", once), "0") << "there is something by now";
}

TEST_F(RedisScripts, WhatIsLeasedGoesWithAProcessThatDies) {
  const std::string key = state::IntentKey("", "a", "k");
  EXPECT_EQ(Apply("1", "50", {{.changes = {{.key = key, .value = "v", .leased = true}}}}), "1");
  auto options = options_;
  options.lease_ns = 30'000'000;
  const auto ledger = OpenServer(options, clock_);
  while (ledger->state().Get(key)) poll(nullptr, 0, 5);
  EXPECT_TRUE(ledger->state().Scan(key).empty());
}

TEST_F(RedisScripts, WhatIsOfNoUseIsRemoved) {
  const std::string leased = state::WaiterKey("@reply/x");
  EXPECT_EQ(Apply("1", "1",
                  {{.changes = {{.key = leased, .value = "v", .leased = true},
                                {.key = "e", .value = "v", .expires_ns = 1'500'000}}}}),
            "1");
  EXPECT_EQ(Count("HLEN", names_.values()), 2);
  clock_.Advance(3'600 * std::int64_t{1'000'000'000});
  auto options = options_;
  options.lease_ns = 30'000'000;
  const auto ledger = OpenServer(options, clock_);
  while (Count("HLEN", names_.values()) > 0) poll(nullptr, 0, 5);
  EXPECT_EQ(Count("ZCARD", names_.keys()), 0);
}

/// Whoever waits for ends is told of them though nobody has heard of him for longer than his lease: a
/// server was away, or his machine was busy. Who has died meanwhile has no queue where he would be told.
TEST_F(RedisScripts, AProcessIsToldOfEndsThoughItsLeaseHasEnded) {
  const std::string waiter = state::WaiterKey("@reply/x");
  EXPECT_EQ(Apply("1", "1", {{.changes = {{.key = waiter, .value = "v", .leased = true}}}}), "1");
  auto options = options_;
  options.lease_ns = 30'000'000;
  const auto ledger = OpenServer(options, clock_);
  while (Count("HLEN", names_.values()) > 0) poll(nullptr, 0, 5);
  EXPECT_TRUE(ledger->state().Get(waiter));
}

/// What was planned on what an order would have done is not done where that is not.
TEST_F(RedisScripts, NothingIsMadeBehindWhatItReliesOn) {
  const std::vector<Order> orders = {{.conditions = {{"k", "v"}}}, {.changes = {{.key = "l", .value = "w"}}}};
  EXPECT_EQ(Apply("1", "60000", orders), "01");
  EXPECT_EQ(Apply("2", "60000", orders, "1"), "00");
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

/// Scripts and programs read the same out of it.
TEST(RedisValues, AreUnpackedAsScriptsPackThem) {
  const auto unpack = [](std::string_view kept) { return transport::UnpackRedisValue(kept); };
  const auto plain = unpack(";;a;b");
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->expires);
  EXPECT_EQ(plain->holder, "");
  EXPECT_EQ(plain->start, 2U);
  const auto leased = unpack("1500;abc;");
  ASSERT_TRUE(leased);
  EXPECT_EQ(leased->expires, 1'500);
  EXPECT_EQ(leased->holder, "abc");
  EXPECT_EQ(leased->start, 9U);
  for (const char* foreign : {"", "v", "1;v", "x;;v", "1x;;v", "-;;v", "99999999999999999999;;v"})
    EXPECT_FALSE(unpack(foreign)) << foreign;
}

TEST_F(RedisScripts, AreAskedOnlyWhetherAHolderLives) {
  const auto ledger = OpenQuietly();
  const std::string leased = state::IntentKey("", "a", "k");
  EXPECT_EQ(Apply("1", "60000",
                  {{.changes = {{.key = "k", .value = "v", .expires_ns = 5'000'000},
                                {.key = leased, .value = "w", .leased = true}}}}),
            "1");
  const auto scripts = [this] {
    const std::string told = connection_->Ask({"INFO", "commandstats"})->text;
    const std::size_t at = told.find("cmdstat_evalsha:calls=");
    return at == std::string::npos ? std::string() : told.substr(at, told.find(',', at) - at);
  };
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp("c")), transport::Outcome::kDone) << "all else is done";
  const std::string before = scripts();
  EXPECT_EQ(ledger->state().Get("k"), "v");
  EXPECT_EQ(ledger->state().Get("l"), std::nullopt);
  EXPECT_EQ(scripts(), before);
  clock_.Advance(std::int64_t{5'001'000});
  EXPECT_EQ(ledger->state().Get("k"), std::nullopt) << "it has expired";
  EXPECT_EQ(scripts(), before);
  EXPECT_EQ(ledger->state().Get(leased), "w");
  EXPECT_NE(scripts(), before);
}

/// Roots that enter.
TEST_F(RedisScripts, AreNotAskedWhetherAnEntranceThatChangesNothingHolds) {
  const auto ledger = OpenQuietly();
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp("k")), transport::Outcome::kDone);
  Do(Redis(), {"CONFIG", "RESETSTAT"});
  const auto relies_on = [](std::optional<std::string> value, int* times) {
    // Expected at first, then read.
    return [value = std::move(value), times](const state::State& state) {
      return transport::Transition{.conditions = {{"k", ++*times == 1 ? value : state.Get("k")}, {"l", {}}}};
    };
  };
  const auto enter = [&ledger](const transport::Plan& plan) {
    std::promise<transport::Outcome> told;
    ledger->Enter(plan, [&told](transport::Outcome outcome) { told.set_value(outcome); });
    return told.get_future().get();
  };
  int right = 0;
  EXPECT_EQ(enter(relies_on("1", &right)), transport::Outcome::kDone);
  EXPECT_EQ(right, 1);
  EXPECT_EQ(connection_->Ask({"INFO", "commandstats"})->text.find("cmdstat_evalsha"), std::string::npos);
  for (const auto& wrong : {std::optional<std::string>("2"), std::optional<std::string>()}) {
    int times = 0;
    EXPECT_EQ(enter(relies_on(wrong, &times)), transport::Outcome::kDone);
    EXPECT_EQ(times, 2) << "it is planned anew";
  }
}

/// A root that entered before.
TEST_F(RedisScripts, WhoEntersFindsWhatWasToBeDoneBefore) {
  const auto ledger = OpenQuietly();
  Do(Redis(), {"CLIENT", "PAUSE", "60000", "WRITE"});
  // All the others wait behind the first.
  ledger->Carry(std::nullopt, CountUp("c"), nullptr);
  ledger->Carry(std::nullopt, CountUp("k"), nullptr);
  std::optional<std::string> found;
  ledger->Enter(
      [&found](const state::State& state) {
        found = state.Get("k");
        return transport::Transition{.conditions = {{"k", found}}};
      },
      nullptr);
  Do(Redis(), {"CLIENT", "UNPAUSE"});
  ledger->Flush();
  EXPECT_EQ(found, "1");
}

/// One that nobody writes on any longer may know less than others do.
TEST_F(RedisScripts, WhatEndsAMessageIsComparedByAServerThatWrites) {
  const auto ledger = OpenQuietly();
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp("k")), transport::Outcome::kDone);
  Do(Redis(), {"CLIENT", "PAUSE", "60000", "WRITE"});
  std::atomic<bool> told = false;
  ledger->Carry(
      std::nullopt,
      [](const state::State& state) {
        return transport::Transition{.conditions = {{"k", state.Get("k")}}, .is_copy = true};
      },
      [&told](transport::Outcome) { told = true; });
  // Whoever only reads is answered meanwhile.
  for (int i = 0; i < 100; ++i) EXPECT_EQ(ledger->state().Get("k"), "1");
  EXPECT_FALSE(told);
  Do(Redis(), {"CLIENT", "UNPAUSE"});
  ledger->Flush();
  EXPECT_TRUE(told);
}

/// Branches of a join that end at the same time.
TEST_F(RedisScripts, OrdersThatRelyOnEachOtherAreDoneInFewRounds) {
  const auto ledger = OpenQuietly();
  ASSERT_EQ(ledger->CarryOut(std::nullopt, CountUp("k")), transport::Outcome::kDone);
  Do(Redis(), {"CONFIG", "RESETSTAT"});
  // Reading is not held up.
  Do(Redis(), {"CLIENT", "PAUSE", "60000", "WRITE"});
  constexpr int kOrders = 100;
  for (int i = 0; i < kOrders; ++i) ledger->Carry(std::nullopt, CountUp("k"), nullptr);
  Do(Redis(), {"CLIENT", "UNPAUSE"});
  ledger->Flush();
  EXPECT_EQ(ledger->state().Get("k"), std::to_string(kOrders + 1));
  const std::string told = connection_->Ask({"INFO", "commandstats"})->text;
  const std::string calls = "cmdstat_evalsha:calls=";
  const std::size_t at = told.find(calls);
  ASSERT_NE(at, std::string::npos) << told;
  EXPECT_LE(std::stoi(told.substr(at + calls.size())), 8) << "one a round is a hundred";
}

TEST_F(RedisScripts, WhatIsPutAnewIsKeptAsItIsPutNow) {
  EXPECT_EQ(Apply("1", "60000",
                  {{.changes = {{.key = "k", .value = "v", .expires_ns = 5'000'000, .leased = true},
                                {.key = "l", .value = "v"}}}}),
            "1");
  EXPECT_EQ(Count("ZCARD", names_.all()[2]), 1) << "expires";
  EXPECT_EQ(Count("SCARD", names_.all()[3]), 1) << "is leased";
  EXPECT_EQ(Apply("2", "60000",
                  {{.changes = {{.key = "k", .value = "w"},
                                {.key = "l", .value = "w", .expires_ns = 5'000'000, .leased = true}}}}),
            "1");
  EXPECT_EQ(connection_->Ask({"ZRANGE", names_.all()[2], "0", "-1"})->list.at(0).text, "l");
  EXPECT_EQ(connection_->Ask({"SMEMBERS", names_.all()[3]})->list.at(0).text, "l");
  EXPECT_EQ(Count("ZCARD", names_.keys()), 2);
  const auto erases = state::Change::Kind::kErase;
  EXPECT_EQ(Apply("3", "60000",
                  {{.changes = {{.kind = erases, .key = "k"},
                                {.kind = erases, .key = "l"},
                                {.kind = erases, .key = "m"}}}}),
            "1");
  for (const std::string& name : {names_.values(), names_.keys(), names_.all()[2], names_.all()[3]})
    EXPECT_EQ(Count("EXISTS", name), 0) << name;
}

}  // namespace
}  // namespace mesh::test
