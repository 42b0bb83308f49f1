// What of an envelope has to be kept beside what travels with it.
#include "mesh/route/kept.h"

#include <vector>

#include <gtest/gtest.h>

#include "tests/support/park_mesh.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/table_builder.h"

namespace mesh::test {
namespace {

TEST(Kept, IsNothingOfPlainCalls) {
  EXPECT_FALSE(route::FlowsKept(CallMesh({}).table())[0]);
  EXPECT_FALSE(route::FlowsKept(CycleMesh().table())[0]);
}

TEST(Kept, IsWhatForksWaitsOrHasAnEffect) {
  EXPECT_TRUE(route::FlowsKept(ForkMesh({.timeout_ns = 1}).table())[0]);
  EXPECT_TRUE(route::FlowsKept(ParkMesh().table())[0]);
  EXPECT_TRUE(route::FlowsKept(EachMesh({}).table())[0]);
  EXPECT_TRUE(route::FlowsKept(TapMesh().table())[0]);
  EXPECT_TRUE(route::FlowsKept(CallMesh({.effect = contract::Effect::kIdempotent}).table())[0]);
}

/// `book` has no effect; what undoes it has one, and is called only where sagas are.
contract::RouteTable Booking(TableBuilder& b, bool in_saga) {
  using enum contract::PointKind;
  const contract::Index cancel = b.AddActor({.name = "cancel", .effect = contract::Effect::kIdempotent});
  const contract::Index book = b.AddActor({.name = "book", .undo = cancel});
  b.AddFlow({.name = "main", .entry = 0}, {});
  b.AddPoint({.name = "main/0", .kind = kCall, .flow = 0, .next = 1, .actor = book});
  b.AddPoint({.name = "main/return", .kind = kReturn, .flow = 0});
  if (in_saga) b.AddPoint({.name = "main/undo", .kind = kUndo, .flow = 0});
  return b.View();
}

TEST(Kept, IsACallThatIsUndoneByAnEffect) {
  TableBuilder saga;
  const contract::RouteTable table = Booking(saga, true);
  EXPECT_TRUE(route::FlowsKept(table)[0]);
  EXPECT_EQ(route::FindKept(table, table.points[0]), "`cancel` has an effect");
  TableBuilder plain;
  EXPECT_FALSE(route::FlowsKept(Booking(plain, false))[0]);
}

TEST(Kept, IsWhatAFlowKeepsThatIsCalled) {
  TableBuilder b;
  b.AddFlow({.name = "calls", .entry = 0}, {});
  b.AddFlow({.name = "plain", .entry = 2}, {});
  b.AddFlow({.name = "taps", .entry = 3}, {});
  using enum contract::PointKind;
  b.AddPoint({.name = "calls/0", .kind = kFlowCall, .flow = 0, .next = 1, .callee = 2});
  b.AddPoint({.name = "calls/return", .kind = contract::PointKind::kReturn, .flow = 0});
  b.AddPoint({.name = "plain/return", .kind = contract::PointKind::kReturn, .flow = 1});
  b.AddPoint({.name = "taps/0", .kind = kTap, .flow = 2});
  const contract::RouteTable table = b.View();
  EXPECT_TRUE(route::FlowsKept(table)[0]);
  EXPECT_FALSE(route::FlowsKept(table)[1]);
  EXPECT_TRUE(route::FlowsKept(table)[2]);
}

TEST(Kept, IsWhatOneOfThoseKeepsThatCallEachOther) {
  TableBuilder b;
  b.AddFlow({.name = "first", .entry = 0}, {});
  b.AddFlow({.name = "calls", .entry = 2}, {});
  b.AddFlow({.name = "answers", .entry = 4}, {});
  using enum contract::PointKind;
  b.AddPoint({.name = "first/0", .kind = kFlowCall, .flow = 0, .next = 1, .callee = 1});
  b.AddPoint({.name = "first/return", .kind = kReturn, .flow = 0});
  b.AddPoint({.name = "calls/0", .kind = kFlowCall, .flow = 1, .next = 3, .callee = 2});
  b.AddPoint({.name = "calls/return", .kind = kReturn, .flow = 1});
  b.AddPoint({.name = "answers/0", .kind = kFlowCall, .flow = 2, .next = 5, .callee = 1});
  b.AddPoint({.name = "answers/tap", .kind = kTap, .flow = 2});
  EXPECT_EQ(route::FlowsKept(b.View()), (std::vector<bool>{true, true, true}));
}

}  // namespace
}  // namespace mesh::test
