// What of an envelope has to be kept beside what travels with it.
#include "mesh/route/kept.h"

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
  EXPECT_TRUE(route::FlowsKept(CallMesh({.effect = contract::Effect::kIdempotent}).table())[0]);
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

}  // namespace
}  // namespace mesh::test
