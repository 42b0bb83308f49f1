// `effect idempotent`: a call that has succeeded is not made again, its result is replayed.
#include <atomic>

#include <gtest/gtest.h>

#include "mesh/route/effect_key.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {
namespace {

/// Answers every call with the number of calls so far.
class CountingMesh {
 public:
  explicit CountingMesh(const CallOptions& options, host::HostOptions host_options = {})
      : mesh_(options),
        fixture_(mesh_.table(),
                 {EntryOf(mesh_.table(), "work",
                          [this](auto, auto&) -> actor::Outcome {
                            const int call = ++calls_;
                            if (call <= failing_)
                              return Error{.name = "busy", .message = {}, .actor = {}, .detail = {}};
                            gate_.Pass();
                            return actor::Results{{Value::String(std::to_string(call))}};
                          }),
                  EntryOf(mesh_.table(), "fallback", Returns(Value::String("fallback")))},
                 std::move(host_options)) {}

  HostFixture& fixture() { return fixture_; }
  Gate& gate() { return gate_; }
  int calls() const { return calls_; }
  void FailFirst(int count) { failing_ = count; }

 private:
  std::atomic<int> calls_ = 0;
  std::atomic<int> failing_ = 0;
  Gate gate_;
  CallMesh mesh_;
  HostFixture fixture_;
};

constexpr CallOptions kShared{
    .effect = contract::Effect::kIdempotent, .effect_by_text = true, .effect_shared = true};

TEST(Effects, AResultThatIsStoredIsReplayed) {
  CountingMesh mesh({.effect = contract::Effect::kIdempotent, .effect_by_text = true});
  mesh.gate().Open();
  mesh.fixture().idempotency.Put({"work", "a/\"order 7\"", "a"}, {Value::String("stored")}, 0);
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("a", "order 7"))), "stored");
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("b", "order 7"))), "1");
  EXPECT_EQ(mesh.calls(), 1);
  EXPECT_EQ(mesh.fixture().host.counts().duplicates_suppressed, 1U);
}

TEST(Effects, ResultsGoWithTheirEnvelope) {
  for (const bool by_text : {false, true}) {
    CountingMesh mesh({.effect = contract::Effect::kIdempotent, .effect_by_text = by_text});
    mesh.gate().Open();
    for (int i = 0; i < 100; ++i) mesh.fixture().Run(Text(std::to_string(i)));
    EXPECT_EQ(mesh.calls(), 100);
    EXPECT_EQ(mesh.fixture().idempotency.size(), 0U);
  }
}

TEST(Effects, SharedResultsStayWhenTheirEnvelopeHasEnded) {
  CountingMesh mesh(kShared);
  mesh.gate().Open();
  mesh.fixture().Run(Text("a"));
  EXPECT_EQ(mesh.fixture().idempotency.size(), 1U);
}

TEST(Effects, WithoutAnEffectEveryCallIsMade) {
  CountingMesh mesh({});
  mesh.gate().Open();
  mesh.fixture().Run(Text("same"));
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("same"))), "2");
}

TEST(Effects, AFailureIsNotStored) {
  CountingMesh mesh(kShared);
  mesh.gate().Open();
  mesh.FailFirst(1);
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("same"))), "fallback");
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("same"))), "2");
}

TEST(Effects, AResultThatBreaksTheContractIsNotStored) {
  CallOptions options = kShared;
  options.caught = contract::BuiltinError::kCount;
  const CallMesh mesh(options);
  std::atomic<int> calls = 0;
  HostFixture fixture(mesh.table(),
                      {EntryOf(mesh.table(), "work",
                               [&calls](auto, auto&) {
                                 const bool first = ++calls == 1;
                                 return actor::Results{{first ? Value::Int(1) : Value::String("good")}};
                               }),
                       EntryOf(mesh.table(), "fallback", Returns(Value::String("fallback")))});
  EXPECT_EQ(fixture.Run(Text("same")).status.error->name, "contract_violation");
  EXPECT_EQ(ReplyOf(fixture.Run(Text("same"))), "good");
}

TEST(Effects, ASharedKeyCountsAcrossEnvelopes) {
  CountingMesh mesh({.effect = contract::Effect::kIdempotent, .effect_by_text = true, .effect_shared = true});
  mesh.gate().Open();
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("a", "order 7"))), "1");
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("b", "order 7"))), "1");
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("c", "order 8"))), "2");
}

