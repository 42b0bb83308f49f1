#include <graphviz/cgraph.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "codegen/graph/graph.h"
#include "compiled.h"
#include "tests/support/captured_output.h"

namespace meshc::test {
namespace {

using codegen::GraphFormat;
using codegen::GraphLevel;

constexpr const char* kFlow = R"(
envelope E { in t: string; var ok: bool = false; }
error bad recoverable;
/// Reads "it" & says <so>: C:\n
processor reader(t: string) -> (ok: bool) { raises bad; }
processor writer();
/// The whole of it.
flow f on E {
  repeat max 2 { reader; } until ok else { writer; }
} on bad { writer; }
)";

std::string Render(const Compiled& flow, GraphFormat format, GraphLevel level = GraphLevel::kFlow) {
  const auto rendered = codegen::RenderGraph(flow.mesh, flow.facts, {format, level});
  const auto* text = std::get_if<codegen::GraphText>(&rendered);
  EXPECT_NE(text, nullptr) << std::get<codegen::GraphFailure>(rendered).reason;
  return text == nullptr ? "" : text->bytes;
}

/// What stands between two texts.
std::string Between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t begin = text.find(before);
  if (begin == std::string::npos) return "";
  return text.substr(begin + before.size(), text.find(after, begin) - begin - before.size());
}

TEST(Page, HoldsThePictureAndTheModelOfEachLevelAndLooksNothingUp) {
  const Compiled flow(kFlow);
  const std::string page = Render(flow, GraphFormat::kHtml);
  const auto models =
      nlohmann::json::parse(Between(page, "<script type=\"application/json\" id=\"models\">", "</script>"));
  for (const char* level : {"mesh", "flow", "actor"}) {
    const auto picture =
        nlohmann::json::parse(
            Between(page, "class=\"drawn\" data-level=\"" + std::string(level) + "\">", "</script>"))
            .get<std::string>();
    const auto& model = models.at(level);
    EXPECT_GT(model.at("edges").size(), 1U);
    for (std::size_t e = 0; e < model.at("edges").size(); ++e)
      EXPECT_NE(picture.find("<g id=\"e" + std::to_string(e) + "\" class=\"edge\""), std::string::npos)
          << level << e;
    for (const auto& node : model.at("nodes"))
      EXPECT_NE(picture.find("<g id=\"" + node.at("id").get<std::string>() + "\" class=\"node\""),
                std::string::npos);
  }
  for (const char* reference : {"src=", "<link", "@import", "fetch(", "url("})
    EXPECT_EQ(page.find(reference), std::string::npos) << reference;
}

/// A browser would build all of them before it shows the first one.
TEST(Page, HoldsNoPictureAsMarkup) {
  EXPECT_EQ(Render(Compiled(kFlow), GraphFormat::kHtml).find("<svg"), std::string::npos);
}

TEST(Page, BeginsWithTheLevelThatIsAskedFor) {
  const Compiled flow(kFlow);
  EXPECT_NE(Render(flow, GraphFormat::kHtml, GraphLevel::kActor).find("show(\"actor\");"), std::string::npos);
}

TEST(Page, IsNotEndedByTextOfTheProgram) {
  const Compiled flow(
      "/// </script><script>alert(1)</script> </svg>\nprocessor p();\nenvelope E { }\nflow f on E { p; }");
  const std::string page = Render(flow, GraphFormat::kHtml);
  EXPECT_EQ(page.find("alert(1)</script>"), std::string::npos);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
}

TEST(Dot, KeepsLabelsThatAreEmpty) {
  const Compiled flow(kFlow);
  const std::string dot = Render(flow, GraphFormat::kDot);
  EXPECT_NE(Between(dot, "id=\"f/start\"", "]").find("label=\"\""), std::string::npos) << dot;
}

TEST(Mermaid, WritesDarkTextOnLightFillsInEveryTheme) {
  const Compiled flow(kFlow);
  std::istringstream lines(Render(flow, GraphFormat::kMermaid));
  int styles = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("  style ") != 0) continue;
    ++styles;
    EXPECT_NE(line.find(",color:#"), std::string::npos) << line;
  }
  EXPECT_GT(styles, 3);
}

TEST(Dot, IsReadBackWithTheSameNodes) {
  const Compiled flow(kFlow);
  const std::string dot = Render(flow, GraphFormat::kDot);
  Agraph_t* graph = agmemread(const_cast<char*>(dot.c_str()));
  ASSERT_NE(graph, nullptr) << dot;
  EXPECT_EQ(static_cast<std::size_t>(agnnodes(graph)), flow.Picture().nodes.size());
  EXPECT_EQ(static_cast<std::size_t>(agnedges(graph)), flow.Picture().edges.size());
  Agnode_t* start = agnode(graph, const_cast<char*>("f/start"), 0);
  ASSERT_NE(start, nullptr);
  EXPECT_STREQ(agget(start, const_cast<char*>("tooltip")), "The whole of it.");
  agclose(graph);
}

