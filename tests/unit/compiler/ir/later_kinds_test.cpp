// Kinds of points that lowering does not make yet are printed and verified all the same.
#include <gtest/gtest.h>

#include "compiler/ir/print_point.h"
#include "compiler/ir/scopes.h"

namespace meshc::test {
namespace {

/// A mesh of one flow `f` on an envelope with two fields; points are numbered as they are added.
class LaterKinds : public testing::Test {
 protected:
  LaterKinds() {
    types::Declarations& declarations = mesh_.declarations;
    types::Field field;
    field.name = "items";
    field.type = declarations.types.List(declarations.types.Basic(types::TypeKind::kString));
    types::Envelope envelope;
    envelope.name = "E";
    envelope.fields = {field, field};
    envelope.fields[1].name = "results";
    declarations.envelopes.Add(envelope);
    ir::Flow flow;
    flow.name = "f";
    flow.envelope = {0};
    flow.entry = {0};
    mesh_.flows.Add(flow);
    ir::Expression items;
    items.kind = ir::ExpressionKind::kField;
    items.type = field.type;
    mesh_.expressions.Add(items);
  }

  void Add(ir::PointBody body) {
    std::string name = "f/p" + std::to_string(mesh_.points.size());
    mesh_.points.Add({name, {0}, std::move(body), std::nullopt, {}, false});
  }

  std::string Text(std::uint32_t point) const { return ir::PrintPoint(mesh_, mesh_.points[{point}]); }

  ir::Mesh mesh_;
};

TEST_F(LaterKinds, AForkIsJoined) {
  Add(ir::Fork{{{{1}, false}, {{2}, true}}, {ir::WaitKind::kCount, 1, 2'000'000'000}, {3}});
  Add(ir::BranchEnd{{3}});
  Add(ir::BranchEnd{{3}});
  Add(ir::Join{{4}});
  Add(ir::Return{});
  EXPECT_EQ(ir::Verify(mesh_), std::vector<std::string>{});
  EXPECT_EQ(Text(0), "fork wait 1 timeout 2s; #1; optional #2; join #3");
  EXPECT_EQ(Text(1), "end of branch; join #3");
  EXPECT_EQ(Text(3), "join; then #4");
}

TEST_F(LaterKinds, AnEachIsJoined) {
  Add(ir::EachFork{{0}, 0, "item", 10, 2, {}, {{0, 1, {}}}, {1}, {2}});
  Add(ir::BranchEnd{{2}});
  Add(ir::Join{{3}});
  Add(ir::Return{});
  EXPECT_EQ(ir::Verify(mesh_), std::vector<std::string>{});
  EXPECT_EQ(Text(0),
            "each item in items max 10 width 2 wait all collect items into results; body #1; join #2");
}

TEST_F(LaterKinds, ABranchThatReturnsIsFound) {
  Add(ir::Fork{{{{1}, false}}, {}, {2}});
  Add(ir::Return{});
  Add(ir::Join{{3}});
  Add(ir::Return{});
  EXPECT_EQ(ir::Verify(mesh_), std::vector<std::string>{"f/p1: returns out of frames or loops"});
}

TEST_F(LaterKinds, ASagaIsLeftAsItWasEntered) {
  Add(ir::SagaEnter{{1}});
  Add(ir::SagaExit{{2}});
  Add(ir::Return{});
  EXPECT_EQ(ir::Verify(mesh_), std::vector<std::string>{});
  EXPECT_EQ(Text(0), "enter saga; then #1");
  std::get<ir::SagaEnter>(mesh_.points[{0}].body).next = {2};
  EXPECT_EQ(ir::Verify(mesh_), std::vector<std::string>{"f/p2: returns out of frames or loops"});
}

TEST_F(LaterKinds, AParkAndATapGoOn) {
  Add(ir::Park{"approval",
               mesh_.declarations.types.Basic(types::TypeKind::kString),
               0,
               1'000'000,
               ir::PointId{1},
               {2}});
  Add(ir::Return{});
  Add(ir::Tap{{3}, {1}});
  Add(ir::BranchEnd{{1}});
  EXPECT_EQ(ir::Verify(mesh_), std::vector<std::string>{});
  EXPECT_EQ(Text(0), "park for approval into items timeout 1ms; else #1; then #2");
  EXPECT_EQ(Text(2), "tap #3; then #1");
}

}  // namespace
}  // namespace meshc::test
