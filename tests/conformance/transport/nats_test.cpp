// What a mesh on a NATS server promises beyond the suite.
#include "mesh/transport/nats/nats_connection.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "mesh/state/keys.h"
#include "mesh/transport/nats/nats_names.h"
#include "tests/conformance/transport/lanes_suite.h"
#include "tests/conformance/transport/nats_fixture.h"

namespace mesh::test {
namespace {

struct Nats {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    return OpenServer(OptionsOf(Server(), NewPrefix()), clock);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Nats, TransportSuite, testing::Types<Nats>);
INSTANTIATE_TYPED_TEST_SUITE_P(Nats, DurableSuite, testing::Types<NatsMesh>);
INSTANTIATE_TYPED_TEST_SUITE_P(NatsLanes, TransportSuite, testing::Types<WithLanes<Nats>>);
INSTANTIATE_TYPED_TEST_SUITE_P(Nats, LanesSuite, testing::Types<WithLanes<Nats>>);

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

TEST_F(NatsMesh, WhoWaitsForWhatHasBegunIsNotToldOfWhatBeganLater) {
  const auto transport = Open();
  transport::Ledger& ledger = *transport->ledger();
  const auto nothing = [](const state::State&) { return transport::Transition(); };
  std::promise<void> begun;
  std::promise<void> may_end;
  const auto long_one = [&](const state::State&) {
    begun.set_value();
    may_end.get_future().wait();
    return transport::Transition();
  };
  std::thread first([&] { ledger.Carry(std::nullopt, long_one, nullptr); });
  begun.get_future().wait();
  std::atomic<bool> waits = false;
  std::atomic<bool> told = false;
  std::thread waiter([&] {
    waits = true;
    ledger.Flush();
    told = true;
  });
  while (!waits) std::this_thread::yield();
  for (int i = 0; i < 1'000; ++i) ledger.CarryOut(std::nullopt, nothing);
  EXPECT_FALSE(told) << "this one has not ended";
  may_end.set_value();
  first.join();
  waiter.join();
}

/// What is on loan and nobody hears of would come to somebody else only when its time is up.
TEST_F(NatsMesh, WhoStopsListeningIsToldOfAllThatWasSentToHim) {
  constexpr int kMessages = 10'000;
  auto opened = transport::NatsConnection::Open(OptionsOf(Server(), prefix_));
  auto& connection = std::get<std::unique_ptr<transport::NatsConnection>>(opened);
  std::atomic<bool> leaves = false;
  std::atomic<int> told = 0;
  natsSubscription* const subscription = connection->Listen(prefix_, [&](const transport::NatsArrival&) {
    while (!leaves) std::this_thread::yield();
    ++told;
  });
  for (int i = 0; i < kMessages; ++i) ASSERT_TRUE(connection->Publish(prefix_, {}, {}, "x"));
  ASSERT_EQ(natsConnection_Flush(connection->raw()), NATS_OK) << "the server has sent them";
  leaves = true;
  connection->Unlisten(subscription);
  EXPECT_EQ(told, kMessages);
}

/// Does not wait.
void SendSoon(transport::Transport& transport, const std::string& mailbox, const std::string& text) {
  transport.ledger()->Carry(
      std::nullopt,
      [mailbox, text](const state::State&) {
        return transport::Transition{.sends = {{.mailbox = mailbox, .letter = {.id = text, .body = text}}}};
      },
      nullptr);
}

/// Of this process.
std::set<int> SocketsToServer() {
  const int port = std::stoi(Server().port());
  std::set<int> sockets;
  for (int descriptor = 3; descriptor < 1'024; ++descriptor) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    if (getpeername(descriptor, reinterpret_cast<sockaddr*>(&peer), &size) != 0) continue;
    if (peer.sin_family == AF_INET && ntohs(peer.sin_port) == port) sockets.insert(descriptor);
  }
  return sockets;
}

TEST_F(NatsMesh, WhatIsSentComesThoughOneOfItsTwoConnectionsIsLost) {
  constexpr int kMessages = 3'000;
  for (const std::size_t which : {0U, 1U}) {
    const std::string mailbox = "a" + std::to_string(which);
    const std::set<int> others = SocketsToServer();
    const auto transport = Open();
    std::vector<int> own;
    std::ranges::set_difference(SocketsToServer(), others, std::back_inserter(own));
    ASSERT_EQ(own.size(), 2U);
    for (int i = 0; i < kMessages; ++i) {
      SendSoon(*transport, mailbox, std::to_string(i));
      if (i == kMessages / 2) shutdown(own[which], SHUT_RDWR);
    }
    transport->ledger()->Flush();
    Collector collector;
    transport::Mailbox& taken = transport->Open(mailbox);
    taken.Subscribe(64, collector);
    for (std::size_t i = 0; i < kMessages; ++i) {
      collector.WaitForCount(i + 1);
      taken.Acknowledge(collector.TakeOut(i));
    }
    const Ids ids = collector.WaitFor(kMessages);
    EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), std::size_t{kMessages});
  }
}

/// What the server sends to somebody who has just left would be on loan to nobody until its time is up.
TEST_F(NatsMesh, WhoLeavesABusyMailboxLeavesNothingOnLoan) {
  constexpr int kMessages = 12'000;
  constexpr int kTimes = 30;
  auto options = OptionsOf(Server(), prefix_);
  options.redelivery_ns = 3'600'000'000'000;
  const auto sender = OpenServer(options, clock_);
  for (int i = 0; i < kMessages; ++i) SendSoon(*sender, "a", std::to_string(i));
  sender->ledger()->Flush();
  auto opened = transport::NatsConnection::Open(options);
  auto& connection = std::get<std::unique_ptr<transport::NatsConnection>>(opened);
  const std::string question =
      "$JS.API.CONSUMER.INFO." + transport::NatsNames("shop", prefix_).stream() + ".a";
  const auto lent = [&] {
    const auto told = connection->Request(question, "");
    return told ? nlohmann::json::parse(told->body)["num_ack_pending"].get<int>() : -1;
  };
  int lost = 0;
  int losses = 0;
  for (int time = 0; time < kTimes; ++time) {
    {
      const auto leaving = OpenServer(options, clock_);
      transport::Mailbox& mailbox = leaving->Open("a");
      Collector collector;
      mailbox.Subscribe(64, collector);
      const auto count = static_cast<std::size_t>(100 + 3 * time);
      for (std::size_t i = 0; i < count; ++i) {
        collector.WaitForCount(i + 1);
        mailbox.Acknowledge(collector.TakeOut(i));
      }
      mailbox.Unsubscribe();
      for (std::size_t i = count; i < collector.size(); ++i) mailbox.HandBack(collector.TakeOut(i), 0);
    }
    // The server counts acknowledgements when it comes to it.
    for (int looks = 0; lent() > lost && looks < 200; ++looks) poll(nullptr, 0, 10);
    const int now = std::max(lent(), 0);
    losses += now > lost ? 1 : 0;
    lost = now;
  }
  // It may pause in the midst of what it sends.
  EXPECT_LE(losses, kTimes / 10) << lost << " in all";
}

/// To the server it is lent meanwhile, and it lends 1,000 messages of a mailbox unless it is told otherwise.
TEST_F(NatsMesh, WhatWaitsForLongHoldsNobodyBack) {
  constexpr int kLong = 1'100;
  const auto transport = Open();
  Collector collector;
  transport::Mailbox& mailbox = transport->Open("a");
  const auto send = [&](std::string body, std::int64_t delay_ns) {
    return mailbox.Send(std::make_unique<transport::Letter>(transport::Letter{.body = std::move(body)}),
                        delay_ns);
  };
  for (int i = 0; i < kLong; ++i) ASSERT_TRUE(send("an hour", 3'600'000'000'000));
  ASSERT_TRUE(send("a moment", 1'000'000));
  mailbox.Subscribe(1, collector);
  clock_.Advance(1'000'000);
  EXPECT_EQ(collector.WaitFor(1), Ids{"a moment"});
}

/// A former version made them so that only the last value stayed.
TEST_F(NatsMesh, BucketsThatAreThereKeepSeveralValuesFromNowOn) {
  const auto former = Open();
  auto opened = transport::NatsConnection::Open(OptionsOf(Server(), prefix_));
  auto& connection = *std::get<std::unique_ptr<transport::NatsConnection>>(opened);
  const std::string bucket = transport::NatsNames("shop", prefix_).state();
  jsCtx* context = nullptr;
  ASSERT_EQ(natsConnection_JetStream(&context, connection.raw(), nullptr), NATS_OK);
  const auto values_kept = [&] {
    jsStreamInfo* info = nullptr;
    EXPECT_EQ(js_GetStreamInfo(&info, context, bucket.c_str(), nullptr, nullptr), NATS_OK);
    const std::int64_t count = info == nullptr ? 0 : info->Config->MaxMsgsPerSubject;
    jsStreamInfo_Destroy(info);
    return count;
  };
  const std::int64_t wanted = values_kept();
  ASSERT_GT(wanted, 1);
  jsStreamInfo* info = nullptr;
  ASSERT_EQ(js_GetStreamInfo(&info, context, bucket.c_str(), nullptr, nullptr), NATS_OK);
  jsStreamConfig one = *info->Config;
  one.MaxMsgsPerSubject = 1;
  EXPECT_EQ(js_UpdateStream(nullptr, context, &one, nullptr, nullptr), NATS_OK);
  jsStreamInfo_Destroy(info);
  ASSERT_EQ(values_kept(), 1);
  const auto now = Open();
  EXPECT_EQ(values_kept(), wanted);
  jsCtx_Destroy(context);
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
