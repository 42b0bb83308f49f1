// What a mesh on a NATS server promises beyond the suite.
#include "mesh/transport/nats_connection.h"

#include <string>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/transport/nats_names.h"
#include "tests/conformance/transport/nats_fixture.h"

namespace mesh::test {
namespace {

struct Nats {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    return OpenServer(OptionsOf(Server(), NewPrefix()), clock);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Nats, TransportSuite, testing::Types<Nats>);

TEST_F(NatsMesh, WhatWasSentOutlivesItsProcess) {
  ASSERT_TRUE(Send(*Open(), "a"));
  Collector collector;
  const auto later = Open();
  later->Open("a").Subscribe(1, collector);
  EXPECT_EQ(collector.WaitFor(1), Ids{"a"});
}

TEST_F(NatsMesh, WhatAProcessIsToldWaitsForIt) {
  const auto transport = Open();
  transport::Mailbox& mailbox = transport->Open("@reply/1");
  ASSERT_TRUE(mailbox.Send(std::make_unique<transport::Letter>(transport::Letter{.body = "a"}), 0));
  Collector collector;
  mailbox.Subscribe(1, collector);
  EXPECT_EQ(collector.WaitFor(1), Ids{"a"});
}

TEST_F(NatsMesh, WhatIsOnLoanWhenAProcessLeavesComesAgain) {
  Collector first;
  Collector second;
  auto one = Open();
  const auto other = Open();
  one->Open("a").Subscribe(1, first);
  ASSERT_TRUE(Send(*other, "a"));
  first.WaitFor(1);
  other->Open("a").Subscribe(1, second);
  one.reset();
  EXPECT_EQ(second.WaitFor(1), Ids{"a"});
  EXPECT_EQ(second.TakeOut(0).redeliveries, 1U) << "at once, and not when its time is up";
}

/// As a host does with what it cannot serve: the same letter, for later.
TEST_F(NatsMesh, WhatIsPutBackAgainAndAgainIsNotLost) {
  constexpr std::size_t kTimes = 3;
  const auto transport = Open();
  Collector collector;
  transport::Mailbox& mailbox = transport->Open("a");
  mailbox.Subscribe(1, collector);
  ASSERT_TRUE(Send(*transport, "a"));
  for (std::size_t i = 0; i < kTimes; ++i) {
    collector.WaitFor(i + 1);
    const transport::Delivery delivery = collector.TakeOut(i);
    const auto put_back = [&](const state::State&) {
      transport::Transition transition;
      transition.sends.push_back({.mailbox = "a", .letter = *delivery.letter});
      return transition;
    };
    ASSERT_EQ(transport->ledger()->CarryOut(transport::Loan{&mailbox, delivery.tag}, put_back),
              transport::Outcome::kDone);
  }
  EXPECT_EQ(collector.WaitFor(kTimes + 1), (Ids{"a", "a", "a", "a"}));
}

TEST_F(NatsMesh, WhatSomebodyElseHasPutThereIsALetter) {
  const auto options = OptionsOf(Server(), prefix_);
  const auto transport = Open();
  Collector collector;
  transport->Open("a").Subscribe(1, collector);
  auto opened = transport::NatsConnection::Open(options);
  auto& connection = std::get<std::unique_ptr<transport::NatsConnection>>(opened);
  ASSERT_TRUE(connection->Publish(transport::NatsNames("shop", prefix_).Subject("a"), {}, {}, "{}"));
  EXPECT_EQ(collector.WaitFor(1), Ids{"{}"});
  EXPECT_EQ(collector.TakeOut(0).letter->id, "");
}

TEST_F(NatsMesh, AnotherRedeliveryTimeHoldsForWhatIsThere) {
  auto options = OptionsOf(Server(), prefix_);
  Collector first;
  {
    const auto transport = OpenServer(options, clock_);
    transport->Open("a").Subscribe(1, first);
    ASSERT_TRUE(Send(*transport, "a"));
    first.WaitFor(1);
    transport->Open("a").Acknowledge(first.TakeOut(0));
  }
  options.redelivery_ns = 3'600'000'000'000;
  const auto transport = OpenServer(options, clock_);
  ASSERT_EQ(transport->Provide("a"), "");
  auto opened = transport::NatsConnection::Open(options);
  const transport::NatsNames names("shop", prefix_);
  const auto told = std::get<std::unique_ptr<transport::NatsConnection>>(opened)->Request(
      "$JS.API.CONSUMER.INFO." + names.stream() + ".a", "");
  ASSERT_TRUE(told);
  EXPECT_NE(told->body.find("\"ack_wait\":3600000000000"), std::string::npos) << told->body;
}

TEST_F(NatsMesh, OneOfManyProcessesTakesAMessage) {
  Collector collector;
  const auto one = Open();
  const auto other = Open();
  one->Open("a").Subscribe(1'000, collector);
  other->Open("a").Subscribe(1'000, collector);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(Send(i % 2 == 0 ? *one : *other, std::to_string(i)));
  auto ids = Sorted(collector.WaitFor(100));
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

TEST_F(NatsMesh, WhatAPlanReliesOnHoldsWhenItIsCarriedOut) {
  const auto one = Open();
  const auto other = Open();
  const std::string key = state::RootKey("r");
  const auto count = [&key](const state::State& state) {
    const auto before = state.Get(key);
    transport::Transition transition;
    transition.conditions.push_back({key, before});
    transition.changes.push_back({.key = key, .value = std::to_string(std::stoi(before.value_or("0")) + 1)});
    return transition;
  };
  for (int i = 0; i < 100; ++i) (i % 2 == 0 ? *one : *other).ledger()->Carry(std::nullopt, count, nullptr);
  one->ledger()->Flush();
  other->ledger()->Flush();
  EXPECT_EQ(one->ledger()->state().Get(key), "100");
}

TEST_F(NatsMesh, LeasedStateGoesWithItsProcess) {
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
  while (other->ledger()->state().Get("k")) poll(nullptr, 0, 10);
}

TEST_F(NatsMesh, StateThatNobodyKeepsIsGone) {
  const auto transport = Open();
  transport::Ledger& ledger = *transport->ledger();
  const std::string key = state::RootKey("r");
  const auto change = [&](state::Change what) {
    return ledger.CarryOut(std::nullopt, [&](const state::State&) {
      return transport::Transition{.conditions = {}, .changes = {what}, .sends = {}};
    });
  };
  ASSERT_EQ(change({.key = key, .value = "v"}), transport::Outcome::kDone);
  EXPECT_EQ(ledger.state().Scan("root").size(), 1U);
  ASSERT_EQ(change({.key = key, .value = "v", .expires_ns = 100}), transport::Outcome::kDone);
  EXPECT_EQ(ledger.state().Get(key), "v");
  clock_.Advance(1'000);
  EXPECT_EQ(ledger.state().Get(key), std::nullopt);
  ASSERT_EQ(change({.key = key, .value = "w"}), transport::Outcome::kDone);
  ASSERT_EQ(change({.kind = state::Change::Kind::kErase, .key = key}), transport::Outcome::kDone);
  EXPECT_EQ(ledger.state().Get(key), std::nullopt);
  EXPECT_TRUE(ledger.state().Scan("root").empty());
}

TEST_F(NatsMesh, WhatAPrefixFindsStaysUntilAMoment) {
  const auto transport = Open();
  const auto plan = [](const state::State&) {
    return transport::Transition{
        .changes = {
            {.key = state::EffectKey("r", "a", "k"), .value = "v"},
            {.key = state::WaitsKey("r"), .value = "w"},
            {.kind = state::Change::Kind::kExpirePrefix, .key = state::EffectPrefix("r"), .expires_ns = 10}}};
  };
  ASSERT_EQ(transport->ledger()->CarryOut(std::nullopt, plan), transport::Outcome::kDone);
  const state::State& state = transport->ledger()->state();
  EXPECT_EQ(state.Scan(state::EffectPrefix("r")).size(), 1U);
  clock_.Advance(11);
  EXPECT_TRUE(state.Scan(state::EffectPrefix("r")).empty());
  EXPECT_EQ(state.Get(state::WaitsKey("r")), "w");
}

TEST_F(NatsMesh, StateIsFoundWhoeverItBelongsTo) {
  const auto transport = Open();
  constexpr std::size_t kRoots = 1'200;  // More than are read at a time.
  for (std::size_t i = 0; i < kRoots; ++i) {
    const auto plan = [root = std::to_string(i)](const state::State&) {
      return transport::Transition{
          .changes = {{.key = state::ParkKey(root, "p"), .value = root},
                      {.key = state::FailedKey(root), .value = "f", .expires_ns = 1'000}}};
    };
    transport->ledger()->Carry(std::nullopt, plan, nullptr);
  }
  transport->ledger()->Flush();
  const state::State& state = transport->ledger()->state();
  EXPECT_EQ(state.Count(state::AllParks()), kRoots);
  EXPECT_EQ(state.Count(state::AllFailed()), kRoots);
  EXPECT_EQ(state.Count(state::AllParents()), 0U);
  EXPECT_EQ(state.Scan(state::AllParks()).front().key, state::ParkKey("0", "p"));
}

TEST_F(NatsMesh, AnOperatorSeesWhatLiesInAMailbox) {
  const auto transport = Open();
  transport::Mailbox& mailbox = transport->Open("@a");
  const auto send = [&](const std::string& body, std::int64_t delay_ns = 0) {
    return mailbox.Send(std::make_unique<transport::Letter>(transport::Letter{.body = body}), delay_ns);
  };
  ASSERT_TRUE(send("first"));
  EXPECT_EQ(mailbox.depth(), 1U) << "before anybody serves it";
  EXPECT_EQ(mailbox.contents().waiting, 1U);
  Collector collector;
  // It takes one ahead.
  const auto other = Open();
  other->Open("@a").Subscribe(1, collector);
  ASSERT_TRUE(send("second"));
  while (mailbox.contents().lent != 2U) poll(nullptr, 0, 10);
  for (const char* body : {"third", "fourth"}) ASSERT_TRUE(send(body));
  ASSERT_TRUE(send("late", 1'000'000'000'000));

  const transport::Contents contents = mailbox.contents();
  EXPECT_EQ(contents.waiting, 2U);
  EXPECT_EQ(mailbox.depth(), 2U);
  EXPECT_EQ(contents.delayed, 1U);
  ASSERT_TRUE(contents.oldest_ns);
  EXPECT_GT(*contents.oldest_ns, 1'700'000'000'000'000'000) << "as the server counts time";
  EXPECT_EQ(transport->Open("empty").contents().oldest_ns, std::nullopt);

  const auto late = transport->Find("late", 10);
  ASSERT_TRUE(late && late->size() == 1);
  EXPECT_EQ(late->front().mailbox, "@a");
  EXPECT_EQ(late->front().not_before_ns, clock_.now_ns() + 1'000'000'000'000);
  EXPECT_TRUE(transport->Find("first", 10)->front().lent);
  EXPECT_FALSE(transport->Find("third", 10)->front().lent);
  EXPECT_EQ(transport->Find("", 2)->size(), 2U) << "no more than were asked for";
}

}  // namespace
}  // namespace mesh::test
