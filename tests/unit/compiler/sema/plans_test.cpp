#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

const std::string kPlanMesh =
    "mesh t; envelope T { in text: string; x: int; var y: int; } envelope U { in text: string; out y: int; } "
    "processor px(text: string) -> (x: int); processor py() -> (y: int); processor p2() -> (x: int, y: int); "
    "processor lost(gone: string) -> (away: int); "
    "flow ft on T { px; } flow fu on U { set y = len(text); } flow u2 on U { py; } flow t2 on T { p2; "
    "lost(gone: "
    "text) as { away: _ }; if x > 1 { return; } }\n";

/// One plan router with these steps, followed.
std::string PlanCodes(const std::string& steps, const std::string& max = "max 3") {
  return CodesOf(kPlanMesh + "router r() -> steps { " + steps + " } " + max + ";\nflow f on T { follow r; }");
}

TEST(Plans, ListStepsThatDoWork) {
  EXPECT_EQ(PlanCodes("px, py, fu"), "");
  EXPECT_EQ(PlanCodes("px, py, px"), "MC3011:2");
  EXPECT_EQ(PlanCodes("px, pxx"), "MC2018:2");
  EXPECT_EQ(PlanCodes("px, r"), "MC2031:2");
  EXPECT_EQ(PlanCodes("px", ""), "MC4009:2");
  EXPECT_EQ(PlanCodes("px", "max 0"), "MC3031:2");
  EXPECT_EQ(PlanCodes("px", "max 1_000_001"), "MC3031:2");
}

TEST(Plans, StepsAreCalledWithoutArguments) {
  EXPECT_EQ(PlanCodes("lost"), "MC3037:3 MC3039:3");
  EXPECT_EQ(PlanCodes("f"), "MC4012:3");
}

TEST(Plans, OnlyOneStepWritesAPlainField) {
  EXPECT_EQ(PlanCodes("py, fu, u2"), "");
  EXPECT_EQ(PlanCodes("px, p2"), "MC4019:3");
  EXPECT_EQ(PlanCodes("px, ft"), "MC4019:3");
}

TEST(Plans, FactsHoldOneCallPerStep) {
  const auto checked = CheckFiles(
      {{"main.flow", kPlanMesh + "router r() -> steps { px, fu, ft } max 2; flow f on T { follow r; }"}});
  ASSERT_EQ(checked.program.follows.size(), 1U);
  const auto& steps = checked.program.follows[0].steps;
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(checked.program.declarations.actors[steps[0].actor].name, "px");
  ASSERT_EQ(steps[0].params.size(), 1U);
  EXPECT_EQ(steps[0].params[0].kind, ParamSource::Kind::kField);
  EXPECT_EQ(steps[0].results[0].field, 1U);
  EXPECT_TRUE(steps[1].own_envelope);
  EXPECT_EQ(steps[1].results[1].field, 2U);
  EXPECT_FALSE(steps[2].own_envelope);
  EXPECT_TRUE(steps[2].params.empty());
  for (const auto& actor : checked.program.declarations.actors) {
    if (actor.name != "r") continue;
    EXPECT_EQ(actor.steps, (std::vector<std::string>{"px", "fu", "ft"}));
    EXPECT_EQ(actor.max_steps, 2U);
  }
}

TEST(Plans, VariablesOfEachComeBeforeFields) {
  const auto checked = CheckFiles(
      {{"main.flow",
        "mesh t; envelope T { in l: [string]; } processor p(v: string); router r() -> steps { p } max 2; "
        "flow f on T { each v in l { follow r; } }"}});
  ASSERT_EQ(checked.program.follows.size(), 1U);
  EXPECT_EQ(checked.program.follows[0].steps[0].params[0].kind, ParamSource::Kind::kVariable);
}

TEST(Plans, StubsFollowListedSteps) {
  const auto stub = [](const std::string& steps) {
    return CodesOf(kPlanMesh +
                   "router r() -> steps { px, fu } max 2; flow f on T { follow r; }\nscenario \"s\" for f {" +
                   " given { text: \"a\" }; stub r follows " + steps + "; }");
  };
  EXPECT_EQ(stub("[px, fu] then [] then [px, px]"), "");
  EXPECT_EQ(stub("[py]"), "MC2034:3");
  EXPECT_EQ(stub("[pxx]"), "MC2018:3");
  EXPECT_EQ(stub("[px, fu, px]"), "MC4027:3");
}

}  // namespace
}  // namespace meshc::sema::test
