// Letters as durable hosts may find them: unreadable, of unknown tables, of holders that have died, in
// copies.
#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/durable/records.h"
#include "mesh/state/keys.h"
#include "tests/support/durable_fixture.h"
#include "tests/support/times.h"
#include "tests/unit/runtime/host/durable_calls.h"

namespace mesh::test {
namespace {

class DurableLetters : public testing::TestWithParam<DurableKind> {
 protected:
  /// The root of all letters here is under way.
  void SetUp() override { Put(state::RootKey("e"), durable::Write(durable::RootRecord())); }
  /// The same letter, of a table that no host here has.
  std::string OfAnUnknownTable() {
    std::string body = Waiting();
    const std::string digest(mesh_.table().digest);
    return body.replace(body.find(digest), digest.size(), std::string(digest.size(), 'f'));
  }
  void Put(const std::string& key, const std::string& value) {
    const auto put = [&](const state::State&) {
      return transport::Transition{.changes = {{.key = key, .value = value}}};
    };
    ASSERT_EQ(fixture_.entrance.transport().ledger()->CarryOut(std::nullopt, put), transport::Outcome::kDone);
  }
  bool Send(std::string body, bool suspect = false, std::string nonce = {}) {
    return fixture_.entrance.transport().Open("work").Send(
        std::make_unique<transport::Letter>(transport::Letter{
            .id = "e/1", .body = std::move(body), .suspect = suspect, .nonce = std::move(nonce)}),
        0);
  }
  std::string Waiting() { return Written(mesh_, WaitingForWork(mesh_)); }
  /// The record of the end of `e`. Time goes on to what somebody waits for, and no further: records of ends
  /// are not kept for ever.
  std::string End() {
    std::optional<std::string> end;
    EXPECT_TRUE(Eventually([&] {
      const auto next_ns = fixture_.clock.next_ns();
      if (next_ns) fixture_.clock.Advance(std::max<std::int64_t>(*next_ns - fixture_.clock.now_ns(), 0));
      end = fixture_.entrance.state().Get(state::EndKey("e"));
      return end.has_value();
    }));
    return end.value_or("");
  }

  const CallMesh mesh_{{.retry = {.attempts = 2}, .caught = contract::BuiltinError::kCount}};
  std::atomic<int> calls_ = 0;
  DurableFixture fixture_{mesh_.table(),
                          Calls(mesh_,
                                [this](auto, auto&) {
                                  ++calls_;
                                  return actor::Results{{Value::String("done")}};
                                }),
                          GetParam()};
};

class DurableLettersInTime : public DurableLetters {};

/// Where a message may come in copies.
class DurableCopies : public DurableLetters {};

INSTANTIATE_TEST_SUITE_P(On, DurableCopies,
                         testing::Values(DurableKind::kNats, DurableKind::kNatsBesideNats,
                                         DurableKind::kNatsBesideRedis, DurableKind::kAmqp,
                                         DurableKind::kMemoryRepeats),
                         KindName);

INSTANTIATE_TEST_SUITE_P(On, DurableLettersInTime,
                         testing::Values(DurableKind::kSqlite, DurableKind::kMemory,
                                         DurableKind::kMemoryRepeats),
                         KindName);
INSTANTIATE_TEST_SUITE_P(On, DurableLetters,
                         testing::Values(DurableKind::kSqlite, DurableKind::kNats,
                                         DurableKind::kNatsBesideNats, DurableKind::kNatsBesideRedis,
                                         DurableKind::kMemory, DurableKind::kMemoryRepeats),
                         KindName);

TEST_P(DurableLetters, ThatAreNoEnvelopesAreKeptAsideWhole) {
  ASSERT_TRUE(Send("no envelope"));
  EXPECT_TRUE(Eventually([&] { return !fixture_.entrance.state().Scan("unreadable").empty(); }));
  EXPECT_NE(fixture_.entrance.state().Scan("unreadable").front().value.find("no envelope"),
            std::string::npos);
  EXPECT_EQ(calls_, 0);
}

TEST_P(DurableLettersInTime, OfUnknownTablesGoRoundForAnHour) {
  ASSERT_TRUE(Send(OfAnUnknownTable()));
  EXPECT_NE(End().find("unroutable"), std::string::npos);
  EXPECT_GT(fixture_.clock.now_ns(), kHourNs);
  EXPECT_EQ(calls_, 0);
}

/// Whoever knew the table called an effect for that message, and died.
TEST_P(DurableLettersInTime, OfUnknownTablesEndThoughTheyHaveClaimedTheirLine) {
  Put(state::ClaimKey("e", "e"), "a");
  ASSERT_TRUE(Send(OfAnUnknownTable(), false, "a"));
  EXPECT_NE(End().find("unroutable"), std::string::npos);
}

TEST_P(DurableLetters, WhoseHolderDiedAreServedAgain) {
  ASSERT_TRUE(Send(Waiting(), true));
  EXPECT_NE(End().find("succeeded"), std::string::npos);
  EXPECT_EQ(calls_, 1);
  EXPECT_EQ(fixture_.Left(), std::vector<std::string>());
}

TEST_P(DurableLetters, WhoseCallEndedItsProcessCountAsAttempts) {
  Put(state::StartKey("e/1"), "");
  ASSERT_TRUE(Send(Waiting(), true));
  const std::string end = End();
  EXPECT_NE(end.find("\"attempt\":2"), std::string::npos) << end;
  EXPECT_EQ(calls_, 1) << "the one before was somebody else's last";
  EXPECT_EQ(fixture_.Left(), std::vector<std::string>());
}

/// Once each of them had attempts of its own, and copies in its turn.
TEST_P(DurableCopies, OfASuspectAreCalledOnce) {
  for (const char* nonce : {"a", "b", "c"}) ASSERT_TRUE(Send(Waiting(), true, nonce));
  EXPECT_NE(End().find("succeeded"), std::string::npos);
  EXPECT_TRUE(Eventually([&] {
    return fixture_.one.host().counts().duplicates_suppressed +
               fixture_.other.host().counts().duplicates_suppressed >=
           2;
  }));
  EXPECT_EQ(calls_, 1);
}

}  // namespace
}  // namespace mesh::test
