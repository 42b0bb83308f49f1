// What hosts do with loans: with one that is lost, one that ends of itself, and a message that comes again.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/durable/records.h"
#include "mesh/host/suspects.h"
#include "mesh/host/table_needs.h"
#include "mesh/state/keys.h"
#include "mesh/transport/inproc/inproc.h"
#include "tests/support/collector.h"
#include "tests/support/durable_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/unit/runtime/host/durable_calls.h"

namespace mesh::test {
namespace {

constexpr std::int64_t kMinuteNs = 60'000'000'000;

TEST(Suspects, ThatHaveWaitedForTooLongAreForOthers) {
  host::Suspects suspects;
  host::Job first;
  host::Job second;
  host::Job third;
  EXPECT_TRUE(suspects.Begin(first, 0));
  EXPECT_FALSE(suspects.Begin(second, 10));
  EXPECT_FALSE(suspects.Begin(third, 20));
  EXPECT_EQ(suspects.TakeOld(11).size(), 1U);
  EXPECT_TRUE(suspects.TakeOld(20).empty()) << "just now";
  EXPECT_TRUE(suspects.End()) << "the third one's turn has come";
  EXPECT_FALSE(suspects.End());
}

/// One whose loans end of themselves.
class LimitedTransport final : public transport::Transport {
 public:
  explicit LimitedTransport(transport::Clock& clock) : inner_(transport::MakeInproc(clock)) {}
  transport::Mailbox& Open(std::string_view name) override { return inner_->Open(name); }
  void Close() override { inner_->Close(); }
  bool shared() const override { return true; }
  std::optional<transport::LoanLimit> loan_limit() const override {
    return transport::LoanLimit{.call_ns = 15 * kMinuteNs, .wait_ns = 10 * kMinuteNs};
  }

 private:
  std::unique_ptr<transport::Transport> inner_;
};

/// A table whose calls have this time-out.
class TimedTable {
 public:
  explicit TimedTable(std::int64_t timeout_ns) : table_(mesh_.table()) {
    for (const contract::Actor& actor : table_.actors) actors_.push_back(actor);
    for (contract::Actor& actor : actors_) actor.timeout_ns = timeout_ns;
    table_.actors = {actors_.data(), static_cast<contract::Index>(actors_.size())};
  }
  const contract::RouteTable& table() const { return table_; }

 private:
  const CallMesh mesh_{{}};
  std::vector<contract::Actor> actors_;
  contract::RouteTable table_;
};

TEST(LongCalls, AreNamedWhereALoanEndsBefore) {
  ManualClock clock;
  LimitedTransport limited(clock);
  const auto find = [&limited](std::int64_t timeout_ns) {
    return host::FindLackOf(TimedTable(timeout_ns).table(), limited);
  };
  EXPECT_EQ(find(15 * kMinuteNs), "");
  EXPECT_NE(find(15 * kMinuteNs + 1).find("at `main/fallback` may run for"), std::string::npos)
      << find(15 * kMinuteNs + 1);
  EXPECT_NE(find(0).find("without a timeout"), std::string::npos) << find(0);
  EXPECT_EQ(host::FindLackOf(TimedTable(0).table(), *transport::MakeInproc(clock)), "");
}

TEST(LongCalls, AreNotInstalledWhileAHostRuns) {
  ManualClock clock;
  LimitedTransport limited(clock);
  const TimedTable first(kMinuteNs);
  const TimedTable second(0);
  contract::RouteTable other = second.table();
  other.digest = "00000000000000ff";
  const std::vector<contract::Version> tables{contract::Version(&first.table())};
  const std::vector<actor::Entry> actors = {
      EntryOf(first.table(), "work", Returns(Value::String("done"))),
      EntryOf(first.table(), "fallback", Returns(Value::String("fallback")))};
  state::MemoryIdempotencyStore idempotency;
  host::Host host({tables, actors, limited, clock, idempotency}, {});
  EXPECT_NE(host.Install(contract::Version(&other)).find("without a timeout"), std::string::npos);
  EXPECT_NE(host.SwitchTo(other.digest), "") << "it does not know it";
}

class MessagesThatComeAgain : public testing::TestWithParam<DurableKind> {
 protected:
  /// An envelope that waits for `work`, and whose time is up.
  std::string Late() const {
    Envelope envelope = WaitingForWork(mesh_);
    envelope.status.deadline_at_ns = 1;
    return Written(mesh_, envelope);
  }
  /// As a host does that claims the line of a message, and dies.
  void ClaimAndDie() {
    const auto transport = home_.Open(clock_);
    const auto claim = [](const state::State&) {
      return transport::Transition{
          .changes = {{.key = state::RootKey("e"), .value = durable::Write(durable::RootRecord())},
                      {.key = state::ClaimKey("e", "e"), .value = "n"}},
          .sends = {}};
    };
    ASSERT_EQ(transport->ledger()->CarryOut(std::nullopt, claim), transport::Outcome::kDone);
    transport::Mailbox& mailbox = transport->Open("work");
    ASSERT_TRUE(mailbox.Send(
        std::make_unique<transport::Letter>(transport::Letter{.id = "e/1", .body = Late(), .nonce = "n"}),
        0));
    Collector collector;
    mailbox.Subscribe(1, collector);
    collector.WaitFor(1);
    // So that it does not come to this one again.
    mailbox.Unsubscribe();
    mailbox.HandBack(collector.TakeOut(0), 0);
    transport->ledger()->Flush();
  }

  const CallMesh mesh_{{.effect = contract::Effect::kIdempotent, .caught = contract::BuiltinError::kCount}};
  DurableHome home_{GetParam()};
  ManualClock clock_;
};

INSTANTIATE_TEST_SUITE_P(On, MessagesThatComeAgain,
                         testing::Values(DurableKind::kNats, DurableKind::kNatsBesideNats,
                                         DurableKind::kNatsBesideRedis, DurableKind::kAmqp,
                                         DurableKind::kAmqpBesideNats, DurableKind::kAmqpBesideRedis),
                         KindName);

/// Once it was a copy of itself, and never ended.
TEST_P(MessagesThatComeAgain, EndAlsoIfTheirLineWasClaimedBefore) {
  clock_.Advance(kMinuteNs);
  ClaimAndDie();
  const std::vector<actor::Entry> actors = {
      EntryOf(mesh_.table(), "work", Returns(Value::String("done"))),
      EntryOf(mesh_.table(), "fallback", Returns(Value::String("fallback")))};
  DurableHost host(home_, clock_, mesh_.table(), actors);
  std::optional<std::string> end;
  EXPECT_TRUE(Eventually([&] {
    end = host.state().Get(state::EndKey("e"));
    return end.has_value();
  }));
  EXPECT_NE(end.value_or("").find("deadline_exceeded"), std::string::npos);
}

}  // namespace
}  // namespace mesh::test
