// What a mesh on RabbitMQ promises beyond the suite.
#include <string>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/transport/amqp/amqp_connection.h"
#include "mesh/transport/amqp/amqp_names.h"
#include "mesh/transport/store_carrier.h"
#include "tests/conformance/transport/amqp_fixture.h"
#include "tests/conformance/transport/lanes_suite.h"

namespace mesh::test {
namespace {

struct Amqp {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    return OpenServer(OptionsOf(Rabbit(), NewRabbitPrefix()), clock);
  }
  static void LoseLoans() { Rabbit().Control({"close_all_connections", "a test"}); }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Amqp, TransportSuite, testing::Types<Amqp>);
INSTANTIATE_TYPED_TEST_SUITE_P(Amqp, DurableSuite, testing::Types<AmqpMesh>);
INSTANTIATE_TYPED_TEST_SUITE_P(AmqpLanes, TransportSuite, testing::Types<WithLanes<Amqp>>);
INSTANTIATE_TYPED_TEST_SUITE_P(Amqp, LanesSuite, testing::Types<WithLanes<Amqp>>);

TEST_F(AmqpMesh, WhatIsOnLoanWhenAProcessLeavesIsSuspect) {
  Collector first;
  Collector second;
  auto one = Open();
  const auto other = Open();
  one->Open("a").Subscribe(1, first);
  ASSERT_TRUE(Send(*other, "a"));
  first.WaitFor(1);
  other->Open("a").Subscribe(1, second);
  one.reset();
  second.WaitFor(1);
  EXPECT_TRUE(second.TakeOut(0).letter->suspect);
}

TEST_F(AmqpMesh, WhatAPlanReliesOnHoldsWhenItIsCarriedOut) {
  const auto one = Open();
  const auto other = Open();
  const std::string key = state::RootKey("r");
  for (int i = 0; i < 100; ++i)
    (i % 2 == 0 ? *one : *other).ledger()->Carry(std::nullopt, CountUp(key), nullptr);
  one->ledger()->Flush();
  other->ledger()->Flush();
  EXPECT_EQ(one->ledger()->state().Get(key), "100");
}

/// A process that dies between the state and what follows from it: the same message comes again.
TEST_F(AmqpMesh, WhatStandsBesideTheStateIsSentByWhoGetsTheInputAgain) {
  const std::string key = state::RootKey("r");
  ASSERT_EQ(Open()->Provide("@control"), "");
  OpenStuck(Options(), clock_, key).reset();
  Collector collector;
  const auto other = Open();
  other->Open("b").Subscribe(10, collector);
  // Also if the root has ended meanwhile, and only the telling of it was left.
  const auto end = [&key](const state::State&) {
    return transport::Transition{.changes = {{.kind = state::Change::Kind::kErase, .key = key}}};
  };
  const auto late = [&key](const state::State& state) {
    return transport::Transition{
        .conditions = {{key, state.Get(key)}}, .changes = {}, .sends = {}, .is_copy = true};
  };
  for (const auto& plan : {transport::Plan(end), transport::Plan(late)})
    ASSERT_EQ(other->ledger()->CarryOut(std::nullopt, plan), transport::Outcome::kDone);
  EXPECT_EQ(collector.WaitFor(1), Ids{"follows"});
}

/// A handler that kills its process does so again and again: its message must not become more each time.
TEST_F(AmqpMesh, WhatComesAgainAndFollowsAnewFollowsOnce) {
  const auto follow = [](const std::string& key) {
    return [key](const state::State&) {
      return transport::Transition{.changes = {{.key = key, .value = "v"}},
                                   .sends = {{.mailbox = "b", .letter = {.id = "1", .body = "follows"}}}};
    };
  };
  for (const std::string& key : {state::RootKey("r"), state::StartKey("m")}) {
    const auto transport = Open();
    transport::StoreCarrier carrier(clock_);
    const state::State& state = transport->ledger()->state();
    transport::StoreCarrier::Work first{.plan = follow(key), .nonce = "n"};
    ASSERT_FALSE(carrier.Begin(first, state));
    // It is written, and its process dies.
    ASSERT_EQ(transport->ledger()->CarryOut(std::nullopt,
                                            [&](const state::State&) {
                                              return transport::Transition{
                                                  .changes = carrier.Plan(first, state).changes};
                                            }),
              transport::Outcome::kDone);
    transport::StoreCarrier::Work again{.plan = follow(key), .nonce = "n", .again = true};
    ASSERT_FALSE(carrier.Begin(again, state));
    carrier.Plan(again, state);
    EXPECT_EQ(again.sends.size(), 1U) << key;
  }
}

/// Once a copy found what had been sent already, sent it anew, and what came of that was a copy, and so on;
/// each of them was a call of a plain handler.
TEST_F(AmqpMesh, WhatACopySendsOnceMoreIsSuspectAndStandsThereNoMore) {
  const std::string key = state::RootKey("r");
  const auto transport = Open();
  Collector collector;
  transport->Open("b").Subscribe(10, collector);
  ASSERT_EQ(transport->ledger()->CarryOut(std::nullopt, BeginOnce(key)), transport::Outcome::kDone);
  collector.WaitFor(1);
  EXPECT_FALSE(collector.TakeOut(0).letter->suspect);
  // Both find that it has begun: copies of what the first has led to.
  for (int copy = 0; copy < 2; ++copy) {
    const auto other = Open();
    ASSERT_EQ(other->ledger()->CarryOut(std::nullopt, BeginOnce(key)), transport::Outcome::kDone);
  }
  EXPECT_EQ(collector.WaitFor(2).size(), 2U);
  EXPECT_TRUE(collector.TakeOut(1).letter->suspect) << "it claims its line before anybody is called";
  EXPECT_EQ(transport->ledger()->state().Count("batch"), 0U);
}

TEST_F(AmqpMesh, WhatWasSentStandsBesideTheStateNoMore) {
  const std::string key = state::RootKey("r");
  const auto put = [&key](const state::State&) {
    return transport::Transition{.changes = {{.key = key, .value = "v"}},
                                 .sends = {{.mailbox = "b", .letter = {.id = "1", .body = "follows"}}}};
  };
  {
    const auto one = Open();
    ASSERT_EQ(one->ledger()->CarryOut(std::nullopt, put), transport::Outcome::kDone);
    EXPECT_EQ(one->ledger()->state().Count("batch"), 1U);
    ASSERT_EQ(one->ledger()->CarryOut(std::nullopt, put), transport::Outcome::kDone);
    EXPECT_EQ(one->ledger()->state().Count("batch"), 1U) << "that of before is gone";
  }
  EXPECT_EQ(Open()->ledger()->state().Count("batch"), 0U);
}

TEST_F(AmqpMesh, LeasedStateGoesWithItsProcess) {
  auto one = Open();
  const auto other = Open();
  const auto lease = [](const state::State&) {
    transport::Transition transition;
    transition.changes.push_back({.key = "k", .value = "v", .leased = true});
    return transition;
  };
  ASSERT_EQ(one->ledger()->CarryOut(std::nullopt, lease), transport::Outcome::kDone);
  EXPECT_EQ(other->ledger()->state().Get("k"), "v");
  one.reset();
  EXPECT_EQ(other->ledger()->state().Get("k"), std::nullopt);
}

/// The broker takes away what one holds for too long, and all that it gave by the same channel.
TEST_F(AmqpMesh, WhatWaitsTooLongForItsTurnIsForOthers) {
  auto options = Options();
  options.longest_wait_ns = 1;
  const auto one = OpenServer(options, clock_);
  const auto other = Open();
  Collector first;
  Collector second;
  one->Open("a").Subscribe(1, first);
  ASSERT_TRUE(Send(*one, "a"));
  ASSERT_TRUE(Send(*one, "b"));
  first.WaitFor(1);
  other->Open("a").Subscribe(1, second);
  EXPECT_EQ(second.WaitFor(1), Ids{"b"});
  EXPECT_FALSE(second.TakeOut(0).letter->suspect) << "nobody has died";
}

/// A process that waits for an end, and has died.
TEST_F(AmqpMesh, AnEndThatNobodyWaitsForHoldsNothingUp) {
  auto options = Options();
  options.reply_patience_ns = 1;
  const auto transport = OpenServer(options, clock_);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(transport->Open("@reply/" + std::to_string(i))
                    .Send(std::make_unique<transport::Letter>(transport::Letter{.body = "end"}), 0));
  }
}

