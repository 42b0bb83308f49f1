// `run --counts` and `graph --overlay`: what a run was, and that laid over a picture.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "tests/support/memory_world.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kDesk = R"(mesh demo.desk;

envelope Note {
  in text: string;
  var kind: string = "";
  out reply: string;
}

error broken recoverable;

router triage(text: string) -> { plain, hard };
processor answer(text: string) -> (reply: string) { raises broken; }
processor study(text: string) -> (kind: string);

flow keep on Note {
  route triage {
    plain => answer;
    hard => study -> answer;
  }
}
)";

MemoryWorld DeskWorld() {
  MemoryWorld world;
  world.files.Put("desk.flow", kDesk);
  return world;
}

/// What the counts of a run over two inputs are; the picture can read them.
std::string CountTwo(MemoryWorld& world) {
  const auto run = world.Run({"run", "--stub", "--counts", "counts.json", "desk.flow"},
                             "{\"text\": \"a\"}\n{\"text\": \"b\"}\n");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  world.files.Put("counts.json", world.output.files.at("counts.json"));
  return world.output.files.at("counts.json");
}

Json Find(const Json& all, const std::string& key, const std::string& value) {
  for (const Json& each : all) {
    if (each.at(key) == value) return each;
  }
  return {};
}

Json FindEdge(const Json& picture, const std::string& from, const std::string& to) {
  for (const Json& edge : picture.at("edges")) {
    if (edge.at("from") == from && edge.at("to") == to) return edge;
  }
  return {};
}

Json Picture(MemoryWorld& world, const std::string& level) {
  const auto graph =
      world.Run({"graph", "--level", level, "--format", "json", "--overlay", "counts.json", "desk.flow"});
  EXPECT_EQ(graph.exit_code, 0) << graph.err;
  return Json::parse(graph.out);
}

TEST(Counts, TellVisitsAndWaysOfARun) {
  MemoryWorld world = DeskWorld();
  const Json counts = Json::parse(CountTwo(world));
  EXPECT_EQ(counts.at("counts"), 1);
  EXPECT_EQ(counts.at("mesh"), "demo.desk");
  EXPECT_EQ(counts.at("ends"), Json::parse(R"({"succeeded": 2})"));
  EXPECT_EQ(counts.at("actors").at("answer"),
            Json::parse(R"({"visits": 2, "retries": 0, "errors": {}, "p99_ms": 0.0})"));
  EXPECT_EQ(counts.at("actors").size(), 2U);
  EXPECT_EQ(counts.at("edges"), Json::parse(R"([{"from": "answer", "to": "success", "count": 2},
      {"from": "keep/start", "to": "triage", "count": 2}, {"from": "triage", "to": "answer", "count": 2}])"));
}

TEST(Counts, GoToAFileOfTheirOwn) {
  MemoryWorld world = DeskWorld();
  EXPECT_EQ(world.Run({"run", "--stub", "--counts", "-", "desk.flow"}).exit_code, 2);
  EXPECT_EQ(world.Run({"run", "--stub", "--input", "in", "--counts", "in", "desk.flow"}).exit_code, 2);
  EXPECT_EQ(world.Run({"run", "--stub", "--counts", "other.flow", "desk.flow"}).exit_code, 2);
  world.output.forbidden = "no/";
  EXPECT_EQ(
      world.Run({"run", "--stub", "--counts", "no/counts", "desk.flow"}, "{\"text\": \"a\"}\n").exit_code, 2);
}

TEST(Overlay, TellsWhatPassedActorsAndWays) {
  MemoryWorld world = DeskWorld();
  CountTwo(world);
  const Json picture = Picture(world, "mesh");
  EXPECT_EQ(Find(picture.at("nodes"), "id", "answer").at("counts").at("visits"), 2);
  EXPECT_EQ(Find(picture.at("nodes"), "id", "study").at("counts").at("visits"), 0);
  EXPECT_EQ(FindEdge(picture, "triage", "answer").at("taken"), 2);
  EXPECT_EQ(FindEdge(picture, "triage", "study").at("taken"), 0);
  EXPECT_EQ(FindEdge(picture, "study", "answer").at("taken"), 0);
}

