#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

constexpr const char* kLogic = R"(mesh t;
envelope T { in x: int; }
processor a(x: int);
processor b(x: int) { timeout 2m; }
flow f on T { a -> b; }
)";

Checked CheckDeploy(const std::string& text) { return CheckFiles({{"main.flow", kLogic + text}}); }

/// The settled settings of an actor of the first deploy.
types::ActorSettings SettingsIn(const Checked& checked, std::uint32_t actor) {
  const types::Declarations& declarations = checked.program.declarations;
  return types::SettingsOf(declarations, declarations.deploys[types::DeployId{0}], types::ActorId{actor});
}

TEST(Deploys, HaveSettingsForEveryActor) {
  const auto checked = CheckDeploy(
      "flavor big { scale 0..9 cooldown 5m; env \"K\" \"1\"; }\n"
      "deploy d for t { default { image \"i:1\"; } actor b: big { scale 1..2; env \"L\" \"2\"; } }");
  EXPECT_FALSE(checked.diagnostics.HasErrors());
  EXPECT_EQ(SettingsIn(checked, 0).image, "i:1");
  EXPECT_FALSE(SettingsIn(checked, 0).scale.replicas.has_value());
  const types::ActorSettings b = SettingsIn(checked, 1);
  EXPECT_EQ(b.image, "i:1");
  ASSERT_TRUE(b.scale.replicas.has_value());
  EXPECT_EQ(b.scale.replicas->value.max, 2U);
  ASSERT_TRUE(b.scale.cooldown_ns.has_value());
  EXPECT_EQ(b.scale.cooldown_ns->value, 300'000'000'000);
  EXPECT_EQ(b.env.size(), 2U);
}

TEST(Deploys, ReadAmountsInTheirUnits) {
  const auto checked = CheckDeploy(
      "deploy d for t { default { resources { cpu 250m; memory 1.5Gi; limit { cpu 2; } } timeout 10ms; } }");
  const types::ActorSettings settings = SettingsIn(checked, 0);
  EXPECT_EQ(settings.resources.milli_cpu.request->value, 250);
  EXPECT_EQ(settings.resources.milli_cpu.limit->value, 2000);
  EXPECT_EQ(settings.resources.memory_bytes.request->value, 1536LL << 20);
  EXPECT_EQ(settings.resources.memory_bytes.limit->value, 1536LL << 20);
  EXPECT_EQ(settings.timeout_ns->value, 10'000'000);
}

TEST(Deploys, DoNotUseActors) {
  const std::string actor = "processor idle(x: int);\n";
  EXPECT_EQ(CodesOf(kLogic + actor + "deploy d for t { actor idle { image \"i\"; } }"), "MC5001:6");
}

TEST(Deploys, AreReportedWithTheirFlowsLeftSound) {
  const auto checked = CheckDeploy("deploy d for t { actor c; }");
  EXPECT_TRUE(checked.diagnostics.HasErrors());
  EXPECT_TRUE(checked.program.flows[types::FlowId{0}].sound);
}

TEST(Deploys, ReportTheLongestHandlerOnceForEachPlace) {
  const auto checked = CheckDeploy("deploy d for t { default { grace 1s; } }\ndeploy e for t {}");
  ASSERT_EQ(checked.diagnostics.all().size(), 1U);
  EXPECT_EQ(checked.diagnostics.all().front().message,
            "a pod of `b` has `1s` to end, but its handler may take `2m`");
}

TEST(Deploys, StaySilentOnActorsOfFilesThatAreMissing) {
  EXPECT_EQ(CodesOfFiles({{"main.flow", "mesh t; import \"lost.flow\";\ndeploy d for t { actor lost; }"}}),
            "MC2002:1");
}

/// Would take hours if each deploy looked at each actor.
TEST(Deploys, CostWhatTheyStateWhateverTheMeshHas) {
  std::string text = "mesh t;\nenvelope T { in x: int; }\nflow f on T {}\n";
  constexpr int kMany = 30'000;
  for (int i = 0; i < kMany; ++i) text += "processor p" + std::to_string(i) + "(x: int);\n";
  for (int i = 0; i < kMany; ++i) {
    text += "deploy d" + std::to_string(i) + " for t { default { grace 1m; timeout 30s; } }\n";
  }
  EXPECT_FALSE(CheckFiles({{"main.flow", text}}).diagnostics.HasErrors());
}

}  // namespace
}  // namespace meshc::sema::test
