// Effects of branches and copies that begin anew without a visit in between: each is one of its own.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "codegen/route_table/route_table.h"
#include "mesh/deterministic/simulation.h"
#include "tests/support/checked_mesh.h"

namespace meshc::codegen {
namespace {

using Numbers = std::vector<std::int64_t>;

/// Of flow `m`, with what it calls: the arguments of `p` in each call that was really made.
Numbers CallsOf(const std::string& flows) {
  const auto checked = test::CheckText(R"(mesh effects;
envelope E { var k: int = 0; log seen: int; }
processor p(k: int) -> (v: int) { effect idempotent; }
)" + flows);
  EXPECT_EQ(checked.Errors(), std::vector<std::string>{});
  if (!checked.Errors().empty()) return {};
  const auto data = BuildTable(checked.mesh, checked.facts);
  const auto table = data.View();
  const mesh::route::Router router(table);
  Numbers calls;
  const auto responder = [&](mesh::contract::Index actor, const mesh::route::Arguments& arguments,
                             const mesh::Envelope&) -> mesh::deterministic::Answer {
    if (table.actors[actor].name == "plan") return {mesh::actor::Plan{{"step", "step"}}, 0};
    calls.push_back(arguments.front().integer());
    return {mesh::actor::Results{{arguments.front()}}, 0};
  };
  mesh::Envelope envelope;
  envelope.id = "e";
  envelope.payload = {mesh::Value::Int(0), mesh::Value::List({})};
  mesh::state::MemoryIdempotencyStore effects;
  const auto run = mesh::deterministic::Simulate(router, router.FindFlow("m"), std::move(envelope), responder,
                                                 {.idempotency = &effects});
  EXPECT_EQ(run.envelope.status.phase, mesh::Phase::kSucceeded);
  return calls;
}

TEST(Effects, OfBranchesAreMadeInEachRoundOfALoop) {
  EXPECT_EQ(CallsOf("flow m on E { loop max 3 { set k += 1; parallel { p as { v: seen }; p as { v: seen }; } "
                    "} else { } }"),
            (Numbers{1, 1, 2, 2, 3, 3}));
}

TEST(Effects, OfElementsAreMadeInEachRoundOfALoop) {
  EXPECT_EQ(
      CallsOf("flow m on E { loop max 2 { each x in [1, 2] max 2 { p(k: x) as { v: _ }; } } else { } }"),
      (Numbers{1, 2, 1, 2}));
}

TEST(Effects, OfCopiesAreMadeInEachRoundOfALoop) {
  EXPECT_EQ(CallsOf("flow m on E { loop max 3 { set k += 1; tap p; } else { } }"), (Numbers{1, 2, 3}));
}

TEST(Effects, OfCopiesAreMadeInEachRoundOfALoopThatIsItselfRepeated) {
  EXPECT_EQ(CallsOf("flow m on E { loop max 2 { loop max 2 { set k += 1; tap p; } else { } } else { } }"),
            (Numbers{1, 2, 3, 4}));
}

TEST(Effects, OfCopiesAreMadeInEachCallOfAFlow) {
  EXPECT_EQ(CallsOf("flow step on E { set k += 1; tap p; }\nflow m on E { step; step; }"), (Numbers{1, 2}));
}

TEST(Effects, OfCopiesAreMadeInEachStepOfAPlan) {
  EXPECT_EQ(CallsOf("router plan(k: int) -> steps { step } max 4;\nflow step on E { set k += 1; tap p; "
                    "}\nflow m on E { follow plan; }"),
            (Numbers{1, 2}));
}

}  // namespace
}  // namespace meshc::codegen
