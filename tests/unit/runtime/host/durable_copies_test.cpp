// Two copies of one root, made by taps: the last message of one of them comes twice, and the other still
// counts.
#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "mesh/durable/known_tables.h"
#include "mesh/durable/records.h"
#include "mesh/route/router.h"
#include "mesh/route/steps.h"
#include "mesh/state/keys.h"
#include "tests/support/broker/connection.h"
#include "tests/support/durable_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

/// The root `e` has ended, and two copies of it wait for `copy`.
class EndsOfCopies : public testing::TestWithParam<DurableKind> {
 protected:
  void SetUp() override {
    const durable::RootRecord root{.copies = 2, .ended = true};
    const auto put = [&](const state::State&) {
      return transport::Transition{.changes = {{.key = state::RootKey("e"), .value = durable::Write(root)},
                                               {.key = state::ClaimKey("e", "e/one"), .value = ""},
                                               {.key = state::ClaimKey("e", "e/two"), .value = ""}}};
    };
    ASSERT_EQ(fixture_.entrance.transport().ledger()->CarryOut(std::nullopt, put), transport::Outcome::kDone);
  }
  bool Send(const std::string& copy, const std::string& nonce) {
    Envelope root = NewEnvelope("e", ValueList(1));
    root.route.flow = "main";
    root.route.table = mesh_.table().digest;
    const route::Router router(mesh_.table());
    router.Enter(0, root, 0);
    route::Started started = route::StartCopy(router, root, 0);
    started.envelope.id = copy;
    return fixture_.entrance.transport().Open("copy").Send(
        std::make_unique<transport::Letter>(transport::Letter{
            .id = copy + "/1", .body = durable::KnownTable(router).Write(started.envelope), .nonce = nonce}),
        0);
  }
  /// How many copies of the root live, as its record has it; none: there is no record.
  std::optional<std::uint64_t> Living() {
    const auto record = durable::ReadRoot(fixture_.entrance.state().Get(state::RootKey("e")));
    return record ? std::optional(record->copies) : std::nullopt;
  }
  std::uint64_t Suppressed() {
    return fixture_.one.host().counts().duplicates_suppressed +
           fixture_.other.host().counts().duplicates_suppressed;
  }
  void ComeToRest() {
    EXPECT_TRUE(Eventually([&] { return fixture_.one.host().at_rest() && fixture_.other.host().at_rest(); }));
    fixture_.one.host().Flush();
    fixture_.other.host().Flush();
  }

  const TapMesh mesh_{2};
  Gate gate_;
  DurableFixture fixture_{mesh_.table(),
                          {EntryOf(mesh_.table(), "copy",
                                   [this](auto, auto&) {
                                     gate_.Pass();
                                     return actor::Results{};
                                   }),
                           EntryOf(mesh_.table(), "work", Returns(Value::Int(1)))},
                          GetParam()};
};

class LostEndsOfCopies : public EndsOfCopies {};

INSTANTIATE_TEST_SUITE_P(On, EndsOfCopies,
                         testing::Values(DurableKind::kNats, DurableKind::kNatsBesideNats,
                                         DurableKind::kNatsBesideRedis, DurableKind::kAmqp,
                                         DurableKind::kAmqpBesideNats, DurableKind::kAmqpBesideRedis,
                                         DurableKind::kMemoryRepeats),
                         KindName);
INSTANTIATE_TEST_SUITE_P(On, LostEndsOfCopies, testing::Values(DurableKind::kMemoryRepeats), KindName);

TEST_P(EndsOfCopies, ThatComeInDuplicatesCountOnce) {
  gate_.Open();
  ASSERT_TRUE(Send("e/one", "a"));
  EXPECT_TRUE(Eventually([&] { return Living() == 1U; }));
  for (const char* nonce : {"b", "c"}) ASSERT_TRUE(Send("e/one", nonce));
  EXPECT_TRUE(Eventually([&] { return Suppressed() >= 2; }));
  ComeToRest();
  EXPECT_EQ(Living(), 1U) << "the other copy lives";
  ASSERT_TRUE(Send("e/two", "d"));
  EXPECT_TRUE(Eventually([&] { return fixture_.Left().empty(); }));
}

/// The connection is lost during the call, so that the same message is called twice at one time.
TEST_P(LostEndsOfCopies, CountOnceThoughBothCallsEnd) {
  ASSERT_TRUE(Send("e/one", "a"));
  gate_.WaitForArrivals(1);
  for (DurableHost* host : {&fixture_.one, &fixture_.other})
    dynamic_cast<Connection&>(host->transport()).Lose();
  gate_.WaitForArrivals(2);
  gate_.Open();
  EXPECT_TRUE(Eventually([&] { return Living() != 2U; }));
  ComeToRest();
  EXPECT_EQ(Living(), 1U) << "the other copy lives";
}

}  // namespace
}  // namespace mesh::test
