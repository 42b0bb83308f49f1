// How the statements that copy, set aside and undo look in pictures.
#include <gtest/gtest.h>

#include "compiled.h"

namespace meshc::test {
namespace {

using codegen::GraphLevel;
using codegen::graph::Model;
using codegen::graph::Node;
using codegen::graph::NodeKind;
using codegen::graph::RegionKind;

constexpr const char* kStatementParts = R"(
envelope E {
  in list: [int] = [];
  in var hard: bool = false;
  x: int;
  xs: [int];
  ok: bool;
}
envelope Fresh { in n: int; }
error e0 recoverable;
error e1: e0;
processor a();
processor b();
processor c() { raises e0; }
processor d();
processor one(item: int) -> (x: int) { raises e0, e1; }
processor book() { effect idempotent; undo unbook; }
processor unbook() { effect idempotent; }
processor pay() { effect idempotent; undo refund; }
processor refund() { effect idempotent; }
router planner() -> steps { a, b } max 3;
)";

Compiled Compile(const std::string& body) {
  return Compiled(std::string(kStatementParts) + "flow g on Fresh { } flow f on E { " + body + " }");
}

const Node* Find(const Model& model, NodeKind kind) {
  for (const Node& node : model.nodes) {
    if (node.kind == kind) return &node;
  }
  return nullptr;
}

TEST(StatementPicture, ShowsWhereBranchesStartAndMeet) {
  const Compiled flow = Compile("parallel wait 1 timeout 5s { a; optional { b; c; } } d;");
  const Model model = flow.Picture();
  const std::string edges = Edges(model);
  EXPECT_TRUE(HasLine(edges, "parallel -> a [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "parallel -> b [optional: optional]")) << edges;
  EXPECT_TRUE(HasLine(edges, "a -> join [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "c -> join [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "b -> join [any_error]")) << edges;
  EXPECT_TRUE(HasLine(edges, "join -> d [next]")) << edges;
  ASSERT_NE(Find(model, NodeKind::kFailure), nullptr);
  EXPECT_EQ(Find(model, NodeKind::kFailure)->details, std::vector<std::string>{"join_failed"});
  ASSERT_NE(Find(model, NodeKind::kJoin), nullptr);
  EXPECT_EQ(Find(model, NodeKind::kJoin)->details, std::vector<std::string>{"wait 1 · timeout 5s"});
  for (const auto& region : model.regions) EXPECT_NE(region.kind, RegionKind::kTry);
}

TEST(StatementPicture, ShowsWhatEachGoesThrough) {
  const Compiled flow =
      Compile("try { each item in list max 7 width 2 { one; } collect x into xs; } on e0 { a; }");
  const Model model = flow.Picture();
  const std::string edges = Edges(model);
  EXPECT_TRUE(HasLine(edges, "each item in list -> one [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "each item in list -> join [next: no element]")) << edges;
  EXPECT_TRUE(HasLine(edges, "join -> a [any_error: e0]")) << edges;
  ASSERT_NE(Find(model, NodeKind::kFork), nullptr);
  EXPECT_EQ(Find(model, NodeKind::kFork)->details, std::vector<std::string>{"at most 7 · width 2"});
  EXPECT_EQ(Find(model, NodeKind::kJoin)->details,
            (std::vector<std::string>{"wait all", "collect x into xs"}));
}

TEST(StatementPicture, ShowsWhereAnEnvelopeIsParked) {
  const Compiled flow = Compile("await ok: bool into ok timeout 1h else { a; return; } b;");
  const Model model = flow.Picture();
  const std::string edges = Edges(model);
  EXPECT_TRUE(HasLine(edges, "await ok: bool -> a [next: timeout]")) << edges;
  EXPECT_TRUE(HasLine(edges, "await ok: bool -> b [next]")) << edges;
  EXPECT_EQ(Find(model, NodeKind::kPark)->details, (std::vector<std::string>{"into ok", "timeout 1h"}));
}

TEST(StatementPicture, ShowsThatAwaitWithoutElseTimesOut) {
  const Compiled flow = Compile("try { await ok: bool into ok timeout 1h; } on timeout { a; }");
  const std::string edges = Edges(flow.Picture());
  EXPECT_TRUE(HasLine(edges, "await ok: bool -> a [any_error: timeout]")) << edges;
}

TEST(StatementPicture, FramesASagaAndShowsWhoUndoesWhat) {
  const Compiled flow = Compile("try { saga { book; pay; c; } } on e0 { d; }");
  const Model model = flow.Picture();
  const std::string edges = Edges(model);
  EXPECT_TRUE(HasLine(edges, "book -> unbook [undo: undo]")) << edges;
  EXPECT_TRUE(HasLine(edges, "pay -> refund [undo: undo]")) << edges;
  EXPECT_NE(edges.find(" -> d [any_error: e0 · after undo]"), std::string::npos) << edges;
  bool framed = false;
  for (const auto& region : model.regions) framed = framed || region.kind == RegionKind::kSaga;
  EXPECT_TRUE(framed);
}

TEST(StatementPicture, SaysWhatLeavesASagaAndWhatDoesNot) {
  const Compiled flow = Compile("try { c; saga { book; c; c; } } on e0 { d; } on any { b; }");
  const Model model = flow.Picture();
  const std::string edges = Edges(model);
  EXPECT_TRUE(HasLine(edges, "c -> d [any_error: e0]")) << edges;
  EXPECT_TRUE(HasLine(edges, "c -> d [any_error: e0 (2) · after undo]")) << edges;
  EXPECT_TRUE(HasLine(edges, "c -> b [any_error: any · after undo]")) << edges;
  for (const auto& edge : model.edges) {
    const bool undone = edge.label.find("after undo") != std::string::npos;
    ASSERT_TRUE(!undone || edge.from_region != codegen::graph::kNone) << edges;
    if (undone) {
      EXPECT_EQ(model.regions[edge.from_region].kind, codegen::graph::RegionKind::kSaga);
    }
  }
}

TEST(StatementPicture, NamesOfAClauseWhatLeavesItsFrame) {
  const Compiled flow(std::string(kStatementParts) +
                      "error late recoverable;\nprocessor slow() { raises late; }\nflow g on Fresh { }\n"
                      "flow f on E { try { slow; saga { book; c; } } on e0, late, timeout { d; } }");
  const std::string edges = Edges(flow.Picture());
  EXPECT_NE(edges.find(" -> d [any_error: e0, timeout · after undo]"), std::string::npos) << edges;
  EXPECT_NE(edges.find(" -> d [any_error: late, timeout]"), std::string::npos) << edges;
}

TEST(StatementPicture, SaysThatAnUncaughtErrorUndoesASagaFirst) {
  const std::string edges = Edges(Compile("saga { book; c; }").Picture());
  EXPECT_NE(edges.find(" -> failure [any_error: not caught · after undo]"), std::string::npos) << edges;
  EXPECT_EQ(edges.find("[any_error: not caught]"), std::string::npos) << edges;
}

TEST(StatementPicture, SaysThatARaisedErrorUndoesItsSaga) {
  const std::string edges = Edges(Compile("try { saga { book; raise e0(\"x\"); } } on e0 { d; }").Picture());
  EXPECT_TRUE(HasLine(edges, "book -> d [error: e0 · after undo]")) << edges;
}

TEST(StatementPicture, ShowsNoUndoOutsideASaga) {
  const std::string edges = Edges(Compile("book;").Picture());
  EXPECT_EQ(edges.find("undo"), std::string::npos) << edges;
}

TEST(StatementPicture, ShowsATapBesideTheWay) {
  const std::string edges = Edges(Compile("a; tap c; b;").Picture());
  EXPECT_TRUE(HasLine(edges, "a -> tap [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "tap -> c [tap: a copy]")) << edges;
  EXPECT_TRUE(HasLine(edges, "tap -> b [next]")) << edges;
  EXPECT_EQ(edges.find("\nc -> "), std::string::npos) << edges;
}

TEST(StatementPicture, ShowsTheStepsOfAPlan) {
  const std::string edges = Edges(Compile("follow planner; d;").Picture());
  EXPECT_TRUE(HasLine(edges, "planner -> next step, at most 3 [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "next step, at most 3 -> a [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "b -> next step, at most 3 [back]")) << edges;
  EXPECT_TRUE(HasLine(edges, "next step, at most 3 -> d [next: no step left]")) << edges;
}

TEST(StatementPicture, MarksCallsOnAFreshPayload) {
  const Compiled flow = Compile("g(n: 1);");
  const Model model = flow.Picture();
  ASSERT_NE(Find(model, NodeKind::kFreshCall), nullptr);
  EXPECT_EQ(Find(model, NodeKind::kFreshCall)->details, std::vector<std::string>{"flow · fresh Fresh"});
}

TEST(StatementMesh, LeadsFromAFailureThroughTheUndoCalls) {
  const Compiled flow = Compile("try { saga { book; pay; c; } } on e0 { d; }");
  const std::string edges = Edges(flow.Picture(GraphLevel::kMesh));
  EXPECT_TRUE(HasLine(edges, "c -> refund [undo: undo]")) << edges;
  EXPECT_TRUE(HasLine(edges, "refund -> unbook [undo: undo]")) << edges;
  EXPECT_TRUE(HasLine(edges, "unbook -> d [error: e0]")) << edges;
  EXPECT_TRUE(HasLine(edges, "pay -> unbook [undo: undo]")) << edges;
  EXPECT_EQ(edges.find("c -> unbook"), std::string::npos) << edges;
  EXPECT_EQ(edges.find("c -> d"), std::string::npos) << edges;
}

TEST(StatementMesh, ShowsTapsAndOptionalBranches) {
  const Compiled flow = Compile("a; tap c; parallel { b; optional { d; } }");
  const std::string edges = Edges(flow.Picture(GraphLevel::kMesh));
  EXPECT_TRUE(HasLine(edges, "a -> c [tap: tap]")) << edges;
  EXPECT_TRUE(HasLine(edges, "a -> b [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "a -> d [optional: optional]")) << edges;
}

TEST(StatementMesh, LeadsFromStepToStepOfAPlan) {
  const std::string edges = Edges(Compile("follow planner; d;").Picture(GraphLevel::kMesh));
  for (const char* line : {"planner -> a [next]", "a -> b [next]", "b -> a [next]", "a -> a [next]",
                           "b -> d [next]", "planner -> d [next]"}) {
    EXPECT_TRUE(HasLine(edges, line)) << line << "\n" << edges;
  }
}

TEST(StatementMesh, LeadsFromAWaitToTheClauseForItsTimeout) {
  const Compiled flow = Compile("b; try { await ok: bool into ok timeout 1h; } on timeout { a; }");
  const std::string edges = Edges(flow.Picture(GraphLevel::kMesh));
  EXPECT_TRUE(HasLine(edges, "b -> a [error: timeout]")) << edges;
}

TEST(StatementMesh, SaysWhatIsWaitedForBetweenActors) {
  const Compiled flow = Compile(
      "a; await ok: bool into ok timeout 1h else { b; return; } if ok { one(item: 1) as { x: x }; } d;");
  const std::string edges = Edges(flow.Picture(GraphLevel::kMesh));
  EXPECT_TRUE(HasLine(edges, "a -> b [next: await ok · timeout]")) << edges;
  EXPECT_TRUE(HasLine(edges, "a -> one [next: await ok]")) << edges;
  EXPECT_TRUE(HasLine(edges, "a -> d [next: await ok]")) << edges;
  EXPECT_TRUE(HasLine(edges, "one -> d [next]")) << edges;
}

TEST(StatementMesh, TellsOfARowOfSignalsTheLast) {
  std::string waits;
  for (int i = 0; i < 40; ++i) waits += "await again: bool into hard timeout 1h else { } ";
  const Compiled flow = Compile("a; " + waits + "await last: bool into ok timeout 1h; b;");
  const std::string edges = Edges(flow.Picture(GraphLevel::kMesh));
  EXPECT_TRUE(HasLine(edges, "a -> b [next: await last]")) << edges;
}

}  // namespace
}  // namespace meshc::test
