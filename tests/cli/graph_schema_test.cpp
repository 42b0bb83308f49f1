// `graph --format json` against the schema that `graph --schema` prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/notes_flow.h"
#include "tests/support/places.h"
#include "tests/support/schema_violations.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Every keyword of it means in draft 7 what it means in 2020-12.
std::string Violations(MemoryWorld& world, const Json& document) {
  return SchemaViolations(Json::parse(world.Run({"graph", "--schema"}).out), document);
}

std::string ReadFile(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// All files of the example by their names; yields that of the root.
std::string PutExample(const fs::path& folder, MemoryWorld& world) {
  std::string root;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".flow") continue;
    const std::string text = ReadFile(entry.path());
    world.files.Put(entry.path().filename().string(), text);
    if (("\n" + text).find("\nmesh ") != std::string::npos) root = entry.path().filename().string();
  }
  return root;
}

TEST(GraphSchema, HoldsForEveryExampleAtEveryLevel) {
  std::size_t examples = 0;
  for (const auto& entry : fs::directory_iterator(SourceFolder() / "examples")) {
    if (!entry.is_directory()) continue;
    MemoryWorld world;
    const std::string root = PutExample(entry.path(), world);
    if (root.empty()) continue;
    ++examples;
    for (const std::string level : {"mesh", "flow", "actor"}) {
      const auto graph = world.Run({"graph", "--format", "json", "--level", level, root});
      ASSERT_EQ(graph.exit_code, 0) << graph.err;
      EXPECT_EQ(Violations(world, Json::parse(graph.out)), "") << root << " " << level;
    }
    ASSERT_EQ(world.Run({"compile", "--only", "graph", "-o", "out", root}).exit_code, 0);
    for (const auto& [path, text] : world.output.files) {
      if (path.starts_with("out/graph/") && path.ends_with(".json")) {
        EXPECT_EQ(Violations(world, Json::parse(text)), "") << root << " " << path;
      }
    }
  }
  EXPECT_GT(examples, 10U);
}

constexpr const char* kGraphDeploy = R"(
flavor small { timeout 90s; retry 9; resources { memory 1Gi; gpu 1; } }
deploy production for demo.notes { actor answer: small { scale 0..3; concurrency 2; } }
)";

TEST(GraphSchema, HoldsForDeploysAndCountsToo) {
  MemoryWorld world = WorldWith(std::string(kNotes) + kGraphDeploy);
  ASSERT_EQ(
      world.Run({"run", "--stub", "--counts", "counts.json", "notes.flow"}, "{\"text\": \"a\"}\n").exit_code,
      0);
  world.files.Put("counts.json", world.output.files.at("counts.json"));
  const auto graph = world.Run({"graph", "--format", "json", "--level", "mesh", "--deploy", "production",
                                "--overlay", "counts.json", "notes.flow"});
  ASSERT_EQ(graph.exit_code, 0) << graph.err;
  const Json picture = Json::parse(graph.out);
  EXPECT_EQ(Violations(world, picture), "");
  EXPECT_EQ(picture.at("deploy"), "production");
  const Json& deploy = picture.at("actors").at(0).at("deploy");
  EXPECT_EQ(deploy.at("scale").at("max"), 3);
  EXPECT_EQ(deploy.at("resources").at("memory_bytes").at("limit"), 1 << 30);
  EXPECT_EQ(deploy.at("resources").at("gpu").at("count"), 1);
  EXPECT_EQ(deploy.at("concurrency"), 2);
  EXPECT_EQ(deploy.at("timeout_ms"), 90'000.0);
  EXPECT_EQ(deploy.at("attempts"), 9);
}

TEST(GraphSchema, RefusesWhatNobodyWrites) {
  MemoryWorld world = WorldWith(kNotes);
  Json picture = Json::parse(world.Run({"graph", "--format", "json", "notes.flow"}).out);
  ASSERT_EQ(Violations(world, picture), "");
  picture["nodes"][0]["colour"] = "red";
  EXPECT_NE(Violations(world, picture), "");
}

TEST(Graph, TellsContractsAndPlacesAsData) {
  MemoryWorld world = WorldWith(
      Replaced(kNotes, "processor answer(text: string) -> (reply: string);",
               "error busy recoverable;\n@owner(\"desk\") @cost(0.5)\nprocessor answer(text: string) "
               "-> (reply: string) { raises busy; timeout 5s; }"));
  const Json picture = Json::parse(world.Run({"graph", "--format", "json", "notes.flow"}).out);
  const Json& answer = picture.at("actors").at(0);
  EXPECT_EQ(answer.at("params").at(0).at("type"), "string");
  EXPECT_EQ(answer.at("raises"), Json::parse(R"(["busy"])"));
  EXPECT_EQ(answer.at("owner"), "desk");
  EXPECT_EQ(answer.at("cost"), 0.5);
  EXPECT_EQ(answer.at("limits").at("timeout_ms"), 5000.0);
  EXPECT_EQ(answer.at("place"), Json::parse(R"({"file": "notes.flow", "line": 10, "column": 11})"));
  const auto named = std::find_if(picture.at("nodes").begin(), picture.at("nodes").end(),
                                  [](const Json& node) { return node.at("actor") == "answer"; });
  ASSERT_NE(named, picture.at("nodes").end());
  EXPECT_EQ(named->at("place").at("line"), 13);
}

TEST(Graph, LeadsFromPicturesToTheSource) {
  MemoryWorld world = WorldWith(kNotes);
  for (const std::string format : {"svg", "dot"}) {
    const auto graph = world.Run({"graph", "--format", format, "notes.flow"});
    EXPECT_NE(graph.out.find("notes.flow#L11"), std::string::npos) << graph.out;
  }
  EXPECT_EQ(world.Run({"graph", "--format", "html", "notes.flow"}).out.find("notes.flow#L11"),
            std::string::npos)
      << "a click there chooses a node";
}

TEST(Graph, AsksForADeployThatThereIs) {
  MemoryWorld world = WorldWith(std::string(kNotes) + kGraphDeploy);
  const auto near = world.Run({"graph", "--deploy", "prodution", "notes.flow"});
  EXPECT_EQ(near.exit_code, 2);
  EXPECT_EQ(near.err, "meshc: no deploy is called `prodution`; did you mean `production`?\n");
}

TEST(Graph, PrintsItsSchemaWithoutAFile) {
  MemoryWorld world;
  const auto schema = world.Run({"graph", "--schema"});
  EXPECT_EQ(schema.exit_code, 0) << schema.err;
  EXPECT_EQ(Json::parse(schema.out).at("$id"), "urn:meshc:graph:1");
  EXPECT_EQ(world.Run({"graph"}).exit_code, 2);
}

}  // namespace
}  // namespace meshc::test