/// Graphviz reads no piece of a text of 16 KiB.
TEST(Dot, IsReadHoweverLongATextIs) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "é";
  const Compiled flow("/// " + text + R"(
envelope E { in t: string; }
processor writer();
/// )" + text + R"(
flow f on E { if t == ")" +
                      text + R"(" { writer; } })");
  for (const GraphLevel level : {GraphLevel::kMesh, GraphLevel::kFlow, GraphLevel::kActor}) {
    // As the program reads it: from a file. What stands in memory may be longer.
    std::string dot = Render(flow, GraphFormat::kDot, level);
    std::FILE* file = fmemopen(dot.data(), dot.size(), "r");
    ASSERT_NE(file, nullptr);
    Agraph_t* graph = agread(file, nullptr);
    std::fclose(file);
    ASSERT_NE(graph, nullptr) << dot.substr(0, 4000);
    agclose(graph);
    // What is cut ends with a whole character: the JSON library refuses half of one.
    for (const GraphFormat format : {GraphFormat::kDot, GraphFormat::kSvg, GraphFormat::kMermaid}) {
      EXPECT_NO_THROW(nlohmann::json(Render(flow, format, level)).dump());
    }
  }
  EXPECT_NE(Render(flow, GraphFormat::kJson).find(text), std::string::npos);
}

TEST(Dot, IsEqualForEqualMeshes) {
  const Compiled first(kFlow);
  const Compiled second(kFlow);
  EXPECT_EQ(Render(first, GraphFormat::kDot), Render(second, GraphFormat::kDot));
}

TEST(Svg, IsOneDocumentWithTooltips) {
  const Compiled flow(kFlow);
  const std::string svg = Render(flow, GraphFormat::kSvg);
  EXPECT_EQ(svg.rfind("<?xml", 0), 0U);
  EXPECT_NE(svg.find("at most 2 rounds"), std::string::npos);
  EXPECT_NE(svg.find("&lt;so&gt;: C:\\n"), std::string::npos);
}

constexpr const char* kMarks = R"(
envelope E { in t: string; }
/// Path C:\Net\Group\Last, see \N, &lt;b&gt; &amp; more.
processor p(t: string);
flow f on E { if t == "&lt;b&gt; &#65;" || matches(t, "\\d+") { p; } }
)";

