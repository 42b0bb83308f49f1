// Where messages may come twice: a call whose line has gone on without it.
#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/durable/known_tables.h"
#include "mesh/durable/records.h"
#include "mesh/state/keys.h"
#include "tests/support/durable_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

class ClaimedCalls : public testing::Test {
 protected:
  void Put(const std::string& key, const std::string& value) {
    const auto put = [&](const state::State&) {
      return transport::Transition{.changes = {{.key = key, .value = value}}};
    };
    ASSERT_EQ(fixture_.entrance.transport().ledger()->CarryOut(std::nullopt, put), transport::Outcome::kDone);
  }
  /// The envelope, as it waits for `work`, by a message of that nonce.
  void Send(const std::string& claim, const std::string& nonce) {
    const route::Router router(mesh_.table());
    Envelope envelope = NewEnvelope("e", {Value::String("x"), Value()});
    envelope.route.flow = "main";
    envelope.route.table = mesh_.table().digest;
    router.Enter(0, envelope, 0);
    envelope.route.claim = claim;
    ASSERT_TRUE(fixture_.entrance.transport().Open("work").Send(
        std::make_unique<transport::Letter>(transport::Letter{
            .id = "e/1", .body = durable::KnownTable(router).Write(envelope), .nonce = nonce}),
        0));
  }
  std::size_t Count(const char* kind) { return fixture_.entrance.state().Scan(kind).size(); }
  actor::Outcome Work() {
    if (++calls_ == 1) gate_.Pass();
    return actor::Results{{Value::String(std::to_string(calls_))}};
  }

  const CallMesh mesh_{{.effect = contract::Effect::kIdempotent, .concurrency = 4}};
  Gate gate_;
  std::atomic<int> calls_ = 0;
  DurableFixture fixture_{mesh_.table(),
                          {EntryOf(mesh_.table(), "work", [this](auto, auto&) { return Work(); }),
                           EntryOf(mesh_.table(), "fallback", Returns(Value::String("fallback")))},
                          DurableKind::kMemoryRepeats};
};

/// Its result would be taken for that of the one that goes on, and its end is none.
TEST_F(ClaimedCalls, KeepNothingWhereTheirLineHasGoneOn) {
  Put(state::RootKey("e"), durable::Write(durable::RootRecord()));
  Send({}, "a");
  gate_.WaitForArrivals(1);
  Put(state::ClaimKey("e", "e"), "b");
  gate_.Open();
  EXPECT_TRUE(Eventually([&] { return fixture_.one.host().at_rest() && fixture_.other.host().at_rest(); }));
  fixture_.one.host().Flush();
  fixture_.other.host().Flush();
  EXPECT_EQ(Count("effect"), 0U);
  EXPECT_EQ(Count("end"), 0U);

  Send("b", "c");
  EXPECT_TRUE(Eventually([&] { return Count("end") == 1; }));
  EXPECT_NE(fixture_.entrance.state().Get(state::EndKey("e"))->find("\"reply\":\"2\""), std::string::npos);
  EXPECT_EQ(calls_, 2);
  EXPECT_EQ(fixture_.Left(), std::vector<std::string>());
}

}  // namespace
}  // namespace mesh::test
