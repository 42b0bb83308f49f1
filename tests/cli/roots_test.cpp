#include <gtest/gtest.h>

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
