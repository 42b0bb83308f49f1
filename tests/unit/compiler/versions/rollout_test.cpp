// In which order a version goes out: what the breaks leave.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/versions/report.h"

namespace meshc::versions {
namespace {

using mesh::compatibility::Border;
using Strings = std::vector<std::string>;

ReportedFinding BreakOf(std::string actor, Direction direction) {
  ReportedFinding reported;
  reported.finding.border = Border::kCall;
  reported.finding.actor = std::move(actor);
  reported.finding.direction = direction;
  return reported;
}

VersionReport Draining(std::optional<std::int64_t> drain_ns) {
  VersionReport version;
  version.drain_ns = drain_ns;
  return version;
}

/// Over one older version, of whose two actors one had another handler.
void Plan(Report& report) {
  const mesh::contract::Actor now[] = {{.name = "left", .contract = "1"}, {.name = "right", .contract = "2"}};
  const mesh::contract::Actor then[] = {{.name = "left", .contract = "1"},
                                        {.name = "right", .contract = "3"}};
  mesh::contract::RouteTable current;
  current.actors = {now, 2};
  mesh::contract::RouteTable other;
  other.actors = {then, 2};
  Version newest;
  newest.table = &current;
  Version older;
  older.table = &other;
  PlanRollout(newest, {older}, report);
}

const PlanStep* StepOf(const Report& report, std::string_view step) {
  const auto found = std::ranges::find(report.plan, step, &PlanStep::step);
  return found == report.plan.end() ? nullptr : &*found;
}

TEST(PlanRollout, NamesTheKindOfEachActorsBreaks) {
  Report report;
  report.findings = {BreakOf("left", Direction::kBackward), BreakOf("right", Direction::kBackward),
                     BreakOf("right", Direction::kForward)};
  Plan(report);
  EXPECT_EQ(report.rollout, (Strings{"expand-contract", "table-first"}));
  EXPECT_TRUE(report.plan.empty()) << "no order keeps every promise";
}

TEST(PlanRollout, WaitsForTheVersionThatTakesLongest) {
  Report report;
  report.versions = {Draining(30), Draining(10)};
  Plan(report);
  ASSERT_NE(StepOf(report, "drain"), nullptr);
  EXPECT_EQ(StepOf(report, "drain")->ns, 30);
  report.versions.push_back(Draining(std::nullopt));
  report.plan.clear();
  Plan(report);
  ASSERT_NE(StepOf(report, "drain"), nullptr);
  EXPECT_EQ(StepOf(report, "drain")->ns, std::nullopt);
}

TEST(PlanRollout, BeginsWithTheHostsOfHandlersThatHaveChanged) {
  Report report;
  Plan(report);
  ASSERT_NE(StepOf(report, "hosts"), nullptr);
  EXPECT_EQ(StepOf(report, "hosts")->actors, Strings{"right"});
}

}  // namespace
}  // namespace meshc::versions
