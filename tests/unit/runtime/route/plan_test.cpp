// Plans: which steps a router may plan, and in which order they are taken.
#include <gtest/gtest.h>

#include "flow_fixture.h"

namespace mesh::route {
namespace {

/// root: `planner` plans at most three of the steps `b` and `c`; `c` writes a field that is written once.
class PlanTest : public RouterFlowTest {
 protected:
  PlanTest() {
    const Index planner = TestTable::Push(
        table.data.actors, {.name = "planner",
                            .kind = contract::ActorKind::kPlanRouter,
                            .steps = TestTable::Append<std::string_view>(table.data.pool.strings, {"b", "c"}),
                            .max_steps = 3,
                            .timeout_ns = 30'000'000'000});
    table.Point({.name = "plan",
                 .kind = PointKind::kFollow,
                 .flow = 0,
                 .next = 1,
                 .targets = table.Indices({2, 3}),
                 .actor = planner,
                 .once = table.Indices({1})});
    table.Point({.name = "plan/next", .kind = PointKind::kFollowNext, .flow = 0, .next = 4});
    Call("plan/b", 1, 1);
    Call("plan/c", 2, 1);
    Return();
    table.Flow("root", 0);
  }

  /// The message of what is wrong with the plan; empty: it was followed to its end.
  std::string Follow(const Names& steps) {
    envelope = {};
    Enter({Value::Int(0)});
    Step step = router().Follow(envelope, steps, 0);
    for (int visits = 0; !At(step).empty() && visits < 10; ++visits)
      step = router().Complete(envelope, {}, 0);
    return envelope.status.error ? envelope.status.error->message : "";
  }
};

TEST_F(PlanTest, StepsAreTakenInTheOrderOfThePlan) {
  EXPECT_EQ(Follow({"c", "b", "b"}), "");
  EXPECT_EQ(Visits(), (Names{"planner", "c", "b", "b"}));
  EXPECT_EQ(Follow({"b", "c"}), "");
  EXPECT_EQ(Visits(), (Names{"planner", "b", "c"}));
}

TEST_F(PlanTest, OfNoStepsGoesOnBehindIt) {
  EXPECT_EQ(Follow({}), "");
  EXPECT_EQ(Visits(), Names{"planner"});
}

TEST_F(PlanTest, MayHaveAsManyStepsAsItsRouterSaysAndNoMore) {
  EXPECT_EQ(Follow({"b", "b", "b"}), "");
  EXPECT_EQ(Follow({"b", "b", "b", "b"}), "planned 4 steps, 3 are allowed");
  EXPECT_EQ(Visits(), Names{"planner"}) << "nothing of it is begun";
}

TEST_F(PlanTest, MayNotRepeatAStepThatWritesWhatIsWrittenOnce) {
  EXPECT_EQ(Follow({"c", "c"}), "planned `c` twice, which writes a field that is written once");
}

TEST_F(PlanTest, NamesOnlyWhatIsListed) { EXPECT_EQ(Follow({"a"}), "planned `a`, which it does not list"); }

}  // namespace
}  // namespace mesh::route
