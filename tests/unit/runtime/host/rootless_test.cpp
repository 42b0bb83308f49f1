// Hosts on a broker without a store: what an envelope needs travels with it.
#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/durable/mailboxes.h"
#include "mesh/host/table_needs.h"
#include "mesh/state/keys.h"
#include "mesh/transport/inproc/inproc.h"
#include "tests/support/collector.h"
#include "tests/support/durable_fixture.h"
#include "tests/support/park_mesh.h"
#include "tests/support/sample_meshes.h"
#include "tests/unit/runtime/host/durable_calls.h"

namespace mesh::test {
namespace {

class RootlessAmqpHosts : public testing::Test {
 protected:
  Answer Done() {
    return [this](auto, auto&) {
      ++calls_;
      return actor::Results{{Value::String("done")}};
    };
  }
  const state::State& state() { return fixture_.entrance.state(); }
  void Send(std::string_view mailbox, transport::Letter letter) {
    EXPECT_TRUE(fixture_.entrance.transport().Open(mailbox).Send(
        std::make_unique<transport::Letter>(std::move(letter)), 0));
  }
  /// An envelope that waits for `work`, and whose holder died. Its end is told to this test.
  transport::Letter Suspect() {
    return {.id = "e/1",
            .body = Written(mesh_, WaitingForWork(mesh_)),
            .suspect = true,
            .reply = durable::ReplyMailbox("test")};
  }
  std::string EndOf(transport::Letter letter) {
    const auto waiting = fixture_.home.Open(fixture_.clock);
    Collector ends;
    transport::Mailbox& mailbox = waiting->Open(durable::ReplyMailbox("test"));
    mailbox.Subscribe(1, ends);
    Send("work", std::move(letter));
    ends.WaitFor(1);
    mailbox.Unsubscribe();
    const transport::Delivery end = ends.TakeOut(0);
    mailbox.Acknowledge(end);
    return end.letter->body;
  }
  void PutStart() {
    const auto put = [](const state::State&) {
      return transport::Transition{.changes = {{.key = state::StartKey("e/1"), .value = ""}}};
    };
    ASSERT_EQ(fixture_.entrance.transport().ledger()->CarryOut(std::nullopt, put), transport::Outcome::kDone);
  }

  const CallMesh mesh_{{.retry = {.attempts = 2}, .caught = contract::BuiltinError::kCount}};
  std::atomic<int> calls_ = 0;
  DurableFixture fixture_{mesh_.table(), Calls(mesh_, Done()), DurableKind::kAmqpAlone};
};

TEST_F(RootlessAmqpHosts, TellWhoeverHasSubmittedOfTheEnd) {
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(fixture_.Submit(Text(std::to_string(i), "x")));
  for (const Envelope& ended : fixture_.arrivals.WaitFor(50)) {
    EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
    EXPECT_EQ(ended.payload[CallMesh::kReply], Value::String("done"));
  }
  EXPECT_EQ(calls_, 50);
}

TEST_F(RootlessAmqpHosts, CallAgainWhatNobodyHasBegun) {
  EXPECT_NE(EndOf(Suspect()).find("succeeded"), std::string::npos);
  EXPECT_EQ(calls_, 1);
  EXPECT_TRUE(Eventually([&] { return !state().Get(state::StartKey("e/1")); })) << "it has come back";
}

TEST_F(RootlessAmqpHosts, CountACallThatEndedItsProcess) {
  PutStart();
  const std::string end = EndOf(Suspect());
  EXPECT_NE(end.find("\"attempt\":2"), std::string::npos) << end;
  EXPECT_EQ(calls_, 1) << "the one before was somebody else's last";
  EXPECT_TRUE(Eventually([&] { return !state().Get(state::StartKey("e/1")); }));
}

TEST_F(RootlessAmqpHosts, KeepWhatIsNoEnvelopeInAMailbox) {
  Send("work", {.id = "x", .body = "no envelope"});
  Collector kept;
  transport::Mailbox& mailbox = fixture_.entrance.transport().Open(durable::kUnreadable);
  mailbox.Subscribe(1, kept);
  kept.WaitFor(1);
  const transport::Delivery delivery = kept.TakeOut(0);
  EXPECT_NE(delivery.letter->body.find("no envelope"), std::string::npos);
  mailbox.Acknowledge(delivery);
  mailbox.Unsubscribe();
  EXPECT_EQ(calls_, 0);
}

TEST_F(RootlessAmqpHosts, AreNotToldWhatTheyCouldNotKeep) {
  EXPECT_FALSE(fixture_.entrance.host().Cancel("e"));
  EXPECT_FALSE(fixture_.entrance.host().Signal("e", "approval", "true"));
}

TEST_F(RootlessAmqpHosts, ServeNoTableThatNeedsMore) {
  transport::Transport& alone = fixture_.entrance.transport();
  const auto timed = [](contract::Effect effect) {
    return CallMesh({.timeout_ns = 1'000'000'000, .effect = effect});
  };
  const auto lack = [&](const contract::RouteTable& table) {
    contract::RouteTable limited = table;
    std::vector<contract::Actor> actors(table.actors.begin(), table.actors.end());
    for (contract::Actor& actor : actors) actor.timeout_ns = 1'000'000'000;
    limited.actors = {actors.data(), static_cast<contract::Index>(actors.size())};
    return host::FindLackOf(limited, alone);
  };
  EXPECT_EQ(lack(timed(contract::Effect::kNoEffect).table()), "");
  for (const auto effect : {contract::Effect::kIdempotent, contract::Effect::kAtLeastOnce}) {
    const std::string why = lack(timed(effect).table());
    EXPECT_NE(why.find("`work` has an effect at `main/work`"), std::string::npos) << why;
    EXPECT_NE(why.find("--state redis://HOST"), std::string::npos) << why;
  }
  EXPECT_NE(lack(ForkMesh().table()).find("the mesh forks at `"), std::string::npos);
  EXPECT_NE(lack(ParkMesh().table()).find("wait for a signal at `"), std::string::npos);
  EXPECT_NE(lack(TapMesh().table()).find("the mesh taps at `"), std::string::npos);
  ManualClock clock;
  EXPECT_EQ(host::FindLackOf(TapMesh().table(), *transport::MakeInproc(clock)), "");
}

/// Only where a saga may undo the call is it of any use who undoes it.
TEST_F(RootlessAmqpHosts, ServeNoUndoThatHasAnEffect) {
  const CallMesh mesh({.timeout_ns = 1'000'000'000});
  std::vector<contract::Actor> actors(mesh.table().actors.begin(), mesh.table().actors.end());
  contract::Actor undo = actors.front();
  undo.name = "unwork";
  undo.effect = contract::Effect::kIdempotent;
  for (contract::Actor& actor : actors) {
    actor.timeout_ns = 1'000'000'000;
    if (actor.name == "work") actor.undo = static_cast<contract::Index>(actors.size());
  }
  actors.push_back(undo);
  std::vector<contract::Point> points(mesh.table().points.begin(), mesh.table().points.end());
  contract::RouteTable table = mesh.table();
  table.actors = {actors.data(), static_cast<contract::Index>(actors.size())};
  transport::Transport& alone = fixture_.entrance.transport();
  EXPECT_EQ(host::FindLackOf(table, alone), "");
  points.push_back({.name = "main/undo", .kind = contract::PointKind::kUndo, .flow = 0});
  table.points = {points.data(), static_cast<contract::Index>(points.size())};
  const std::string why = host::FindLackOf(table, alone);
  EXPECT_NE(why.find("`unwork` has an effect at `main/work`"), std::string::npos) << why;
}

}  // namespace
}  // namespace mesh::test