TEST(Overlay, TellsAtTheLevelOfFlowsWhatIsCertain) {
  MemoryWorld world = DeskWorld();
  CountTwo(world);
  const Json picture = Picture(world, "flow");
  const std::string triage = "keep/route#1/triage#1";
  ASSERT_TRUE(Find(picture.at("nodes"), "id", triage).is_object()) << picture.dump(1);
  EXPECT_EQ(FindEdge(picture, "keep/start", triage).at("taken"), 2);
  for (const Json& edge : picture.at("edges")) {
    const bool of_hard = edge.at("from").get<std::string>().find("[hard]") != std::string::npos ||
                         edge.at("to").get<std::string>().find("[hard]") != std::string::npos;
    // Errors leave the whole flow.
    if (!edge.at("from_region").is_null()) continue;
    EXPECT_EQ(of_hard, edge.contains("taken") && edge.at("taken") == 0) << edge;
  }
}

TEST(Overlay, ShowsInEveryDrawnFormat) {
  MemoryWorld world = DeskWorld();
  CountTwo(world);
  for (const std::string format : {"dot", "svg", "mermaid", "html"}) {
    const auto graph =
        world.Run({"graph", "--level", "mesh", "--format", format, "--overlay", "counts.json", "desk.flow"});
    EXPECT_EQ(graph.exit_code, 0) << graph.err;
    for (const std::string words : {"2 visits", "p99 0 ms", "×2", "never taken"})
      EXPECT_NE(graph.out.find(words), std::string::npos) << format << ": " << words;
  }
}

TEST(Overlay, WarnsOfWhatTheMeshNoLongerHas) {
  MemoryWorld world = DeskWorld();
  std::string counts = CountTwo(world);
  const std::string digest = Json::parse(counts).at("table");
  counts.replace(counts.find(digest), digest.size(), "0123456789abcdef");
  for (std::size_t at = 0; (at = counts.find("triage", at)) != std::string::npos; ++at)
    counts.replace(at, 6, "oracle");
  world.files.Put("counts.json", counts);
  const auto graph =
      world.Run({"graph", "--level", "mesh", "--overlay", "counts.json", "--format", "json", "desk.flow"});
  EXPECT_EQ(graph.exit_code, 0);
  EXPECT_NE(graph.err.find("warning[MC6014]"), std::string::npos) << graph.err;
  EXPECT_NE(
      graph.err.find("the mesh does not have: the actor `oracle`, the arrow from `keep/start` to `oracle`"),
      std::string::npos)
      << graph.err;
  const Json picture = Json::parse(graph.out);
  const Json oracle = Find(picture.at("nodes"), "label", "oracle");
  ASSERT_TRUE(oracle.is_object());
  EXPECT_EQ(FindEdge(picture, oracle.at("id"), "answer").at("kind"), "unknown");
  EXPECT_EQ(world.Run({"graph", "-Werror", "--overlay", "counts.json", "desk.flow"}).exit_code, 1);
}

/// Behind a join that has failed, the last stop is the one before its fork.
TEST(Overlay, TakesNoArrowBehindAFailedJoinForUnknown) {
  MemoryWorld world;
  world.files.Put("desk.flow", R"(mesh demo.desk;
envelope Note { in text: string; }
error broken recoverable;
processor read(text: string);
processor left(text: string) { raises broken; }
processor right(text: string);
processor repair(text: string);
flow keep on Note {
  read;
  try { parallel wait all { left; right; } } on broken { repair; }
}
)");
  Json counts = Json::parse(CountTwo(world));
  const auto draw = [&](const char* from, const char* to) {
    Json changed = counts;
    changed["edges"].push_back({{"from", from}, {"to", to}, {"count", 1}});
    world.files.Put("counts.json", changed.dump());
    const auto graph =
        world.Run({"graph", "--level", "mesh", "--format", "json", "--overlay", "counts.json", "desk.flow"});
    EXPECT_EQ(graph.exit_code, 0) << graph.err;
    const Json picture = Json::parse(graph.out);
    return std::pair(graph.err, Find(picture.at("edges"), "kind", "unknown").is_object());
  };
  EXPECT_EQ(draw("read", "repair"), std::pair(std::string(), false));
  EXPECT_TRUE(draw("repair", "left").second) << "no fork is behind it";
  EXPECT_NE(draw("repair", "left").first.find("MC6015"), std::string::npos);
  EXPECT_TRUE(draw("read", "oracle").second) << "nobody is called so";
}

/// The mesh with the counts of a run over two inputs.
Json DrawCounted(const std::string& flow) {
  MemoryWorld world;
  world.files.Put("desk.flow", "mesh demo.desk;\n" + flow);
  CountTwo(world);
  return Picture(world, "mesh");
}

constexpr const char* kCopies = R"(
envelope Note { in text: string; in more: [string] = ["a", "b"]; in k: bool = false; var x: string; var y: string; }
error broken recoverable;
processor left(text: string) -> (x: string) { raises broken; }
processor right(text: string) -> (y: string);
processor last(text: string);
)";

