// Pictures stay near linear and readable by their readers, whatever the program: work and structure are held,
// never time.
#include <fmt/format.h>
#include <graphviz/cgraph.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "codegen/graph/graph.h"
#include "codegen/graph/lanes.h"
#include "codegen/graph/layered_work.h"
#include "codegen/graph/outline.h"
#include "compiled.h"

namespace meshc::test {
namespace {

using codegen::GraphFormat;
using codegen::graph::Box;
using codegen::graph::Model;
using codegen::graph::Outline;
using codegen::graph::RegionKind;

std::string Repeat(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

Compiled Flow(const std::string& body) {
  return Compiled("envelope E { in b: bool; }\nprocessor a();\nflow m on E {" + body + "}");
}

Compiled NestedIfs(std::size_t depth) { return Flow(Repeat("if b {", depth) + " a; " + Repeat("}", depth)); }

Compiled Tries(std::size_t count) {
  return Flow(
      Repeat("try { a; if b { return; } } on timeout { a; return; } on crash { a; } finally { a; }", count) +
      "a;");
}

std::size_t CountRegions(const Model& model, RegionKind kind) {
  return static_cast<std::size_t>(std::count_if(model.regions.begin(), model.regions.end(),
                                                [&](const auto& region) { return region.kind == kind; }));
}

std::size_t CountErrorEdges(const Model& model) {
  return static_cast<std::size_t>(std::count_if(model.edges.begin(), model.edges.end(), [](const auto& edge) {
    return edge.kind == codegen::graph::EdgeKind::kError || edge.kind == codegen::graph::EdgeKind::kAnyError;
  }));
}

TEST(LargePicture, OfNestedIfsHasANodePerIf) {
  const Model model = NestedIfs(100).Picture();
  EXPECT_EQ(model.nodes.size(), 104U);
  EXPECT_EQ(model.edges.size(), 203U);
  EXPECT_EQ(model.regions.size(), 1U);
}

TEST(LargePicture, OfGuardedBlocksHasAnArrowPerClause) {
  const Model one = Tries(1).Picture();
  const Model forty = Tries(40).Picture();
  EXPECT_EQ(CountRegions(forty, RegionKind::kFinally), 40U);
  EXPECT_EQ(CountRegions(forty, RegionKind::kTry), 80U) << "blocks, and the clauses of each";
  // Two clauses, the finally from the block and from the clauses; and one arrow leaves the flow.
  EXPECT_EQ(CountErrorEdges(one), 5U) << Edges(one);
  EXPECT_EQ(CountErrorEdges(forty), 40U * 4U + 1U);
}

TEST(LargePicture, IsLaidOutInRowsWhereLayersWouldPassManyRows) {
  using codegen::graph::kMostLayeredWork;
  using codegen::graph::LayeredWork;
  EXPECT_LE(LayeredWork(NestedIfs(5).Picture()), kMostLayeredWork);
  EXPECT_LE(LayeredWork(Tries(3).Picture()), kMostLayeredWork);
  EXPECT_GT(LayeredWork(NestedIfs(100).Picture()), kMostLayeredWork);
  EXPECT_GT(LayeredWork(Tries(40).Picture()), kMostLayeredWork);
  // Each arrow of a nested `if` passes all that is in it: twice as deep, four times the work.
  const std::size_t work = LayeredWork(NestedIfs(100).Picture());
  EXPECT_GT(LayeredWork(NestedIfs(200).Picture()), 3 * work);
}

TEST(LargePicture, InRowsHasFourCornersPerArrowAtMost) {
  for (const std::size_t size : {10U, 200U}) {
    const Model model = Tries(size).Picture();
    const Outline outline = codegen::graph::LayOutRows(model);
    for (const auto& arrow : outline.arrows) {
      EXPECT_GE(arrow.corners.size(), 2U);
      EXPECT_LE(arrow.corners.size(), 4U);
    }
  }
}

bool Overlap(const Box& a, const Box& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

TEST(Rows, DoNotOverlapAndStandInTheirFrames) {
  const Model model = Tries(3).Picture();
  const Outline outline = codegen::graph::LayOutRows(model);
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Box& node = outline.nodes[i];
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(Overlap(node, outline.nodes[j])) << i << " " << j;
    if (model.nodes[i].region == codegen::graph::kNone) continue;
    const Box& frame = outline.regions[model.nodes[i].region];
    EXPECT_TRUE(frame.left <= node.left && node.right <= frame.right && frame.top <= node.top &&
                node.bottom <= frame.bottom)
        << model.nodes[i].id;
  }
}

TEST(Rows, FollowTheSource) {
  const Model model = Flow("try { a; } on timeout { a; } finally { if b { a; } }").Picture();
  const Outline outline = codegen::graph::LayOutRows(model);
  std::vector<std::pair<double, std::string>> rows;
  for (std::size_t i = 0; i < model.nodes.size(); ++i)
    rows.emplace_back(outline.nodes[i].top, model.nodes[i].label);
  std::sort(rows.begin(), rows.end());
  std::string order;
  for (const auto& [top, label] : rows) order += label + " ";
  EXPECT_EQ(order, "start a a finally b a success failure ");
}

TEST(Lanes, AreSharedByWhatDoesNotTouch) {
  EXPECT_EQ(codegen::graph::AssignLanes({{0, 10}, {2, 3}, {4, 8}, {11, 12}}),
            (std::vector<std::size_t>{0, 1, 1, 0}));
  EXPECT_TRUE(codegen::graph::AssignLanes({}).empty());
}

std::string RenderLarge(const Compiled& flow, GraphFormat format) {
  const auto rendered = codegen::RenderGraph(flow.mesh, flow.facts, {format, codegen::GraphLevel::kFlow});
  const auto* text = std::get_if<codegen::GraphText>(&rendered);
  EXPECT_NE(text, nullptr);
  return text == nullptr ? "" : text->bytes;
}

TEST(LargePicture, IsWholeInEveryFormat) {
  for (const Compiled& flow : {NestedIfs(100), Tries(40)}) {
    const Model model = flow.Picture();
    const std::string svg = RenderLarge(flow, GraphFormat::kSvg);
    EXPECT_EQ(Count(svg, "class=\"node\""), model.nodes.size());
    EXPECT_EQ(Count(svg, "class=\"edge\""), model.edges.size());
    EXPECT_EQ(Count(svg, "class=\"cluster\""), model.regions.size());
    const std::string dot = RenderLarge(flow, GraphFormat::kDot);
    Agraph_t* graph = agmemread(dot.c_str());
    ASSERT_NE(graph, nullptr);
    EXPECT_EQ(static_cast<std::size_t>(agnedges(graph)), model.edges.size());
    agclose(graph);
  }
}

/// Actors that raise one error, which one block guards, or one for each of them.
Compiled Guarded(std::size_t actors, bool together) {
  std::string text = "envelope E { in b: bool; }\nerror broken recoverable;\nprocessor repair();\n";
  std::string body;
  for (std::size_t i = 0; i < actors; ++i) {
    const std::string name = fmt::format("a{:03}", i);
    text += "processor " + name + "() { raises broken; }\n";
    body += together ? name + "; " : "try { " + name + "; } on broken { repair; }\n";
  }
  if (together) body = "try { " + body + "} on broken { repair; }";
  return Compiled(text + "flow m on E { " + body + " }");
}

TEST(LargePicture, GrowsAsItsActors) {
  for (const bool together : {true, false}) {
    const Compiled few = Guarded(200, together);
    const Compiled many = Guarded(400, together);
    for (const GraphFormat format : {GraphFormat::kSvg, GraphFormat::kDot, GraphFormat::kMermaid,
                                     GraphFormat::kJson, GraphFormat::kHtml}) {
      const std::size_t size = RenderLarge(few, format).size();
      EXPECT_LE(RenderLarge(many, format).size(), 2 * size + size / 10)
          << static_cast<int>(format) << together;
    }
  }
}

TEST(LargePicture, HasOneArrowForTheErrorOfManyActors) {
  const Model few = Guarded(3, true).Picture();
  const Model many = Guarded(300, true).Picture();
  EXPECT_EQ(CountErrorEdges(few), CountErrorEdges(many));
  EXPECT_NE(Edges(many).find("broken (300)"), std::string::npos);
  EXPECT_LE(codegen::graph::LayeredWork(many), codegen::graph::kMostLayeredWork) << Edges(few);
}

/// To write a node or an edge the library looks for it in each subgraph of each graph around it.
std::size_t MostSubgraphs(Agraph_t* graph) {
  std::size_t most = 0;
  std::size_t own = 0;
  for (Agraph_t* part = agfstsubg(graph); part != nullptr; part = agnxtsubg(part)) {
    ++own;
    most = std::max(most, MostSubgraphs(part));
  }
  return std::max(most, own);
}

std::size_t CountClusters(Agraph_t* graph) {
  std::size_t clusters = std::string(agnameof(graph)).starts_with("cluster") ? 1 : 0;
  for (Agraph_t* part = agfstsubg(graph); part != nullptr; part = agnxtsubg(part))
    clusters += CountClusters(part);
  return clusters;
}

TEST(LargePicture, HasFewSubgraphsInEachAsDot) {
  const Compiled flow = Flow(Repeat("try { a; } on timeout { a; }", 1'000));
  const std::string dot = RenderLarge(flow, GraphFormat::kDot);
  Agraph_t* graph = agmemread(dot.c_str());
  ASSERT_NE(graph, nullptr);
  EXPECT_LE(MostSubgraphs(graph), 100U);
  EXPECT_EQ(CountClusters(graph), flow.Picture().regions.size());
  agclose(graph);
}

std::size_t CountArrows(const std::string& mermaid) {
  return Count(mermaid, " --> ") + Count(mermaid, " -->|") + Count(mermaid, " ==> ") +
         Count(mermaid, " ==>|") + Count(mermaid, " -.-> ") + Count(mermaid, " -.->|");
}

void ExpectReadable(const std::string& mermaid) {
  EXPECT_LT(CountArrows(mermaid), 450U);
  EXPECT_LT(mermaid.size(), 45'000U);
  EXPECT_NE(mermaid.find("flowchart TB\n"), std::string::npos);
}

TEST(LargePicture, IsSplitWhereMermaidTakesNoMore) {
  std::string flows = "envelope E { in b: bool; }\nprocessor a();\n";
  for (int i = 0; i < 5; ++i)
    flows += "flow f" + std::to_string(i) + " on E {" + Repeat("if b { a; }", 60) + "}\n";
  for (const Compiled& flow :
       {NestedIfs(900), Tries(300), Compiled(flows),
        Flow(Repeat("try {", 90) + Repeat("a;", 500) + Repeat("} on timeout { a; }", 90))}) {
    const Model model = flow.Picture();
    const auto rendered =
        codegen::RenderGraph(flow.mesh, flow.facts, {GraphFormat::kMermaid, codegen::GraphLevel::kFlow});
    const auto& text = std::get<codegen::GraphText>(rendered);
    ASSERT_GT(text.parts.size(), 1U);
    ExpectReadable(text.bytes);
    EXPECT_EQ(Count(text.bytes, "[[\"part "), text.parts.size());
    std::size_t arrows = 0;
    for (const std::string& part : text.parts) {
      ExpectReadable(part);
      arrows += CountArrows(part);
    }
    EXPECT_EQ(arrows, model.edges.size()) << "each arrow stands in one part";
  }
}

/// Its readers refuse more, of an overview, too.
TEST(LargePicture, KeepsItsOverviewWithinTheLimitsOfItsReaders) {
  std::string flows;
  for (int i = 0; i < 2'000; ++i)
    flows += "flow " + std::string(200, 'x') + std::to_string(i) + " on E { a; }\n";
  const Compiled many("envelope E { in b: bool; }\nprocessor a();\n" + flows);
  const Compiled deep = Flow(Repeat("try { a; ", 299) + " a; " + Repeat("} on timeout { a; }", 299));
  for (const Compiled* each : {&many, &deep}) {
    const auto rendered =
        codegen::RenderGraph(each->mesh, each->facts, {GraphFormat::kMermaid, codegen::GraphLevel::kFlow});
    const std::string& overview = std::get<codegen::GraphText>(rendered).bytes;
    EXPECT_NE(overview.find("part 1 of "), std::string::npos);
    EXPECT_LE(overview.size(), 45'000U);
  }
}

TEST(LargePicture, SaysInItsOverviewWhatThePartsHold) {
  std::string text = "envelope E { in b: bool; }\n";
  std::string calls;
  for (int i = 0; i < 500; ++i) {
    const std::string name = "a" + std::to_string(i);
    text += "processor " + name + "();\n";
    calls += name + "; ";
  }
  const Compiled flow(text + "flow m on E { " + calls + " }");
  const auto rendered =
      codegen::RenderGraph(flow.mesh, flow.facts, {GraphFormat::kMermaid, codegen::GraphLevel::kFlow});
  const auto& overview = std::get<codegen::GraphText>(rendered).bytes;
  EXPECT_NE(overview.find("part 1 of 2<br/>entry flow m<br/>a0 … a"), std::string::npos) << overview;
  EXPECT_NE(overview.find(" … a499\""), std::string::npos) << overview;
  EXPECT_NE(overview.find("n0 --> n1"), std::string::npos) << overview;
}

TEST(LargePicture, IsNotSplitWhereItFits) {
  const Compiled flow = NestedIfs(100);
  const auto rendered =
      codegen::RenderGraph(flow.mesh, flow.facts, {GraphFormat::kMermaid, codegen::GraphLevel::kFlow});
  EXPECT_TRUE(std::get<codegen::GraphText>(rendered).parts.empty());
  EXPECT_EQ(CountArrows(std::get<codegen::GraphText>(rendered).bytes), flow.Picture().edges.size());
}

TEST(LargePicture, HasItsPartsBesideIt) {
  EXPECT_EQ(codegen::PathOfPart("a.b/support.mmd", 0), "a.b/support.part1.mmd");
  EXPECT_EQ(codegen::PathOfPart("a.b/support", 1), "a.b/support.part2");
  EXPECT_EQ(codegen::PathOfPart(".mmd", 0), ".mmd.part1");
}

/// Bytes that XML 1.0, DOT readers and YAML refuse.
bool HasControlCharacters(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) {
                       const auto byte = static_cast<unsigned char>(c);
                       return (byte < 0x20 && c != '\n' && c != '\t' && c != '\r') || byte == 0x7F;
                     }) ||
         text.find("\xEF\xBF\xBF") != std::string::npos || text.find("\xC2\x85") != std::string::npos;
}

TEST(Picture, HoldsNoCharacterThatItsFormatCannot) {
  const Compiled flow(
      "envelope E { in s: string; }\n/// page one\fpage\x7Ftwo \xC2\x85three\nprocessor a(s: string);\n"
      "flow m on E { match s { \"\\u{ffff}\" => a; _ => {} } }");
  for (const GraphFormat format : {GraphFormat::kSvg, GraphFormat::kDot, GraphFormat::kMermaid}) {
    EXPECT_FALSE(HasControlCharacters(RenderLarge(flow, format))) << static_cast<int>(format);
  }
  EXPECT_NE(RenderLarge(flow, GraphFormat::kMermaid).find("#92;#92;u{ffff}"), std::string::npos);
  EXPECT_NE(RenderLarge(flow, GraphFormat::kSvg).find("page one\\u{c}page\\u{7f}two"), std::string::npos);
}

TEST(Picture, ExplainsWhatItShows) {
  const Compiled flow = Tries(1);
  for (const GraphFormat format : {GraphFormat::kSvg, GraphFormat::kDot, GraphFormat::kMermaid}) {
    const std::string text = RenderLarge(flow, format);
    EXPECT_NE(text.find("done in any case"), std::string::npos);
    EXPECT_EQ(text.find("waits for a value"), std::string::npos) << "nothing of the kind is there";
  }
}

}  // namespace
}  // namespace meshc::test
