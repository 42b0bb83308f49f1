// The facts of a version, one a line.
#include "compiler/versions/facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codegen/route_table/route_table.h"
#include "tests/support/checked_mesh.h"

namespace meshc::versions {
namespace {

TEST(FactsOf, HoldCallsThatUndoAndKeysOfSharedEffects) {
  const auto checked = test::CheckText(R"(mesh a.b;
envelope Job { in id: int; paid: string; }
error broken recoverable;
processor charge(id: int) -> (paid: string) { effect idempotent by id shared; undo refund; }
processor refund(id: int, paid: string);
processor ship(id: int) { raises broken; }
flow main on Job { try { saga { charge; ship; } } on broken { } }
)");
  EXPECT_EQ(checked.Errors(), std::vector<std::string>{});
  const auto data = codegen::BuildTable(checked.mesh, checked.facts);
  const auto promises = codegen::BuildPromises(checked.mesh, data);
  const std::vector<std::string> facts = FactsOf(data.View(), promises.View());
  const auto calls = [&](const std::string& actor) {
    return std::ranges::count_if(facts, [&](const std::string& fact) {
      return fact.starts_with("call ") && fact.ends_with(" -> " + actor);
    });
  };
  EXPECT_EQ(calls("charge"), 1);
  EXPECT_EQ(calls("refund"), 1);
  EXPECT_EQ(calls("ship"), 1);
  EXPECT_EQ(std::ranges::count(facts, "effect charge by id: int shared"), 1);
}

}  // namespace
}  // namespace meshc::versions
