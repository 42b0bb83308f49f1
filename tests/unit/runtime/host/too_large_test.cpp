// What would follow from a message is more than the transport takes, wherever a host writes something.
#include <algorithm>
#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "mesh/state/keys.h"
#include "tests/support/durable_fixture.h"
#include "tests/unit/runtime/host/durable_calls.h"

namespace mesh::test {
namespace {

using Predicate = std::function<bool(const state::Change& change)>;

/// Takes no transition that puts such a change.
Broker::Options Refusing(const Predicate& refused) {
  return {.too_large = [refused](const transport::Transition& part) {
    return std::ranges::any_of(part.changes, [&refused](const state::Change& change) {
      return change.kind == state::Change::Kind::kPut && refused(change);
    });
  }};
}
Predicate Under(std::string_view kind) {
  return [kind](const state::Change& change) { return change.key.starts_with(kind); };
}

std::uint64_t Failures(DurableFixture& fixture) {
  std::uint64_t sum = 0;
  for (DurableHost* const host : {&fixture.one, &fixture.other}) {
    for (const auto& [error, count] : host->host().counts().failed) sum += count;
  }
  return sum;
}

/// Of a root that nothing more can be kept of, it is the end.
std::string EndOf(DurableFixture& fixture) {
  EXPECT_TRUE(Eventually([&] { return fixture.arrivals.size() == 1; }));
  if (fixture.arrivals.size() != 1) return {};
  const Envelope ended = fixture.arrivals.WaitFor(1).front();
  return ended.status.error ? ended.status.error->name : "none";
}

TEST(TooLarge, IsAClaimThatAnEffectWants) {
  const CallMesh mesh({.effect = contract::Effect::kIdempotent, .caught = contract::BuiltinError::kCount});
  std::atomic<int> calls = 0;
  const auto count = [&calls](auto, auto&) {
    ++calls;
    return actor::Results{{Value::String("done")}};
  };
  DurableFixture fixture(mesh.table(), Calls(mesh, count), Refusing(Under("claim")));
  ASSERT_TRUE(fixture.Submit(Text("e", "x")));
  EXPECT_EQ(EndOf(fixture), "contract_violation");
  EXPECT_EQ(calls, 0);
}

TEST(TooLarge, IsTheIntentOfAnEffect) {
  const CallMesh mesh({.effect = contract::Effect::kIdempotent,
                       .effect_by_text = true,
                       .caught = contract::BuiltinError::kCount});
  std::atomic<int> calls = 0;
  const auto count = [&calls](auto, auto&) {
    ++calls;
    return actor::Results{{Value::String("done")}};
  };
  DurableFixture fixture(mesh.table(), Calls(mesh, count), Refusing(Under("intent")));
  ASSERT_TRUE(fixture.Submit(Text("e", "x")));
  EXPECT_EQ(EndOf(fixture), "contract_violation");
  EXPECT_EQ(calls, 0);
}

/// Its beginning is kept then, with the reason: nobody else could do more with it.
TEST(TooLarge, IsAMessageThatIsNoEnvelope) {
  const CallMesh mesh({});
  constexpr std::size_t kMost = 500'000;
  DurableFixture fixture(mesh.table(), Calls(mesh, Returns(Value::String("done"))),
                         Refusing([](const state::Change& change) { return change.value.size() > kMost; }));
  const std::string body = "no envelope " + std::string(kMost, '\x01');
  auto letter = std::make_unique<transport::Letter>(transport::Letter{.id = "e/1", .body = body});
  ASSERT_TRUE(fixture.entrance.transport().Open("work").Send(std::move(letter), 0));
  EXPECT_TRUE(Eventually([&] { return !fixture.entrance.state().Scan("unreadable").empty(); }));
  const auto kept = fixture.entrance.state().Scan("unreadable");
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_NE(kept.front().value.find("no envelope"), std::string::npos);
  EXPECT_NE(kept.front().value.find(std::to_string(body.size())), std::string::npos) << "how long it was";
}

/// Its error is told when it is raised; that it cannot be replayed is no other one.
TEST(TooLarge, IsWhatAFailureKeepsAndIsCountedOnce) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  DurableFixture fixture(mesh.table(), Calls(mesh, Raises("busy")), Refusing(Under("failed")));
  ASSERT_TRUE(fixture.Submit(Text("e", "x")));
  EXPECT_EQ(EndOf(fixture), "contract_violation");
  EXPECT_EQ(Failures(fixture), 1U);
}

/// Of a visit that had succeeded it is the only failure.
TEST(TooLarge, IsWhatFollowsFromASuccessAndIsCountedOnce) {
  const CallMesh mesh({.effect = contract::Effect::kIdempotent, .caught = contract::BuiltinError::kCount});
  DurableFixture fixture(mesh.table(), Calls(mesh, Returns(Value::String("done"))),
                         Refusing(Under("effect")));
  ASSERT_TRUE(fixture.Submit(Text("e", "x")));
  EXPECT_EQ(EndOf(fixture), "contract_violation");
  EXPECT_EQ(Failures(fixture), 1U);
}

}  // namespace
}  // namespace mesh::test