/// The first visit of a copy is counted from nobody: perhaps from the start.
TEST(Overlay, DoesNotKnowHowOftenAFlowBeganWithCopies) {
  for (const std::string body : {"parallel { left; right; } last;", "tap left; last;"}) {
    const Json picture = DrawCounted(kCopies + ("flow keep on Note { " + body + " }"));
    const Json edge = FindEdge(picture, "keep/start", "left");
    ASSERT_TRUE(edge.is_object()) << picture.dump(1);
    EXPECT_FALSE(edge.contains("taken")) << body << edge;
    EXPECT_EQ(edge.at("label").get<std::string>().find("never taken"), std::string::npos) << body << edge;
  }
  const Json picture = DrawCounted(std::string(kCopies) + "flow keep on Note { if k { left; } last; }");
  EXPECT_EQ(FindEdge(picture, "keep/start", "left").at("taken"), 0) << "nobody was at left";
}

/// An error of `left` and its end lead to `last` by two arrows, which are counted as one.
TEST(Overlay, TellsOfArrowsBetweenTwoNodesWhatAllOfThemWere) {
  const Json picture = DrawCounted(std::string(kCopies) +
                                   "flow keep on Note { try { left; } on broken { set x = \"\"; } last; }");
  int arrows = 0;
  for (const Json& edge : picture.at("edges")) {
    if (edge.at("from") != "left" || edge.at("to") != "last") continue;
    ++arrows;
    EXPECT_FALSE(edge.contains("taken")) << edge;
    EXPECT_NE(edge.at("label").get<std::string>().find("×2 together"), std::string::npos) << edge;
  }
  EXPECT_EQ(arrows, 2);
}

/// A copy for `left` and a visit of it leave the start; who had the copy before is not counted.
TEST(Overlay, TellsOfArrowsThatMayBeginCopiesNoMoreThanIsKnown) {
  const Json picture =
      DrawCounted(std::string(kCopies) + "flow keep on Note { tap left; if !k { left; } last; }");
  int arrows = 0;
  for (const Json& edge : picture.at("edges")) {
    if (edge.at("from") != "keep/start" || edge.at("to") != "left") continue;
    ++arrows;
    EXPECT_FALSE(edge.contains("taken")) << edge;
    EXPECT_NE(edge.at("label").get<std::string>().find("×2 or more together"), std::string::npos) << edge;
  }
  EXPECT_EQ(arrows, 2);
}

/// Two calls, each with an actor that undoes it, and a last one that fails after `failures` of four inputs.
constexpr const char* kSaga = R"(mesh demo.desk;

envelope Note {
  in text: string;
  seat: string;
  room: string;
  out reply: string;
}

processor seat_taker(text: string) -> (seat: string) { undo seat_giver; }
processor seat_giver(seat: string);
processor room_taker(text: string) -> (room: string) { undo room_giver; }
processor room_giver(room: string);
processor answer(text: string) -> (reply: string);

)";

/// The picture at the level of flows, where visits of `actors` were counted, and `points` beside them.
Json DrawUndone(const std::string& flow, const std::string& actors, const std::string& points) {
  MemoryWorld world;
  world.files.Put("desk.flow", kSaga + flow);
  world.files.Put("counts.json",
                  R"({"counts": 1, "mesh": "demo.desk", "table": "0", "ends": {}, "actors": {)" + actors +
                      "}, \"points\": {" + points + "}, \"edges\": []}");
  const auto graph = world.Run({"graph", "--level", "flow", "--format", "json", "--overlay", "counts.json",
                                "-Wno-counts-of-other-version", "desk.flow"});
  EXPECT_EQ(graph.exit_code, 0) << graph.err;
  return graph.exit_code == 0 ? Json::parse(graph.out) : Json();
}

constexpr const char* kOneSaga = "flow keep on Note { saga { seat_taker; room_taker; answer; } }";

