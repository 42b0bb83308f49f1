#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/compiler/budget/budgeted.h"

namespace meshc::budget::test {
namespace {

Report ReportOf(const Budgeted& budgeted) {
  return {budgeted.checked.program, budgeted.checked.sources, budgeted.budgets};
}

nlohmann::json JsonOf(std::string_view body) {
  return nlohmann::json::parse(PrintJson({ReportOf(*BudgetsOfBody(body))})).at("flows").at(0);
}

TEST(JsonReport, HasAllNumbersOfABoundedFlow) {
  const auto flow = JsonOf("ten; paid;");
  EXPECT_EQ(flow.at("name"), "main");
  EXPECT_EQ(flow.at("mesh"), "test");
  EXPECT_TRUE(flow.at("sla_ns").is_null());
  EXPECT_EQ(flow.at("longest_ns"), 27'000'000'000);
  EXPECT_EQ(flow.at("longest_path"), (nlohmann::json{"ten", "paid"}));
  EXPECT_EQ(flow.at("clocked_ns"), 27'000'000'000);
  EXPECT_EQ(flow.at("hops"), 3);
  EXPECT_EQ(flow.at("messages"), 5);
  EXPECT_EQ(flow.at("cost"), 0.03);
  EXPECT_FALSE(flow.contains("reason"));
  EXPECT_EQ(flow.at("coordination").at("free"), true);
}

TEST(JsonReport, GivesTheReasonOfWhatIsUnbounded) {
  const auto flow = JsonOf("each i in items width 2 { paid; }");
  for (const char* number : {"longest_ns", "clocked_ns", "hops", "messages", "cost"}) {
    EXPECT_TRUE(flow.at(number).is_null()) << number;
  }
  EXPECT_EQ(flow.at("reason"), "`each` states no `max`");
  EXPECT_EQ(flow.at("reason_place").at("file"), "test.flow");
  EXPECT_EQ(flow.at("coordination").at("joins").at(0).at("branches"), nullptr);
}

TEST(JsonReport, PutsSeveralMeshesInOneArray) {
  const auto first = BudgetsOfBody("");
  const auto second = BudgetsOf("mesh other; envelope E { in a: int; } flow x on E { } flow y on E { }");
  const auto flows = nlohmann::json::parse(PrintJson({ReportOf(*first), ReportOf(*second)})).at("flows");
  ASSERT_EQ(flows.size(), 3U);
  EXPECT_EQ(flows[2].at("name"), "y");
  EXPECT_EQ(flows[2].at("mesh"), "other");
  EXPECT_EQ(nlohmann::json::parse(PrintJson({})).at("flows").size(), 0U);
}

TEST(TextReport, ShowsJoinsParksAndWhatIsUnbounded) {
  const auto budgets = BudgetsOf(R"(mesh test;
envelope Job { in items: [int]; var ok: bool; }
processor p();
flow main on Job sla 1m {
  each i in items width 2 wait any { p; }
  parallel { p; p; }
  await go: bool into ok timeout 2h;
}
)");
  EXPECT_EQ(PrintText(ReportOf(*budgets)), R"(flow main, sla 1m
  longest time    any time, longer than the sla
  longest path    [each] > n x p > [branch 1] > p > await go
  most hops       unbounded
  most messages   unbounded
  most cost       0
  unbounded       because of the `each` at test.flow:5:3, which states no `max`
  coordination    needed
    join          each at test.flow:5:3, a branch per element, waits for 1 of them: their order decides
    join          parallel at test.flow:6:3, 2 branches, waits for all
    park          go at test.flow:7:9, timeout 2h
)");
}

TEST(TextReport, TellsTheTimeWithoutParks) {
  const auto budgets = BudgetsOf(R"(mesh test;
envelope Job { var ok: bool; }
processor p();
flow main on Job sla 20s { p; await go: bool into ok timeout 2h; }
)");
  const std::string text = PrintText(ReportOf(*budgets));
  EXPECT_TRUE(
      text.starts_with("flow main, sla 20s\n"
                       "  longest time    2h 30s\n"
                       "  not parked      30s, longer than the sla\n"))
      << text;
}

}  // namespace
}  // namespace meshc::budget::test
