#include "compiler/lower/point_assembler.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace meshc::lower {
namespace {

void Emit(PointAssembler& points, const char* name, ir::PointBody body) {
  points.Emit({name, {0}, std::move(body), std::nullopt, {}, false});
}

ir::PointId NextOf(const Store<ir::PointId, ir::Point>& points, std::uint32_t index) {
  return std::get<ir::Join>(points[{index}].body).next;
}

TEST(PointAssembler, LabelsLeadForwardsAndBackwards) {
  PointAssembler points;
  ir::PointId start = points.NewLabel();
  ir::PointId later = points.NewLabel();
  points.Place(start);
  Emit(points, "b", ir::Join{later});
  points.Place(later);
  Emit(points, "a", ir::Join{start});
  ir::PointId entry = start;
  auto sorted = std::move(points).Finish({&entry});
  EXPECT_EQ(entry.index, 1U);
  EXPECT_EQ(NextOf(sorted, 0).index, 1U);
  EXPECT_EQ(NextOf(sorted, 1).index, 0U);
}

TEST(PointAssembler, AJumpNeedsNoPoint) {
  PointAssembler points;
  ir::PointId middle = points.NewLabel();
  ir::PointId end = points.NewLabel();
  Emit(points, "a", ir::Join{middle});
  points.Place(middle);
  points.GoTo(end);
  EXPECT_FALSE(points.IsReached());
  Emit(points, "b", ir::Return{});
  points.Place(end);
  Emit(points, "c", ir::Return{});
  auto sorted = std::move(points).Finish({});
  EXPECT_EQ(NextOf(sorted, 0).index, 2U);
}

TEST(PointAssembler, WhatNothingLeadsToIsNotReached) {
  PointAssembler points;
  ir::PointId used = points.NewLabel();
  ir::PointId unused = points.NewLabel();
  Emit(points, "a", ir::Join{used});
  points.Place(unused);
  EXPECT_FALSE(points.IsReached());
  points.Place(used);
  EXPECT_TRUE(points.IsReached());
}

TEST(PointAssembler, ALabelThatIsUsedMustBePlaced) {
  PointAssembler points;
  Emit(points, "a", ir::Join{points.NewLabel()});
  EXPECT_THROW(std::move(points).Finish({}), std::logic_error);
}

TEST(PointAssembler, AnEntryThatIsWaitingForItsPointIsNotPlaced) {
  PointAssembler points;
  Emit(points, "a", ir::Return{});
  ir::PointId entry = points.NewLabel();
  points.Place(entry);
  EXPECT_THROW(std::move(points).Finish({&entry}), std::logic_error);
}

}  // namespace
}  // namespace meshc::lower
