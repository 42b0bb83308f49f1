// What a join hands on to its parent: what branches wrote, what they recovered from, what they have to undo.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/route/join.h"
#include "tests/support/table_builder.h"

namespace mesh::route {
namespace {

/// `flow main on Work { parallel { ; ; } await go: int into mark timeout 1h; }` over
/// `log notes: [int]; var mark: int;`: behind the join an envelope is found with its frames.
class NotesMesh {
 public:
  static constexpr contract::Index kNotes = 0;
  static constexpr contract::Index kMark = 1;

  NotesMesh() {
    const auto integer = b_.AddType(contract::TypeKind::kInt);
    const auto list = b_.AddType(contract::Type{.kind = contract::TypeKind::kList, .element = integer});
    b_.AddFlow({.name = "main", .entry = 0}, {{.name = "notes", .type = list, .mode = contract::kModeLog},
                                              {.name = "mark", .type = integer, .mode = contract::kModeVar}});
    b_.AddPoint({.name = "main/0/fork",
                 .kind = contract::PointKind::kFork,
                 .flow = 0,
                 .next = 3,
                 .targets = b_.AddIndices({1, 2}),
                 .fork = b_.AddFork({})});
    b_.AddPoint({.name = "main/1/end", .kind = contract::PointKind::kBranchEnd, .flow = 0, .next = 3});
    b_.AddPoint({.name = "main/2/end", .kind = contract::PointKind::kBranchEnd, .flow = 0, .next = 3});
    b_.AddPoint({.name = "main/3/join", .kind = contract::PointKind::kJoin, .flow = 0, .next = 4});
    b_.AddPoint({.name = "main/4/park",
                 .kind = contract::PointKind::kPark,
                 .flow = 0,
                 .next = 5,
                 .writes = b_.AddWrites({{.field = kMark}}),
                 .timeout_ns = 3'600'000'000'000,
                 .signal = "go",
                 .type = integer});
    b_.AddPoint({.name = "main/5/return", .kind = contract::PointKind::kReturn, .flow = 0});
    table_ = b_.View();
  }

  const contract::RouteTable& table() const { return table_; }

 private:
  test::TableBuilder b_;
  contract::RouteTable table_;
};

Value Notes(std::initializer_list<std::int64_t> numbers) {
  std::vector<Value> list;
  for (const std::int64_t number : numbers) list.push_back(Value::Int(number));
  return Value::List(std::move(list));
}

LogEntry Caught(const std::string& at) { return {0, "busy", "a", at, "caught"}; }

class MergeTest : public testing::Test {
 protected:
  void SetUp() override {
    parent.id = "root";
    parent.payload = {Notes({1}), Value()};
    router.Enter(0, parent, 0);
  }

  void Fork() {
    for (std::uint32_t i = 0; i < 2; ++i)
      children.push_back(StartChild(router, parent, Value(), i, 0).envelope);
  }

  Step JoinBy(const Verdict& verdict) {
    const Envelope* ended[] = {&children[0], &children[1]};
    return route::Join(router, parent, ended, verdict, 0);
  }

  NotesMesh mesh;
  Router router{mesh.table()};
  Envelope parent;
  std::vector<Envelope> children;
};

TEST_F(MergeTest, ALogHasWhatEachBranchAddedInTheOrderOfBranches) {
  Fork();
  children[0].payload[NotesMesh::kNotes] = Notes({1, 20, 21});
  children[1].payload[NotesMesh::kNotes] = Notes({1, 30});
  JoinBy({.counted = {0, 1}});
  EXPECT_EQ(parent.payload[NotesMesh::kNotes], Notes({1, 20, 21, 30}));
}

TEST_F(MergeTest, OfTwoBranchesOnlyTheOneThatWroteAFieldChangesIt) {
  parent.payload[NotesMesh::kMark] = Value::Int(7);
  Fork();
  children[0].payload[NotesMesh::kMark] = Value::Int(8);
  JoinBy({.counted = {0, 1}});
  EXPECT_EQ(parent.payload[NotesMesh::kMark], Value::Int(8));
}

TEST_F(MergeTest, WhatDoesNotCountWritesNothingAndIsRememberedAllTheSame) {
  Fork();
  children[0].payload[NotesMesh::kMark] = Value::Int(8);
  children[1].payload[NotesMesh::kMark] = Value::Int(9);
  children[0].status.log.push_back(Caught("main/1"));
  children[1].status.log.push_back(Caught("main/2"));
  JoinBy({.counted = {1}});
  EXPECT_EQ(parent.payload[NotesMesh::kMark], Value::Int(9));
  ASSERT_EQ(parent.status.log.size(), 2U);
  EXPECT_EQ(parent.status.log[0].at, "main/1");
  EXPECT_EQ(parent.status.log[1].at, "main/2");
}

TEST_F(MergeTest, AJoinThatFailsWritesNothingAndRemembersWhatItsBranchesRecoveredFrom) {
  Fork();
  children[0].payload[NotesMesh::kMark] = Value::Int(8);
  children[0].status.log.push_back(Caught("main/1"));
  children[1].status.error = Error{.name = "busy"};
  JoinBy({.failed = true, .cause = 1});
  EXPECT_EQ(parent.status.phase, Phase::kFailed);
  EXPECT_EQ(parent.status.error->name, "busy");
  EXPECT_FALSE(parent.payload[NotesMesh::kMark].present());
  EXPECT_EQ(parent.status.log.size(), 1U);
}

/// Undo calls run last first: those of the last branch before those of the first one, the parent's own last.
TEST_F(MergeTest, WhatBranchesDidIsUndoneBeforeWhatTheirParentDid) {
  parent.route.frames.emplace_back(SagaFrame{.undo = {{.actor = 1}}});
  Fork();
  for (std::uint32_t i = 0; i < 2; ++i)
    std::get<SagaFrame>(children[i].route.frames.front()).undo.push_back({.actor = 10 + i});
  JoinBy({.counted = {0, 1}});
  std::vector<contract::Index> actors;
  for (const UndoCall& call : std::get<SagaFrame>(parent.route.frames.front()).undo)
    actors.push_back(call.actor);
  EXPECT_EQ(actors, (std::vector<contract::Index>{1, 10, 11}));
}

}  // namespace
}  // namespace mesh::route