/// The library has names for nodes, graphs and labels that begin with a backslash, and reads entities.
TEST(Svg, KeepsBackslashesEntitiesAndTooltips) {
  const std::string svg = Render(Compiled(kMarks), GraphFormat::kSvg);
  EXPECT_NE(svg.find("<title>Path C:\\Net\\Group\\Last, see \\N, &amp;lt;b&amp;gt; &amp;amp; more.</title>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("&amp;lt;b&amp;gt; &amp;#65;"), std::string::npos) << svg;
  for (std::size_t at = 0; (at = svg.find("d+", at)) != std::string::npos; ++at)
    EXPECT_EQ(svg.substr(at - 2, 2), "\\\\") << "a condition is as in the source";
}

TEST(Dot, WritesAmpersandsAsEntities) {
  const std::string dot = Render(Compiled(kMarks), GraphFormat::kDot);
  EXPECT_NE(dot.find("see \\\\N, &amp;lt;b&amp;gt; &amp;amp; more."), std::string::npos) << dot;
  EXPECT_EQ(dot.find("&lt;b"), std::string::npos) << dot;
}

/// Each is written with five characters, and must leave room for the others.
TEST(Dot, IsReadHoweverManyAmpersandsATextHas) {
  std::string dot = Render(
      Compiled("/// " + std::string(20000, '&') + "\nprocessor p();\nenvelope E { }\nflow f on E { p; }"),
      GraphFormat::kDot);
  std::FILE* file = fmemopen(dot.data(), dot.size(), "r");
  ASSERT_NE(file, nullptr);
  Agraph_t* graph = agread(file, nullptr);
  std::fclose(file);
  ASSERT_NE(graph, nullptr);
  agclose(graph);
}

/// A reviewer would read `a` and `b` the other way round.
TEST(Pictures, WriteOutWhatTurnsTextAround) {
  const Compiled flow(
      "/// x\u202Ey\u2066z\nprocessor p();\nenvelope E { in t: string; }\n"
      "flow f on E { if t == \"a\u202Db\" { p; } }");
  for (const GraphFormat format : {GraphFormat::kDot, GraphFormat::kSvg, GraphFormat::kMermaid}) {
    const std::string text = Render(flow, format);
    EXPECT_EQ(text.find("\u202D"), std::string::npos);
    EXPECT_EQ(text.find("\u202E"), std::string::npos);
    EXPECT_EQ(text.find("\u2066"), std::string::npos);
    EXPECT_NE(text.find("u{202d}"), std::string::npos);
  }
  EXPECT_NE(Render(flow, GraphFormat::kSvg).find("x\\u{202e}y\\u{2066}z"), std::string::npos);
}

/// What stands in the elements `title`, in order.
std::vector<std::string> TitlesOf(const std::string& svg) {
  std::vector<std::string> titles;
  for (std::size_t at = svg.find("<title>"); at != std::string::npos; at = svg.find("<title>", at + 1))
    titles.push_back(svg.substr(at + 7, svg.find("</title>", at) - at - 7));
  return titles;
}

TEST(Svg, HasTitlesOfWordsAndNoInternalNames) {
  const Compiled flow(kFlow);
  const std::vector<std::string> titles = TitlesOf(Render(flow, GraphFormat::kSvg));
  const auto picture = flow.Picture();
  EXPECT_EQ(titles.size(), 1 + picture.regions.size() + picture.nodes.size() + picture.edges.size());
  for (const std::string& title : titles) {
    EXPECT_EQ(title.find_first_of("#"), std::string::npos) << title;
    EXPECT_NE(title.substr(0, 2), "f/") << title;
    EXPECT_EQ(title.find("cluster_"), std::string::npos) << title;
  }
  EXPECT_EQ(std::count(titles.begin(), titles.end(), "Reads \"it\" &amp; says &lt;so&gt;: C:\\n"), 1);
  EXPECT_EQ(std::count(titles.begin(), titles.end(), "start → reader"), 1);
}

TEST(Svg, IsDrawnAsOftenAsAsked) {
  const Compiled flow(kFlow);
  EXPECT_EQ(Render(flow, GraphFormat::kSvg), Render(flow, GraphFormat::kSvg));
}

TEST(Png, StartsLikeAPng) { EXPECT_EQ(Render(Compiled(kFlow), GraphFormat::kPng).substr(1, 3), "PNG"); }

/// A flow of so many steps, one below the other.
Compiled Chain(int steps) {
  std::string text = "envelope E { }\nprocessor p();\nflow f on E {";
  for (int i = 0; i < steps; ++i) text += " p;";
  return Compiled(text + " }");
}

/// Big-endian, behind the signature and the name of the first chunk.
unsigned HeightOf(const std::string& png) {
  unsigned height = 0;
  for (std::size_t i = 20; i < 24; ++i) height = height * 256 + static_cast<unsigned char>(png.at(i));
  return height;
}

TEST(Png, IsMadeSmallerWhereItWouldHaveTooManyPixels) {
  mesh::test::CapturedOutput said(STDERR_FILENO);
  const unsigned height = HeightOf(Render(Chain(500), GraphFormat::kPng));
  EXPECT_EQ(said.Take(), "");
  EXPECT_GT(height, 31'900U);
  EXPECT_LE(height, 32'001U);
}

TEST(Png, IsRefusedWhereNobodyCouldReadIt) {
  const Compiled flow = Chain(1'500);
  const auto rendered = codegen::RenderGraph(flow.mesh, flow.facts, {GraphFormat::kPng, GraphLevel::kFlow});
  const auto* failure = std::get_if<codegen::GraphFailure>(&rendered);
  ASSERT_NE(failure, nullptr);
  EXPECT_NE(failure->reason.find("an SVG has room"), std::string::npos) << failure->reason;
}

TEST(Mermaid, ShowsFramesNodesAndErrorEdges) {
  const std::string text = Render(Compiled(kFlow), GraphFormat::kMermaid);
  EXPECT_NE(text.find("flowchart TB"), std::string::npos);
  EXPECT_NE(text.find("subgraph"), std::string::npos);
  EXPECT_NE(text.find("linkStyle"), std::string::npos);
}

/// Mermaid takes labels for Markdown; a backslash, written as an entity, takes its meaning from a mark.
TEST(Mermaid, TakesTheirMeaningFromMarksOfMarkdown) {
  const std::string text =
      Render(Compiled("envelope E { in t: string; }\nprocessor p_q(t: string);\n"
                      "flow f on E { if t == \"`x` **b** _i_ ~s [l] \\\\ &lt; a://b\" { p_q; } }"),
             GraphFormat::kMermaid);
  for (const char* written : {"#92;`x#92;` #92;*#92;*b#92;*#92;* #92;_i#92;_", "#92;~s", "#92;[l]",
                              "#92;#92;#92;#92;", "#amp;lt;", "a#92;://b"})
    EXPECT_NE(text.find(written), std::string::npos) << written << "\n" << text;
  EXPECT_NE(text.find("\"p_q<br/>"), std::string::npos) << "a name stays readable: " << text;
}

TEST(Json, TellsTheModel) {
  const Compiled flow(kFlow);
  const auto json = nlohmann::json::parse(Render(flow, GraphFormat::kJson));
  EXPECT_EQ(json.at("mesh"), "picture");
  EXPECT_EQ(json.at("nodes").size(), flow.Picture().nodes.size());
  EXPECT_EQ(json.at("nodes").at(0).at("id"), "f/start");
}

TEST(Graphs, AreWrittenForEachFlowInThreeForms) {
  const Compiled flow("envelope E { }\nprocessor p();\nflow a on E { p; }\nflow b on E { p; }");
  const codegen::ArtifactSet artifacts = codegen::GenerateGraphs(flow.mesh, flow.facts);
  for (const char* name :
       {"graph/a.dot", "graph/a.mmd", "graph/a.json", "graph/b.dot", "graph/b.mmd", "graph/b.json"}) {
    EXPECT_TRUE(artifacts.contains(name)) << name;
  }
  EXPECT_EQ(artifacts.size(), 6U);
}

}  // namespace
}  // namespace meshc::test
