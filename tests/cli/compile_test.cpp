#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

Outcome Compile(MemoryWorld& world, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"compile", "notes.flow", "-o", "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return world.Run(arguments);
}

/// `kNotes` with a second actor.
std::string WithScorer() {
  return Replaced(Replaced(kNotes, "  answer;", "  answer;\n  audit;"), "flow keep",
                  "processor audit(reply: string);\n\nflow keep");
}

TEST(Compile, WritesEveryPartAndAManifestOfIt) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = Compile(world);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
  for (const std::string path :
       {"CMakeLists.txt", "actors/answer.cpp", "routes/route_table.cpp", "routes/routes.json",
        "graph/keep.dot", "graph/keep.mmd", "graph/keep.json", "deploy/Dockerfile"}) {
    EXPECT_TRUE(world.output.files.contains("out/" + path)) << path;
  }
  const Json manifest = Json::parse(world.output.files.at("out/mesh-manifest.json"));
  EXPECT_EQ(manifest["mesh"], "demo.notes");
  EXPECT_TRUE(manifest["sources"].contains("notes.flow"));
  EXPECT_EQ(manifest["files"]["actors/answer.cpp"]["ownership"], "once");
  EXPECT_EQ(manifest["files"]["routes/routes.json"]["ownership"], "generated");
  EXPECT_EQ(manifest["files"].size() + 1, world.output.files.size()) << "every file but the manifest itself";
}

TEST(Compile, WritesNothingTheSecondTime) {
  MemoryWorld world = WorldWith(kNotes);
  Compile(world);
  EXPECT_EQ(Compile(world).exit_code, 0);
  EXPECT_TRUE(world.output.written.empty());
}

TEST(Compile, WritesOnlyWhatChanged) {
  MemoryWorld world = WorldWith(kNotes);
  Compile(world);
  world.output.files["out/routes/routes.json"] = "damaged";
  Compile(world);
  EXPECT_EQ(world.output.written, std::vector<std::string>{"out/routes/routes.json"});
}

TEST(Compile, NeverTouchesAFileOfTheUser) {
  MemoryWorld world = WorldWith(kNotes);
  world.output.files["out/actors/answer.cpp"] = "mine";
  Compile(world);
  EXPECT_EQ(world.output.files.at("out/actors/answer.cpp"), "mine");
}

TEST(Compile, LeavesTheOldTreeAfterAnError) {
  MemoryWorld world = WorldWith(kNotes);
  Compile(world);
  const auto before = world.output.files;
  world.files.Put("notes.flow", Replaced(kNotes, "  answer;", "  answr;"));
  EXPECT_EQ(Compile(world).exit_code, 1);
  EXPECT_EQ(world.output.files, before);
}

TEST(Compile, WarningsThatAreErrorsWriteNothing) {
  MemoryWorld world = WorldWith(std::string(kNotes) + "record Unused { a: int; }\n");
  EXPECT_EQ(Compile(world, {"-Werror"}).exit_code, 1);
  EXPECT_TRUE(world.output.files.empty());
}

TEST(Compile, IsTwoIfTheTreeCannotBeWritten) {
  MemoryWorld world = WorldWith(kNotes);
  world.output.forbidden = "out/routes";
  EXPECT_EQ(Compile(world).exit_code, 2);
  EXPECT_TRUE(world.output.files.empty());
}

TEST(Compile, ReportsOrphansAndRemovesWhatIsItsOwn) {
  MemoryWorld world = WorldWith(WithScorer());
  ASSERT_EQ(Compile(world).exit_code, 0);
  const std::size_t with_audit = world.output.files.size();
  world.files.Put("notes.flow", kNotes);
  const auto outcome = Compile(world);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.err.find("out/actors/audit.cpp"), std::string::npos) << outcome.err;
  EXPECT_TRUE(world.output.files.contains("out/actors/audit.cpp"));
  EXPECT_LT(world.output.files.size(), with_audit) << "generated files of the actor are gone";
  EXPECT_NE(Compile(world).err.find("out/actors/audit.cpp"), std::string::npos)
      << "reported until it is settled";
}