/// While it is away for a moment, as when its broker was started anew.
TEST_F(AmqpMesh, AnEndWaitsForAProcessThatComesBack) {
  const auto transport = Open();
  transport->ledger()->Carry(
      std::nullopt,
      [](const state::State&) {
        return transport::Transition{.sends = {{"@reply/1", {.id = "1", .body = "end"}}}};
      },
      nullptr);
  Collector collector;
  const auto other = Open();
  other->Open("@reply/1").Subscribe(10, collector);
  EXPECT_EQ(collector.WaitFor(1), Ids{"end"});
}

TEST_F(AmqpMesh, WhatHasNoNonceHasThatOfItsBytes) {
  const auto transport = Open();
  ASSERT_EQ(transport->Provide("a"), "");
  Collector collector;
  transport->Open("a").Subscribe(10, collector);
  // As somebody else puts it there: a message without a word about it.
  const auto options = OptionsOf(Rabbit(), prefix_);
  auto opened = transport::AmqpConnection::Open(options, "test");
  auto& connection = *std::get<std::unique_ptr<transport::AmqpConnection>>(opened);
  ASSERT_TRUE(connection.OpenChannel(1));
  const std::string queue = transport::AmqpNames("shop", prefix_).Queue("a");
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(
        connection.Sent(amqp_basic_publish(connection.raw(), 1, amqp_empty_bytes, transport::AmqpBytes(queue),
                                           0, 0, nullptr, transport::AmqpBytes("{}"))));
  }
  EXPECT_EQ(collector.WaitFor(2), (Ids{"{}", "{}"}));
  const transport::Delivery one = collector.TakeOut(0);
  EXPECT_EQ(one.letter->id, "");
  EXPECT_FALSE(one.letter->nonce.empty());
  EXPECT_EQ(one.letter->nonce, collector.TakeOut(1).letter->nonce);
}

