#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

Outcome CompileDeploys(MemoryWorld& world, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"compile", "notes.flow", "-o", "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return world.Run(arguments);
}

constexpr const char* kClusterDeploy = R"(
flavor small { timeout 90s; retry 9; }
deploy production for demo.notes { actor answer: small { scale 0..3; } }
)";

TEST(CompileDeploys, WritesValuesForEachDeploy) {
  MemoryWorld world = WorldWith(std::string(kNotes) + kClusterDeploy);
  const auto outcome = CompileDeploys(world);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string folder = "out/deploy/helm/demo-notes/";
  const std::string& deployed = world.output.files.at(folder + "values-production.yaml");
  EXPECT_NE(deployed.find("max: 3  # actor answer"), std::string::npos) << deployed;
  EXPECT_EQ(world.output.files.at(folder + "values.yaml").find("# actor answer"), std::string::npos);
  ASSERT_EQ(CompileDeploys(world, {"--deploy", "production"}).exit_code, 0);
  EXPECT_NE(world.output.files.at(folder + "values.yaml").find("max: 3  # actor answer"), std::string::npos);
}

/// A time to end that KEDA's 32 bits do not hold would be refused by the cluster.
TEST(CompileDeploys, RefusesHandlersThatTakeLongerThanPodsCan) {
  const auto with = [](const char* timeout, const std::string& call) {
    const std::string actor =
        Replaced(kNotes, "(reply: string);", std::string("(reply: string) { timeout ") + timeout + "; }");
    return Replaced(actor, "{\n  answer;", "{\n  answer" + call + ";");
  };
  const auto find = [](const std::string& text, const std::vector<std::string>& more = {}) {
    MemoryWorld world = WorldWith(text);
    const auto outcome = CompileDeploys(world, more);
    EXPECT_EQ(outcome.exit_code, outcome.err.empty() ? 0 : 1);
    return outcome.err.substr(0, outcome.err.find('\n'));
  };
  EXPECT_EQ(find(with("24855d", "")), "");
  EXPECT_EQ(find(with("24856d", "")),
            "notes.flow:8:11: error[MC3052]: `timeout` takes at most `24855d`, found `24856d`");
  EXPECT_EQ(find(with("1s", " timeout 600000h")),
            "notes.flow:11:3: error[MC3052]: `timeout` takes at most `24855d`, found `25000d`");
  // What no call takes does not count, nor what a deploy states otherwise, nor what no chart is made of.
  EXPECT_EQ(find(with("24856d", " timeout 1s")), "");
  EXPECT_EQ(find(with("24856d", "") + kClusterDeploy, {"--deploy", "production"}), "");
  EXPECT_EQ(find(with("24856d", ""), {"--only", "cpp,routes,graph,schema"}), "");
}

TEST(CompileDeploys, AsksForADeployThatThereIs) {
  MemoryWorld world = WorldWith(std::string(kNotes) + kClusterDeploy);
  const auto near = CompileDeploys(world, {"--deploy", "prodution"});
  EXPECT_EQ(near.exit_code, 2);
  EXPECT_EQ(near.err, "meshc: no deploy is called `prodution`; did you mean `production`?\n");
  EXPECT_EQ(CompileDeploys(world, {"--deploy", "x"}).err,
            "meshc: no deploy is called `x`; there are: production\n");
  EXPECT_TRUE(world.output.files.empty());
  MemoryWorld plain = WorldWith(kNotes);
  EXPECT_EQ(CompileDeploys(plain, {"--deploy", "x"}).err, "meshc: no deploy is called `x`; there is none\n");
}

TEST(CompileDeploys, TakesTheVersionOfTheChart) {
  MemoryWorld world = WorldWith(kNotes);
  ASSERT_EQ(CompileDeploys(world, {"--chart-version", "1.4.0-rc.1+build.7"}).exit_code, 0);
  EXPECT_NE(world.output.files.at("out/deploy/helm/demo-notes/Chart.yaml").find("\"1.4.0-rc.1+build.7\""),
            std::string::npos);
  for (const char* wrong : {"1.4", "v1.4.0", "01.4.0", ""})
    EXPECT_EQ(CompileDeploys(world, {"--chart-version", wrong}).exit_code, 2) << wrong;
}

TEST(CompileDeploys, MakesTheSameProgramWhateverIsDeployed) {
  const std::vector<std::string> rest = {"--only", "cpp,routes,graph,schema"};
  MemoryWorld plain = WorldWith(kNotes);
  MemoryWorld deployed = WorldWith(std::string(kNotes) + kClusterDeploy);
  ASSERT_EQ(CompileDeploys(plain, rest).exit_code, 0);
  ASSERT_EQ(CompileDeploys(deployed, rest).exit_code, 0);
  const std::string manifest = "out/mesh-manifest.json";
  EXPECT_EQ(Json::parse(plain.output.files.at(manifest))["table"],
            Json::parse(deployed.output.files.at(manifest))["table"]);
  plain.output.files.erase(manifest);
  deployed.output.files.erase(manifest);
  EXPECT_EQ(plain.output.files, deployed.output.files);
}

}  // namespace
}  // namespace meshc::test
