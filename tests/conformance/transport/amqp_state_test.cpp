// A mesh on RabbitMQ whose state is kept on a NATS server: hosts on many machines share both.
#include "mesh/state/keys.h"
#include "tests/conformance/transport/amqp_fixture.h"
#include "tests/conformance/transport/nats_fixture.h"

namespace mesh::test {
namespace {

class AmqpBesideNats : public testing::Test {
 protected:
  transport::AmqpOptions Options() {
    auto options = OptionsOf(Rabbit(), prefix_);
    options.store = transport::StoreOf(OpenServer(OptionsOf(Server(), prefix_), clock_));
    return options;
  }
  std::unique_ptr<transport::Transport> Open() { return OpenServer(Options(), clock_); }
  /// What stands beside the state of the root.
  static std::size_t Batches(transport::Transport& transport, const std::string& root) {
    return transport.ledger()->state().Scan(state::BatchPrefix(root)).size();
  }

  const std::string prefix_ = "state-" + NewRabbitPrefix();
  ManualClock clock_;
};

TEST_F(AmqpBesideNats, WhatAPlanReliesOnHoldsWhenItIsCarriedOut) {
  const auto one = Open();
  const auto other = Open();
  // Of a root, and of a shared effect, whose owner stands alone.
  const std::vector<std::string> keys = {state::RootKey("r"), state::EffectKey("", "a", "k")};
  for (const std::string& key : keys) {
    const transport::Plan count = CountUp(key, {{.mailbox = "b", .letter = {.id = "1", .body = "follows"}}});
    for (int i = 0; i < 50; ++i) (i % 2 == 0 ? *one : *other).ledger()->Carry(std::nullopt, count, nullptr);
    one->ledger()->Flush();
    other->ledger()->Flush();
    EXPECT_EQ(one->ledger()->state().Get(key), "50");
  }
}

/// What belongs to the root must not take the place of what the transition relies on.
TEST_F(AmqpBesideNats, ASharedEffectIsClaimedByOneOnly) {
  const auto one = Open();
  const auto other = Open();
  const std::string root = state::RootKey("r");
  const std::string intent = state::IntentKey("", "a", "k");
  for (const auto& transport : {one.get(), other.get()}) {
    const auto begin = [&root](const state::State&) {
      return transport::Transition{.changes = {{.key = root, .value = "v"}},
                                   .sends = {{.mailbox = "b", .letter = {.id = "1", .body = "follows"}}}};
    };
    ASSERT_EQ(transport->ledger()->CarryOut(std::nullopt, begin), transport::Outcome::kDone);
  }
  std::atomic<int> claimed = 0;
  const auto claim = [&](const std::string& who) {
    return [&, who](const state::State& state) {
      transport::Transition transition;
      transition.conditions = {{root, state.Get(root)}, {intent, state.Get(intent)}};
      transition.sends = {{.mailbox = "b", .letter = {.id = who, .body = who}}};
      if (!transition.conditions[1].value) transition.changes.push_back({.key = intent, .value = who});
      return transition;
    };
  };
  one->ledger()->Carry(std::nullopt, claim("one"), [&](transport::Outcome) { ++claimed; });
  other->ledger()->Carry(std::nullopt, claim("other"), [&](transport::Outcome) { ++claimed; });
  one->ledger()->Flush();
  other->ledger()->Flush();
  EXPECT_EQ(claimed, 2);
  const auto who = one->ledger()->state().Get(intent);
  ASSERT_TRUE(who);
  EXPECT_EQ(other->ledger()->state().Get(intent), who);
}

/// A process that dies between the state and what follows from it: the same message comes again.
TEST_F(AmqpBesideNats, WhatStandsBesideTheStateIsSentByWhoGetsTheInputAgain) {
  const std::string key = state::RootKey("r");
  ASSERT_EQ(Open()->Provide("@control"), "");
  EXPECT_EQ(Batches(*OpenStuck(Options(), clock_, key), "r"), 1U);
  Collector collector;
  const auto other = Open();
  other->Open("b").Subscribe(10, collector);
  ASSERT_EQ(other->ledger()->CarryOut(std::nullopt, BeginOnce(key)), transport::Outcome::kDone);
  EXPECT_EQ(collector.WaitFor(1), Ids{"follows"});
}

TEST_F(AmqpBesideNats, WhatWasSentGoesWithTheNextChangeOfItsRoot) {
  const auto transport = Open();
  const auto put = [](const std::string& root) {
    return [key = state::RootKey(root)](const state::State&) {
      return transport::Transition{.changes = {{.key = key, .value = "v"}},
                                   .sends = {{.mailbox = "b", .letter = {.id = "1", .body = "follows"}}}};
    };
  };
  for (const char* root : {"r", "s", "r"})
    ASSERT_EQ(transport->ledger()->CarryOut(std::nullopt, put(root)), transport::Outcome::kDone);
  EXPECT_EQ(Batches(*transport, "r"), 1U) << "that of before is gone";
  EXPECT_EQ(Batches(*transport, "s"), 1U) << "nobody has changed it since";
}

TEST_F(AmqpBesideNats, IsNotReadyWithoutItsState) {
  NatsServer server;
  auto options = OptionsOf(Rabbit(), prefix_);
  options.store = transport::StoreOf(OpenServer(OptionsOf(server, prefix_), clock_));
  const auto transport = OpenServer(options, clock_);
  EXPECT_EQ(transport->obstacle(), "");
  server.Stop(SIGTERM);
  while (transport->obstacle().empty()) poll(nullptr, 0, 10);
  server.Start();
  while (!transport->obstacle().empty()) poll(nullptr, 0, 10);
}

}  // namespace
}  // namespace mesh::test