TEST(Compile, OnlyWritesThePartsThatAreNamed) {
  MemoryWorld world = WorldWith(kNotes);
  ASSERT_EQ(Compile(world, {"--only", "routes,graph"}).exit_code, 0);
  EXPECT_TRUE(world.output.files.contains("out/routes/routes.json"));
  EXPECT_TRUE(world.output.files.contains("out/graph/keep.dot"));
  EXPECT_FALSE(world.output.files.contains("out/CMakeLists.txt"));
  ASSERT_EQ(Compile(world).exit_code, 0);
  const auto all = world.output.files;
  ASSERT_EQ(Compile(world, {"--only", "routes"}).exit_code, 0);
  EXPECT_EQ(world.output.files, all) << "the rest of the manifest stays";
}

TEST(Compile, FrozenWritesNothingAndTellsWhatWouldChange) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = Compile(world, {"--frozen"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("would change: out/CMakeLists.txt"), std::string::npos) << outcome.err;
  EXPECT_TRUE(world.output.files.empty());
  Compile(world);
  EXPECT_EQ(Compile(world, {"--frozen"}).exit_code, 0);
}

TEST(Compile, WritesADependencyFile) {
  MemoryWorld world = WorldWith("mesh demo.notes;\nimport \"types of.flow\";\n" +
                                std::string(kNotes).substr(std::string(kNotes).find('\n')));
  world.files.Put("types of.flow", "record Extra { a: int; }\n");
  ASSERT_EQ(Compile(world, {"--depfile", "notes.d"}).exit_code, 0);
  EXPECT_EQ(world.output.files.at("notes.d"), "out/mesh-manifest.json: notes.flow types\\ of.flow\n");
}

TEST(Compile, DoesNotDependOnTheFolder) {
  MemoryWorld here = WorldWith(kNotes);
  MemoryWorld there;
  there.files.Put("/some/where/notes.flow", kNotes);
  ASSERT_EQ(here.Run({"compile", "notes.flow", "-o", "out"}).exit_code, 0);
  ASSERT_EQ(there.Run({"compile", "/some/where/notes.flow", "-o", "out"}).exit_code, 0);
  EXPECT_EQ(here.output.files, there.output.files);
}

constexpr const char* kDeploy = R"(
flavor small { timeout 90s; retry 9; }
deploy production for demo.notes { actor answer: small { scale 0..3; } }
)";

TEST(Compile, WritesNoChartThatLeavesADeployOut) {
  MemoryWorld world = WorldWith(std::string(kNotes) + kDeploy);
  const auto outcome = Compile(world);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("MC4016"), std::string::npos);
  EXPECT_NE(outcome.err.find("`--only cpp,routes,graph,schema`"), std::string::npos);
  EXPECT_TRUE(world.output.files.empty());
}

TEST(Compile, MakesTheSameProgramWhateverIsDeployed) {
  const std::vector<std::string> rest = {"--only", "cpp,routes,graph,schema"};
  MemoryWorld plain = WorldWith(kNotes);
  MemoryWorld deployed = WorldWith(std::string(kNotes) + kDeploy);
  ASSERT_EQ(Compile(plain, rest).exit_code, 0);
  ASSERT_EQ(Compile(deployed, rest).exit_code, 0);
  const std::string manifest = "out/mesh-manifest.json";
  EXPECT_EQ(Json::parse(plain.output.files.at(manifest))["table"],
            Json::parse(deployed.output.files.at(manifest))["table"]);
  plain.output.files.erase(manifest);
  deployed.output.files.erase(manifest);
  EXPECT_EQ(plain.output.files, deployed.output.files);
}

}  // namespace
}  // namespace meshc::test
