// `effect idempotent`: a call that has succeeded is not made again, its result is replayed.
#include <atomic>

#include <gtest/gtest.h>

#include "mesh/route/effect_key.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

Envelope Text(std::string id, std::string text = "hello") {
  return NewEnvelope(std::move(id), {Value::String(std::move(text)), Value()});
}

std::string ReplyOf(const Envelope& envelope) {
  return std::string(envelope.payload[CallMesh::kReply].text());
}

/// Answers every call with the number of calls so far.
class CountingMesh {
 public:
  explicit CountingMesh(const CallOptions& options)
      : mesh_(options),
        fixture_(mesh_.table(), {EntryOf(mesh_.table(), "work",
                                         [this](auto, auto&) -> actor::Outcome {
                                           const int call = ++calls_;
                                           if (call <= failing_)
                                             return Error{
                                                 .name = "busy", .message = {}, .actor = {}, .detail = {}};
                                           gate_.Pass();
                                           return actor::Results{{Value::String(std::to_string(call))}};
                                         }),
                                 EntryOf(mesh_.table(), "fallback", Returns(Value::String("fallback")))}) {}

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

TEST(Effects, ADuplicateOfAnEnvelopeGetsTheStoredResult) {
  CountingMesh mesh({.effect = contract::Effect::kIdempotent});
  mesh.gate().Open();
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("same"))), "1");
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("same"))), "1");
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("other"))), "2");
  EXPECT_EQ(mesh.calls(), 2);
  EXPECT_EQ(mesh.fixture().host.counts().duplicates_suppressed, 1U);
}

TEST(Effects, WithoutAnEffectEveryCallIsMade) {
  CountingMesh mesh({});
  mesh.gate().Open();
  mesh.fixture().Run(Text("same"));
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("same"))), "2");
}

TEST(Effects, AFailureIsNotStored) {
  CountingMesh mesh({.effect = contract::Effect::kIdempotent});
  mesh.gate().Open();
  mesh.FailFirst(1);
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("same"))), "fallback");
  EXPECT_EQ(ReplyOf(mesh.fixture().Run(Text("same"))), "2");
}

TEST(Effects, AResultThatBreaksTheContractIsNotStored) {
  const CallMesh mesh({.effect = contract::Effect::kIdempotent, .caught = contract::BuiltinError::kCount});
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
