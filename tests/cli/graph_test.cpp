#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

TEST(Graph, DrawsToStandardOutput) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"graph", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("digraph"), std::string::npos);
  EXPECT_NE(outcome.out.find("answer"), std::string::npos);
}

TEST(Graph, TakesTheFormatFromTheEnding) {
  MemoryWorld world = WorldWith(kNotes);
  for (const auto& [path, begin] : {std::pair{"g.svg", "<?xml"}, {"g.png", "\x89PNG"}, {"g.json", "{"}}) {
    EXPECT_EQ(world.Run({"graph", "notes.flow", "-o", path}).exit_code, 0);
    EXPECT_TRUE(world.output.files.at(path).starts_with(begin)) << path;
  }
  EXPECT_EQ(world.Run({"graph", "notes.flow", "-o", "g.svg", "--format", "dot"}).exit_code, 0);
  EXPECT_TRUE(world.output.files.at("g.svg").starts_with("digraph"));
}

TEST(Graph, ADashIsStandardOutput) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"graph", "notes.flow", "-o", "-"});
  EXPECT_EQ(outcome.out, world.Run({"graph", "notes.flow"}).out);
  EXPECT_TRUE(world.output.files.empty());
}

/// The library stands in no file.
TEST(Graph, LinksToTheSourceFromTheFolderOfThePicture) {
  MemoryWorld world;
  world.files.Put("lib/notes.flow",
                  "mesh demo.notes;\nimport std.human_approval;\n"
                  "envelope Note { in text: string; }\nprocessor file(text: string);\n"
                  "flow keep on Note { file; }\n");
  const auto draw = [&](const std::string& path) {
    const auto outcome = world.Run({"graph", "lib/notes.flow", "-o", path});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return world.output.files.at(path);
  };
  EXPECT_NE(draw("n.svg").find("xlink:href=\"lib/notes.flow#L5\""), std::string::npos);
  const std::string below = draw("sub/n.svg");
  EXPECT_NE(below.find("xlink:href=\"../lib/notes.flow#L5\""), std::string::npos);
  EXPECT_EQ(below.find("xlink:href=\"lib/"), std::string::npos);
  EXPECT_EQ(below.find("std/human_approval.flow"), std::string::npos);
  EXPECT_NE(draw("lib/n.html").find(R"({"lib/notes.flow":"notes.flow"})"), std::string::npos);
}

TEST(Graph, TellsTheKeyOfAnEffect) {
  MemoryWorld world;
  world.files.Put("pay.flow",
                  "mesh demo.pay;\nrecord Order { id: string; }\n"
                  "envelope Sale { in order: Order; }\n"
                  "processor charge(order: Order) { effect idempotent by order.id shared; }\n"
                  "processor note(order: Order) { effect idempotent; }\n"
                  "flow pay on Sale { charge; note; }\n");
  const auto outcome = world.Run({"graph", "pay.flow", "--format", "json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::map<std::string, nlohmann::json> effects;
  const auto told = nlohmann::json::parse(outcome.out);
  for (const auto& actor : told["actors"]) effects[actor["name"]] = actor["effect"];
  EXPECT_EQ(effects["charge"],
            (nlohmann::json{{"kind", "idempotent"}, {"by", "order.id"}, {"shared", true}}));
  EXPECT_EQ(effects["note"]["by"], nullptr);
}

TEST(Graph, WantsANameOfTheFileToWrite) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"graph", "notes.flow", "-o", ""});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("-o needs the name of a file; - is standard output"), std::string::npos)
      << outcome.err;
}

TEST(Graph, RefusesBesideTheSchemaWhatItWouldIgnore) {
  MemoryWorld world = WorldWith(kNotes);
  using Words = std::vector<std::string>;
  for (const Words& more : {Words{"--deploy", "foo"}, Words{"--overlay", "counts.json"}, Words{"notes.flow"},
                            Words{"-o", "x.svg"}, Words{"--format", "dot"}, Words{"-o", ""}}) {
    Words words = {"graph", "--schema"};
    words.insert(words.end(), more.begin(), more.end());
    const auto outcome = world.Run(words);
    EXPECT_EQ(outcome.exit_code, 2) << more.front();
    EXPECT_EQ(outcome.out, "") << more.front();
  }
  EXPECT_EQ(world.Run({"graph", "--schema", "--format", "json", "-o", "x.json"}).exit_code, 0);
  EXPECT_TRUE(world.output.files.contains("x.json"));
}

TEST(Graph, KnowsItsLevels) {
  MemoryWorld world = WorldWith(kNotes);
  for (const std::string level : {"mesh", "flow", "actor"}) {
    EXPECT_EQ(world.Run({"graph", "--level", level, "notes.flow"}).exit_code, 0) << level;
  }
  EXPECT_EQ(world.Run({"graph", "--level", "galaxy", "notes.flow"}).exit_code, 2);
}

/// More statements than one diagram of Mermaid takes.
MemoryWorld LongWorld() {
  std::string steps;
  for (int i = 0; i < 500; ++i) steps += "file;\n";
  return WorldWith(Replaced(kNotes, "  answer;\n", steps + "answer;\n") + "processor file(text: string);\n");
}

TEST(Graph, WritesThePartsOfALargeDiagramBesideIt) {
  MemoryWorld world = LongWorld();
  ASSERT_EQ(world.Run({"graph", "notes.flow", "-o", "g.mmd"}).exit_code, 0);
  ASSERT_TRUE(world.output.files.contains("g.part2.mmd"));
  EXPECT_NE(world.output.files.at("g.mmd").find("part 2 of"), std::string::npos);
  ASSERT_EQ(world.Run({"compile", "--only", "graph", "-o", "out", "notes.flow"}).exit_code, 0);
  EXPECT_TRUE(world.output.files.contains("out/graph/keep.part1.mmd"));
}

TEST(Graph, SaysThatStandardOutputTakesTheOverviewAlone) {
  MemoryWorld world = LongWorld();
  const auto outcome = world.Run({"graph", "notes.flow", "--format", "mermaid"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.err.find("note: this is an overview of"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.out.find("part 2 of"), std::string::npos);
}

TEST(Graph, DrawsNothingOfAWrongMesh) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr;"));
  const auto outcome = world.Run({"graph", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
}

}  // namespace
}  // namespace meshc::test