/// Undo calls are counted where their saga is undone, not at the call that they undo.
TEST(Overlay, TellsHowOftenACallWasUndone) {
  const Json picture = DrawUndone(
      kOneSaga, R"("seat_giver": {"visits": 3, "retries": 1, "errors": {"timeout": 1}, "p99_ms": 2.0})",
      R"("keep/saga#1/seat_taker#1": {"visits": 4, "retries": 0, "errors": {}, "p99_ms": 1.0})");
  const Json seat = Find(picture.at("nodes"), "id", "keep/saga#1/seat_taker#1/undo");
  EXPECT_EQ(seat.at("counts"),
            Json::parse(R"({"visits": 3, "retries": 1, "errors": {"timeout": 1}, "p99_ms": 2.0})"));
  EXPECT_EQ(FindEdge(picture, "keep/saga#1/seat_taker#1", "keep/saga#1/seat_taker#1/undo").at("taken"), 2);
  const Json room = Find(picture.at("nodes"), "id", "keep/saga#1/room_taker#1/undo");
  EXPECT_EQ(room.at("counts").at("visits"), 0);
}

/// What it is called for besides stands at those points.
TEST(Overlay, TellsCallsOfAnActorFromWhatItUndoes) {
  const Json picture = DrawUndone(
      "flow keep on Note { saga { seat_taker; answer; } room_taker; seat_giver; }",
      R"("seat_giver": {"visits": 5, "retries": 1, "errors": {"timeout": 1, "crash": 1}, "p99_ms": 2.0})",
      R"("keep/seat_giver#1": {"visits": 4, "retries": 1, "errors": {"timeout": 1}, "p99_ms": 1.0})");
  const Json seat = Find(picture.at("nodes"), "id", "keep/saga#1/seat_taker#1/undo");
  EXPECT_EQ(seat.at("counts"),
            Json::parse(R"({"visits": 1, "retries": 0, "errors": {"crash": 1}, "p99_ms": null})"));
}

/// Nobody has counted which of its calls one undoes; that there was none is known of both.
TEST(Overlay, TellsOfSeveralCallsThatOneActorUndoesNoMoreThanIsKnown) {
  const char* const flow =
      "flow keep on Note { saga { if text == \"a\" { seat_taker; } else { seat_taker; } answer; } "
      "room_taker; }";
  const auto first = [](const Json& picture) {
    return Find(picture.at("nodes"), "id", "keep/saga#1/if#1[then]/seat_taker#1/undo");
  };
  const Json undone =
      DrawUndone(flow, R"("seat_giver": {"visits": 2, "retries": 0, "errors": {}, "p99_ms": null})", "");
  ASSERT_EQ(first(undone).at("actor"), "seat_giver");
  EXPECT_FALSE(first(undone).contains("counts")) << first(undone);
  EXPECT_EQ(first(DrawUndone(flow, "", "")).at("counts").at("visits"), 0);
}

TEST(Overlay, RefusesWhatIsNoCounts) {
  MemoryWorld world = DeskWorld();
  const std::string counts = CountTwo(world);
  const auto draw = [&](std::string text) {
    world.files.Put("counts.json", std::move(text));
    const auto graph = world.Run({"graph", "--overlay", "counts.json", "desk.flow"});
    EXPECT_EQ(graph.exit_code, 1) << graph.err;
    EXPECT_EQ(graph.out, "");
    EXPECT_NE(graph.err.find("error[MC6013]"), std::string::npos) << graph.err;
    return graph.err;
  };
  const auto with = [&counts](const char* pointer, const Json& value) {
    Json changed = Json::parse(counts);
    changed[Json::json_pointer(pointer)] = value;
    return changed.dump();
  };
  EXPECT_NE(draw("{").find("it is no JSON"), std::string::npos);
  EXPECT_NE(draw("[]").find("`the file` must be an object"), std::string::npos);
  EXPECT_NE(draw(with("/counts", 2)).find("`counts` must be 1"), std::string::npos);
  EXPECT_NE(draw(with("/mesh", "demo.other")).find("they are of the mesh `demo.other`"), std::string::npos);
  EXPECT_NE(draw(with("/actors/answer/visits", -1)).find("`actors.answer.visits` must be"),
            std::string::npos);
  EXPECT_NE(draw(with("/actors/answer/retries", 3)).find("`actors.answer.retries` must be"),
            std::string::npos);
  EXPECT_NE(draw(with("/actors/answer/errors", 1)).find("`actors.answer.errors` must be"), std::string::npos);
  EXPECT_NE(draw(with("/actors/answer/p99_ms", "x")).find("`actors.answer.p99_ms` must be"),
            std::string::npos);
  EXPECT_NE(draw(with("/edges/0/to", 1)).find("`edges[0].to` must be a text"), std::string::npos);
}

TEST(Overlay, IsWrongUsageIfItCannotBeRead) {
  MemoryWorld world = DeskWorld();
  const auto graph = world.Run({"graph", "--overlay", "none.json", "desk.flow"});
  EXPECT_EQ(graph.exit_code, 2);
  EXPECT_NE(graph.err.find("cannot read `none.json`"), std::string::npos) << graph.err;
}

}  // namespace
}  // namespace meshc::test
