#include "compiler/budget/coordination.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/unit/compiler/budget/budgeted.h"

namespace meshc::budget::test {
namespace {

/// `n: set, set; ok: paid`
std::string Fields(const Coordination& found) {
  std::vector<std::string> texts;
  for (const FieldState& field : found.fields) {
    std::vector<std::string> by;
    for (const Overwrite& one : field.overwrites) by.push_back(one.by);
    texts.push_back(fmt::format("{}: {}", field.name, fmt::join(by, ", ")));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string FieldsOf(std::string_view body) { return Fields(BudgetsOfBody(body)->Of("main").coordination); }

TEST(Coordination, IsNotNeededForWhatOnlyGrows) {
  const auto budgets = BudgetsOfBody("set note = \"a\"; set seen += \"b\"; if urgent { paid; }");
  EXPECT_TRUE(budgets->Of("main").coordination.is_free());
}

TEST(Coordination, IsNeededForFieldsThatLoseValues) {
  EXPECT_EQ(FieldsOf("set n = 1;"), "n: set");
  EXPECT_EQ(FieldsOf("paid; paid;"), "ok: paid, paid");
  EXPECT_EQ(FieldsOf("loop max 2 { paid; } else { }"), "ok: paid");
  EXPECT_EQ(FieldsOf("loop max 1 { paid; } else { }"), "");
  EXPECT_EQ(FieldsOf("paid; await go: bool into ok timeout 1m;"), "ok: paid, await");
}

TEST(Coordination, IsNeededWhereACallerMayHaveWritten) {
  const auto budgets = BudgetsOfBody("part; } flow part on Job { paid;");
  EXPECT_EQ(Fields(budgets->Of("part").coordination), "ok: paid");
  EXPECT_EQ(Fields(budgets->Of("main").coordination), "");
  EXPECT_EQ(budgets->Of("main").coordination.calls, std::vector<std::string>{"part"});
  EXPECT_FALSE(budgets->Of("main").coordination.is_free());
}

TEST(Coordination, IsNeededByJoins) {
  const auto budgets = BudgetsOfBody(
      "parallel { second; ten; } parallel wait any { second; ten; } "
      "each i in items max 7 wait 2 { paid; } collect ok into found; each i in items { ten; }");
  const Coordination& found = budgets->Of("main").coordination;
  ASSERT_EQ(found.joins.size(), 4U);
  EXPECT_EQ(found.joins[0].branches, 2);
  EXPECT_FALSE(found.joins[0].wait.has_value());
  EXPECT_FALSE(found.joins[0].order_sensitive);
  EXPECT_EQ(found.joins[1].wait, 1);
  EXPECT_TRUE(found.joins[1].order_sensitive);
  EXPECT_EQ(found.joins[2].statement, "each");
  EXPECT_EQ(found.joins[2].branches, 7);
  EXPECT_EQ(found.joins[2].wait, 2);
  EXPECT_FALSE(found.joins[3].branches.has_value());
  EXPECT_EQ(Fields(found), "found: collect");
}

TEST(Coordination, IsNeededByParksAndLoops) {
  const auto budgets =
      BudgetsOfBody("await go: bool into ok timeout 1m; repeat max 3 { ten; } until urgent;");
  const Coordination& found = budgets->Of("main").coordination;
  ASSERT_EQ(found.parks.size(), 1U);
  EXPECT_EQ(found.parks[0].signal, "go");
  EXPECT_EQ(found.parks[0].timeout_ns, 60'000'000'000);
  ASSERT_EQ(found.loops.size(), 1U);
  EXPECT_EQ(found.loops[0].statement, "repeat");
  EXPECT_EQ(found.loops[0].max, 3);
  EXPECT_TRUE(found.fields.empty());
}

TEST(Coordination, IsNotNeededForWhatATapGivesBack) { EXPECT_EQ(FieldsOf("paid; tap paid;"), ""); }

}  // namespace
}  // namespace meshc::budget::test
