#include <gtest/gtest.h>

#include <algorithm>

#include "compiled.h"

namespace meshc::test {
namespace {

using codegen::GraphLevel;
using codegen::graph::Model;
using codegen::graph::Node;
using codegen::graph::NodeKind;
using codegen::graph::Region;
using codegen::graph::RegionKind;

constexpr const char* kFlowParts = R"(
envelope E { in hard: bool = false; @sensitive in secret: string = "s"; var n: int = 0; }
error e0 recoverable;
error e1 recoverable;
processor a();
processor b();
processor c() { raises e0; }
processor d();
router r() -> { left, right };
)";

std::size_t CountErrors(const Model& model) { return Count(Edges(model), "error"); }

TEST(FlowPicture, ShowsAChainFromStartToSuccess) {
  const Compiled flow(std::string(kFlowParts) + "flow f on E { a -> b; }");
  EXPECT_EQ(Edges(flow.Picture()),
            "start -> a [next]\na -> b [next]\nb -> success [next]\nb -> failure [any_error: not caught]\n");
}

TEST(FlowPicture, ShowsTheLimitsOfACallBeforeThoseOfItsActor) {
  const Compiled flow(std::string(kFlowParts) + "flow f on E { a; a timeout 20m retry 3; }");
  std::vector<std::string> limits;
  for (const Node& node : flow.Picture().nodes) {
    if (node.label == "a") limits.push_back(node.details.at(0));
  }
  EXPECT_EQ(limits, (std::vector<std::string>{"timeout 30s", "timeout 20m · 3 attempts"}));
}

TEST(FlowPicture, ShowsADecisionWithItsCondition) {
  const Compiled flow(std::string(kFlowParts) + "flow f on E { if hard && n > 1 { a; } b; }");
  const std::string edges = Edges(flow.Picture());
  EXPECT_TRUE(HasLine(edges, "hard && n > 1 -> a [next: yes]")) << edges;
  EXPECT_TRUE(HasLine(edges, "hard && n > 1 -> b [next: no]")) << edges;
}

TEST(FlowPicture, ShowsTheLabelsOfARouter) {
  const Compiled flow(std::string(kFlowParts) + "flow f on E { route r { left => a; right => { } } b; }");
  const std::string edges = Edges(flow.Picture());
  EXPECT_TRUE(HasLine(edges, "r -> a [next: left]")) << edges;
  EXPECT_TRUE(HasLine(edges, "r -> b [next: right]")) << edges;
}

TEST(FlowPicture, ShowsTheCasesOfAMatch) {
  const Compiled flow(std::string(kFlowParts) + "flow f on E { match n { 1, -2 => a; _ => b; } }");
  const std::string edges = Edges(flow.Picture());
  EXPECT_TRUE(HasLine(edges, "n -> a [next: 1, -2]")) << edges;
  EXPECT_TRUE(HasLine(edges, "n -> b [next: else]")) << edges;
}

TEST(FlowPicture, FramesALoopAndNamesItsBound) {
  const Compiled flow(std::string(kFlowParts) + "flow f on E { while hard max 3 { a; } else { b; } }");
  const Model model = flow.Picture();
  const std::string edges = Edges(model);
  EXPECT_TRUE(HasLine(edges, "a -> hard [back]")) << edges;
  EXPECT_TRUE(HasLine(edges, "hard -> b [next: yes · after 3 rounds]")) << edges;
  ASSERT_EQ(model.regions.size(), 2U);
  EXPECT_EQ(model.regions[1].kind, RegionKind::kLoop);
  EXPECT_EQ(model.regions[1].label, "while · at most 3 rounds");
  for (const Node& node : model.nodes) {
    if (node.label == "a") {
      EXPECT_EQ(node.region, 1U);
    }
    if (node.label == "b") {
      EXPECT_EQ(node.region, 0U);
    }
  }
}

TEST(FlowPicture, ShowsWhatALoopWithoutElseRaises) {
  const Compiled flow(std::string(kFlowParts) + "flow f on E { repeat max 2 { a; } until hard; }");
  const std::string edges = Edges(flow.Picture());
  EXPECT_TRUE(HasLine(edges, "hard -> failure [error: loop_exhausted]")) << edges;
  EXPECT_TRUE(HasLine(edges, "hard -> a [back: no]")) << edges;
}

TEST(FlowPicture, LeadsFromAFrameToEachClauseByOneArrow) {
  const Compiled flow(std::string(kFlowParts) +
                      "flow f on E { try { c; a; } on e0, timeout { a; } on any { b; } d; }");
  const Model model = flow.Picture();
  const std::string edges = Edges(model);
  EXPECT_TRUE(HasLine(edges, "a -> a [any_error: e0, timeout]")) << edges;
  EXPECT_TRUE(HasLine(edges, "a -> b [any_error: any]")) << edges;
  EXPECT_EQ(CountErrors(model), 3U) << "one for each clause, one that leaves the flow\n" << edges;
  EXPECT_TRUE(HasLine(edges, "a -> d [next]")) << edges;
  bool framed = false;
  for (const auto& region : model.regions) framed = framed || region.kind == RegionKind::kTry;
  EXPECT_TRUE(framed);
}

TEST(FlowPicture, CountsTheCallsWhoseErrorsAClauseCatches) {
  const Compiled flow(std::string(kFlowParts) +
                      "flow f on E { try { c; a; c; try { c; } on e0 { a; } c; } on e0 { d; } }");
  const Model model = flow.Picture();
  const std::string edges = Edges(model);
  EXPECT_NE(edges.find(" -> d [any_error: e0 (3)]"), std::string::npos) << edges;
  EXPECT_NE(edges.find(" -> a [any_error: e0]"), std::string::npos) << edges;
  for (const auto& edge : model.edges) {
    if (edge.label != "e0 (3)") continue;
    ASSERT_EQ(edge.raised.size(), 1U);
    EXPECT_EQ(edge.raised[0].error, "e0");
    EXPECT_EQ(edge.raised[0].points.size(), 3U);
  }
}

TEST(FlowPicture, LeadsRaisedErrorsToTheirClauses) {
  const Compiled flow(std::string(kFlowParts) +
                      "flow f on E { try { a; if hard { raise e1(\"x\"); } b; } on e1 { d; } }");
  const std::string edges = Edges(flow.Picture());
  EXPECT_TRUE(HasLine(edges, "hard -> d [error: e1]")) << edges;
}

TEST(FlowPicture, LeadsUncaughtErrorsToFailureWhichNamesThem) {
  const Compiled flow(std::string(kFlowParts) + "flow f on E { c; a; }");
  const Model model = flow.Picture();
  EXPECT_TRUE(HasLine(Edges(model), "a -> failure [any_error: not caught]")) << Edges(model);
  EXPECT_EQ(CountErrors(model), 1U) << Edges(model);
  for (const Node& node : model.nodes) {
    if (node.kind == NodeKind::kFailure) {
      EXPECT_EQ(node.details, std::vector<std::string>{"e0"});
    }
    if (node.label == "c") {
      EXPECT_EQ(node.details.back(), "raises e0");
    }
  }
}

TEST(FlowPicture, DrawsAFinallyAsOneRegionThatAllWaysEnter) {
  const Compiled flow(std::string(kFlowParts) +
                      "flow f on E { try { c; if hard { return; } } on e0 { d; } finally { tap b; a; } b; }");
  const Model model = flow.Picture();
  const std::string edges = Edges(model);
  EXPECT_TRUE(HasLine(edges, "hard -> finally [next: yes, no]")) << edges;
  EXPECT_TRUE(HasLine(edges, "d -> finally [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "finally -> tap [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "a -> b [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "a -> success [next]")) << edges;
  EXPECT_EQ(Count(edges, "[tap"), 1U) << edges;
  EXPECT_EQ(Count(edges, "the same error"), 0U) << edges;
  std::size_t finallies = 0;
  for (const Region& region : model.regions) {
    if (region.kind != RegionKind::kFinally) continue;
    ++finallies;
    EXPECT_EQ(region.label, "finally");
  }
  EXPECT_EQ(finallies, 1U);
}

TEST(FlowPicture, ShowsAllLabelsOfAnArmThatStartsWithWhatIsNotDrawn) {
  const Compiled flow(std::string(kFlowParts) +
                      "flow f on E { route r { left, right => { set n = 1; a; } } "
                      "match n { 1, 2 => { set n = 3; b; } 3 => { set n = 4; } _ => {} } set n = 5; d; }");
  const std::string edges = Edges(flow.Picture());
  EXPECT_TRUE(HasLine(edges, "r -> a [next: left, right]")) << edges;
  EXPECT_TRUE(HasLine(edges, "n -> b [next: 1, 2]")) << edges;
  EXPECT_TRUE(HasLine(edges, "n -> d [next: 3, else]")) << edges;
}

TEST(FlowPicture, StartsWithTheEntryFlowAndMarksIt) {
  const Compiled flow(std::string(kFlowParts) + "flow a_helper on E { a; } flow main on E { a_helper; }");
  const Model model = flow.Picture();
  ASSERT_EQ(model.regions.size(), 2U);
  EXPECT_EQ(model.regions[0].label, "entry flow main");
  EXPECT_TRUE(model.regions[0].is_entry);
  EXPECT_EQ(model.regions[1].label, "flow a_helper");
  EXPECT_FALSE(model.regions[1].is_entry);
  EXPECT_EQ(model.nodes[0].id, "main/start");
  EXPECT_EQ(flow.Picture(GraphLevel::kMesh).nodes[0].label, "entry main");
}

TEST(FlowPicture, ShowsCalledFlowsAsPicturesOfTheirOwn) {
  const Compiled flow(std::string(kFlowParts) + "flow g on E { c; } flow f on E { try { g; } on e0 { b; } }");
  const std::string edges = Edges(flow.Picture());
  EXPECT_TRUE(HasLine(edges, "start -> g [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "g -> b [any_error: e0]")) << edges;
  EXPECT_TRUE(HasLine(edges, "c -> return [next]")) << edges;
}

TEST(FlowPicture, HidesWhatIsSensitive) {
  const Compiled flow(std::string(kFlowParts) + "flow f on E { if secret == \"hunter2\" { a; } }");
  for (const GraphLevel level : {GraphLevel::kMesh, GraphLevel::kFlow, GraphLevel::kActor}) {
    for (const Node& node : flow.Picture(level).nodes) {
      EXPECT_EQ(node.label.find("hunter2"), std::string::npos) << node.label;
    }
  }
}

TEST(FlowPicture, KeepsTheNamesOfAConditionOverWhatIsSensitive) {
  const Compiled flow(std::string(kFlowParts) +
                      "flow f on E { if n > 3 && !(secret == \"hunter2\" || len(secret) < 9) { a; } }");
  bool found = false;
  for (const Node& node : flow.Picture(GraphLevel::kFlow).nodes) {
    const std::string expected = "n > 3 && !(secret == (redacted) || len(secret) < (redacted))";
    std::string label = node.label;
    std::replace(label.begin(), label.end(), '\n', ' ');
    found = found || label.find(expected) != std::string::npos;
  }
  EXPECT_TRUE(found);
}

TEST(FlowPicture, NamesNodesByProgramPoints) {
  const Compiled flow(std::string(kFlowParts) + "flow f on E { a; if hard { a; } }");
  const Model model = flow.Picture();
  for (const Node& node : model.nodes) {
    if (node.kind == NodeKind::kStart) {
      EXPECT_EQ(node.id, "f/start");
    }
    if (node.kind != NodeKind::kProcessor) continue;
    bool found = false;
    for (const ir::Point& point : flow.mesh.points) found = found || point.name == node.id;
    EXPECT_TRUE(found) << node.id;
  }
}

TEST(ActorPicture, ShowsParamsResultsAndActions) {
  const Compiled flow(
      "envelope E { in t: string; var n: int = 0; }\n"
      "processor p(t: string) -> (n: int);\nflow f on E { set n += 1; p; }");
  const Model model = flow.Picture(GraphLevel::kActor);
  ASSERT_EQ(model.nodes[1].kind, NodeKind::kAction);
  const std::vector<std::string>& details = model.nodes[2].details;
  EXPECT_NE(std::find(details.begin(), details.end(), "in t: string"), details.end());
  EXPECT_NE(std::find(details.begin(), details.end(), "out n: int"), details.end());
}

TEST(MeshPicture, ShowsEachActorOnceUnderItsName) {
  const Compiled flow(std::string(kFlowParts) +
                      "flow g on E { a -> c; } flow f on E { a; try { g; } on e0 { d; } b; }");
  const Model model = flow.Picture(GraphLevel::kMesh);
  const std::string edges = Edges(model);
  EXPECT_TRUE(HasLine(edges, "a -> a [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "c -> b [next]")) << edges;
  EXPECT_TRUE(HasLine(edges, "c -> d [error: e0]")) << edges;
  EXPECT_TRUE(HasLine(edges, "b -> success [next]")) << edges;
  for (const Node& node : model.nodes) {
    if (node.kind == NodeKind::kProcessor) {
      EXPECT_EQ(node.id, node.label);
    }
  }
}

TEST(MeshPicture, KeepsTheOutcomesOfRouters) {
  const Compiled flow(std::string(kFlowParts) +
                      "flow f on E { route r { left => a; right => { if hard { b; } } } }");
  const std::string edges = Edges(flow.Picture(GraphLevel::kMesh));
  EXPECT_TRUE(HasLine(edges, "r -> a [next: left]")) << edges;
  EXPECT_TRUE(HasLine(edges, "r -> b [next: right]")) << edges;
  EXPECT_TRUE(HasLine(edges, "b -> success [next]")) << edges;
}

TEST(MeshPicture, LeadsAnErrorToTheClauseForItsChildToo) {
  const Compiled flow(
      "error e0 recoverable; error e1: e0; envelope E { in n: int; }\n"
      "processor p(n: int) { raises e0; } processor of_child(n: int); processor of_any(n: int);\n"
      "flow f on E { try { p; } on e1 { of_child; } on any { of_any; } }");
  const std::string edges = Edges(flow.Picture(GraphLevel::kMesh));
  EXPECT_TRUE(HasLine(edges, "p -> of_child [error: e1]")) << edges;
  EXPECT_TRUE(HasLine(edges, "p -> of_any [error: e0]")) << edges;
}

TEST(MeshPicture, EndsWellBehindAClauseThatCatches) {
  const Compiled flow(
      "error e0 recoverable; envelope E { in var n: int; } processor p(n: int) { raises e0; }\n"
      "flow f on E { p; } on e0 { set n = 1; }");
  const std::string edges = Edges(flow.Picture(GraphLevel::kMesh));
  EXPECT_TRUE(HasLine(edges, "p -> success [error: e0]")) << edges;
  EXPECT_EQ(edges.find("failure"), std::string::npos) << edges;
}

TEST(MeshPicture, DrawsWhatEveryActorMayRaiseWhereItIsCaughtToEndWell) {
  const Compiled flow(
      "envelope E { in var n: int; } processor p(n: int); processor q(n: int);\n"
      "flow f on E { try { p; } on timeout { return; } q; }");
  const std::string edges = Edges(flow.Picture(GraphLevel::kMesh));
  EXPECT_TRUE(HasLine(edges, "p -> success [any_error]")) << edges;
  EXPECT_FALSE(HasLine(edges, "q -> success [any_error]")) << edges;
  EXPECT_EQ(edges.find("failure"), std::string::npos) << "what nobody catches is not drawn: " << edges;
}

TEST(MeshPicture, PassesAnUndoCallWhoseParamsMayBreakTheirBounds) {
  const Compiled flow(
      "error e0 recoverable; envelope E { in n: int; }\n"
      "processor book(n: int) { undo unbook; } processor unbook(n: int(0..5));\n"
      "processor p(n: int) { raises e0; } processor d(n: int);\n"
      "flow f on E { try { saga { book; p; } } on e0 { d; } }");
  const std::string edges = Edges(flow.Picture(GraphLevel::kMesh));
  EXPECT_TRUE(HasLine(edges, "p -> unbook [undo: undo]")) << edges;
  EXPECT_TRUE(HasLine(edges, "p -> d [error: e0]")) << edges;
}

}  // namespace
}  // namespace meshc::test
