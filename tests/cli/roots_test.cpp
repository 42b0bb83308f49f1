#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/memory_world.h"

namespace meshc {
namespace {

test::MemoryWorld TwoMeshes() {
  test::MemoryWorld world;
  world.files.Put("./shop.flow", "mesh shop;\nimport \"lib/part.flow\";\n");
  world.files.Put("./desk.flow", "mesh desk;\nimport \"lib/part.flow\";\n");
  world.files.Put("shop.flow", "mesh shop;\nimport \"lib/part.flow\";\n");
  world.files.Put("desk.flow", "mesh desk;\nimport \"lib/part.flow\";\n");
  world.files.Put("lib/part.flow", "import \"deep.flow\";\n");
  world.files.Put("lib/deep.flow", "record R { id: string; }\n");
  world.files.Put("lib/alone.flow", "record A { id: string; }\n");
  return world;
}

TEST(Roots, OfAPartAreAllThatReachIt) {
  auto world = TwoMeshes();
  const auto outcome = world.Run({"roots", "lib/deep.flow"});
  EXPECT_EQ(outcome.out, "desk.flow\nshop.flow\n");
  EXPECT_EQ(outcome.exit_code, 0);
}

TEST(Roots, AFileThatNoneReachesIsItsOwn) {
  auto world = TwoMeshes();
  EXPECT_EQ(world.Run({"roots", "lib/alone.flow"}).out, "lib/alone.flow\n");
}

TEST(Roots, ARootThatAnotherImportsIsAPart) {
  auto world = TwoMeshes();
  world.files.Put("./all.flow", "mesh all;\nimport \"shop.flow\";\n");
  world.files.Put("all.flow", "mesh all;\nimport \"shop.flow\";\n");
  EXPECT_EQ(world.Run({"roots", "shop.flow"}).out, "all.flow\n");
}

TEST(Roots, OfSeveralFilesEachIsNamedOnce) {
  auto world = TwoMeshes();
  EXPECT_EQ(world.Run({"roots", "shop.flow", "lib/part.flow", "lib/alone.flow"}).out,
            "desk.flow\nlib/alone.flow\nshop.flow\n");
}

TEST(Roots, AFileThatCannotBeReadIsWrongUsage) {
  auto world = TwoMeshes();
  EXPECT_EQ(world.Run({"roots", "nothing.flow"}).exit_code, 2);
}

/// Editors and hooks tell whole paths.
TEST(Roots, AreFoundForAWholePathToo) {
  auto world = TwoMeshes();
  const std::filesystem::path here = std::filesystem::current_path();
  const std::string part = (here / "lib/part.flow").generic_string();
  world.files.Put(part, "import \"deep.flow\";\n");
  EXPECT_EQ(world.Run({"roots", part}).out, "desk.flow\nshop.flow\n");
  const std::string desk = (here / "desk.flow").generic_string();
  world.files.Put(desk, "mesh desk;\nimport \"lib/part.flow\";\n");
  EXPECT_EQ(world.Run({"roots", desk}).out, desk + "\n") << "as it was spelled";
}

TEST(Roots, OutsideOfTheFolderAreNamedAsTheUserWould) {
  test::MemoryWorld world;
  const std::string above = std::filesystem::current_path().parent_path().generic_string();
  for (const std::string& folder : {std::string(".."), above}) {
    world.files.Put(folder + "/other/part.flow", "record R { id: string; }\n");
    world.files.Put(folder + "/other/mesh.flow", "mesh other;\nimport \"part.flow\";\n");
  }
  EXPECT_EQ(world.Run({"roots", "../other/part.flow"}).out, "../other/mesh.flow\n");
  // A way that goes out of the folder and comes back leads to the same file.
  const std::string here = std::filesystem::current_path().filename().generic_string();
  world.files.Put("part.flow", "record R { id: string; }\n");
  world.files.Put("../" + here + "/part.flow", "record R { id: string; }\n");
  world.files.Put("../root.flow", "mesh root;\nimport \"" + here + "/part.flow\";\n");
  EXPECT_EQ(world.Run({"roots", "../root.flow", "part.flow"}).out, "../root.flow\n");
  EXPECT_EQ(world.Run({"roots", above + "/other/part.flow"}).out, above + "/other/mesh.flow\n");
}

TEST(Roots, ForMachinesAreAnArray) {
  auto world = TwoMeshes();
  const auto outcome = world.Run({"roots", "--format", "json", "lib/deep.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "[\n  \"desk.flow\",\n  \"shop.flow\"\n]\n");
}

TEST(Roots, AFileThatHoldsNoTextIsAFinding) {
  auto world = TwoMeshes();
  world.files.Put("big.flow", std::string((std::size_t{16} << 20U) + 1, ' '));
  const auto outcome = world.Run({"roots", "big.flow", "lib/deep.flow", "--output", "json=found.json"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("MC0003"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, "desk.flow\nshop.flow\n");
  EXPECT_NE(world.output.files["found.json"].find("MC0003"), std::string::npos);
}

TEST(Roots, ACircleOfMeshesLeavesTheFileItself) {
  test::MemoryWorld world;
  world.files.Put("./a.flow", "mesh a;\nimport \"b.flow\";\n");
  world.files.Put("./b.flow", "mesh b;\nimport \"a.flow\";\n");
  world.files.Put("a.flow", "mesh a;\nimport \"b.flow\";\n");
  world.files.Put("b.flow", "mesh b;\nimport \"a.flow\";\n");
  EXPECT_EQ(world.Run({"roots", "a.flow"}).out, "a.flow\n");
}

}  // namespace
}  // namespace meshc