TEST(Effects, AKeyThatIsNotSharedCountsWithinOneEnvelope) {
  CountingMesh mesh({.effect = contract::Effect::kIdempotent, .effect_by_text = true});
  mesh.gate().Open();
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("a", "order 7"))), "1");
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("b", "order 7"))), "2");
}

TEST(Effects, ASharedEffectThatIsUnderWayIsWaitedFor) {
  CountingMesh mesh({.effect = contract::Effect::kIdempotent,
                     .effect_by_text = true,
                     .effect_shared = true,
                     .concurrency = 2});
  ASSERT_TRUE(mesh.fixture().Submit(Text("a", "order 7")));
  mesh.gate().WaitForArrivals(1);
  ASSERT_TRUE(mesh.fixture().Submit(Text("b", "order 7")));
  mesh.fixture().clock.WaitForPlanned(1);
  EXPECT_EQ(mesh.calls(), 1) << "the second envelope has gone back to wait";
  mesh.gate().Open();
  mesh.fixture().arrivals.WaitFor(1);
  for (int i = 0; i < 3; ++i) mesh.fixture().clock.Advance(1'000'000'000);
  for (const Envelope& ended : mesh.fixture().arrivals.WaitFor(2)) EXPECT_EQ(ReplyOf(ended), "1");
  EXPECT_EQ(mesh.calls(), 1);
  EXPECT_EQ(mesh.fixture().host.counts().delivered, 2U) << "waiting for another's effect is no visit";
}

TEST(Effects, AnOverrunLetsOthersAtItsEffect) {
  CallOptions options = kShared;
  options.timeout_ns = 1'000'000'000;
  options.concurrency = 2;
  CountingMesh mesh(options);
  ASSERT_TRUE(mesh.fixture().Submit(Text("a", "order 7")));
  mesh.gate().WaitForArrivals(1);
  mesh.fixture().clock.Advance(1'000'000'000);
  EXPECT_EQ(mesh.fixture().arrivals.WaitFor(1).front().status.phase, Phase::kSucceeded) << "by its clause";
  ASSERT_TRUE(mesh.fixture().Submit(Text("b", "order 7")));
  mesh.gate().WaitForArrivals(2);
  mesh.gate().Open();
  mesh.fixture().arrivals.WaitFor(2);
}

TEST(Effects, WhoWaitsForAnUnhealthyActorHoldsNoEffect) {
  CallOptions options = kShared;
  options.timeout_ns = 1'000'000'000;
  options.concurrency = 2;
  CountingMesh mesh(options, {.max_overruns = 1});
  ASSERT_TRUE(mesh.fixture().Submit(Text("hangs", "order 1")));
  mesh.gate().WaitForArrivals(1);
  mesh.fixture().clock.Advance(1'000'000'000);
  mesh.fixture().arrivals.WaitFor(1);
  for (const char* id : {"a", "b"}) ASSERT_TRUE(mesh.fixture().Submit(Text(id, "order 7")));
  mesh.gate().Open();
  EXPECT_TRUE(Eventually([&] {
    // Not while a call runs: its time would pass.
    mesh.fixture().Settle();
    mesh.fixture().clock.Advance(10'000'000);
    return mesh.fixture().arrivals.size() == 3;
  }));
  for (const Envelope& ended : mesh.fixture().arrivals.WaitFor(3)) {
    if (ended.id == "hangs") continue;
    EXPECT_EQ(ReplyOf(ended), "2") << "one call for both";
  }
}

TEST(Effects, TheKeyOfAChildIsThatOfItsRoot) {
  const CallMesh mesh({.effect = contract::Effect::kIdempotent, .effect_by_text = true});
  const route::Router router(mesh.table());
  Envelope root = Text("root");
  router.Enter(0, root, 0);
  Envelope child = root;
  child.id = "child";
  child.root_id = "root";
  const ValueList arguments = {Value::String("order 7")};
  EXPECT_EQ(std::get<std::string>(route::EffectKey(router, child, arguments)),
            std::get<std::string>(route::EffectKey(router, root, arguments)));
}

}  // namespace
}  // namespace mesh::test