/// Of two sendings of one letter one goes on: they are told apart.
TEST_F(AmqpMesh, EachSendingHasANonceOfItsOwn) {
  const auto transport = Open();
  Collector collector;
  transport->Open("a").Subscribe(10, collector);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(Send(*transport, "a"));
  collector.WaitFor(2);
  EXPECT_NE(collector.TakeOut(0).letter->nonce, collector.TakeOut(1).letter->nonce);
}

TEST_F(AmqpMesh, QueuesOfDelaysGoWhenNobodyUsesThem) {
  auto options = Options();
  options.idle_ns = 1'000'000;
  const auto transport = OpenServer(options, clock_);
  Collector collector;
  transport->Open("a").Subscribe(10, collector);
  ASSERT_TRUE(transport->Open("a").Send(
      std::make_unique<transport::Letter>(transport::Letter{.body = "late"}), 1'000'000));
  clock_.Advance(1'000'000);
  EXPECT_EQ(collector.WaitFor(1), Ids{"late"});
  auto opened = transport::AmqpConnection::Open(OptionsOf(Rabbit(), prefix_), "test");
  auto& connection = *std::get<std::unique_ptr<transport::AmqpConnection>>(opened);
  const std::string queue = transport::AmqpNames("shop", prefix_).LaterQueue(1);
  auto answer = transport::AmqpConnection::Answer::kDone;
  while (answer == transport::AmqpConnection::Answer::kDone) {
    ASSERT_TRUE(connection.OpenChannel(1));
    answer = connection.DeclareQueue(1, queue, nullptr);
    if (answer == transport::AmqpConnection::Answer::kDone) {
      amqp_channel_close(connection.raw(), 1, AMQP_REPLY_SUCCESS);
      poll(nullptr, 0, 200);
    }
  }
  EXPECT_EQ(connection.problem().substr(0, 9), "NOT_FOUND");
}

TEST_F(AmqpMesh, AnOperatorSeesHowMuchWaits) {
  const auto transport = Open();
  EXPECT_EQ(transport->Open("a").depth(), 0U) << "nobody has made it yet";
  for (const char* body : {"a", "b"}) ASSERT_TRUE(Send(*transport, body));
  while (transport->Open("a").depth() != 2U) poll(nullptr, 0, 10);
  EXPECT_EQ(transport->Open("a").contents().lent, std::nullopt) << "the broker does not say";
  EXPECT_EQ(transport->Find("a", 1), std::nullopt);
}

}  // namespace
}  // namespace mesh::test
