// How flows hang together, and what they do: hierarchy, pictures, runs of scenarios.
#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>

#include "codegen/graph/graph.h"
#include "compiler/language_server/answers.h"
#include "compiler/language_server/convert.h"
#include "compiler/language_server/errors.h"
#include "compiler/language_server/handler_files.h"
#include "compiler/language_server/params.h"
#include "compiler/language_server/run_apart.h"
#include "compiler/language_server/run_scenario.h"
#include "compiler/queries/call_hierarchy.h"
#include "compiler/queries/name_at.h"
#include "compiler/queries/steps.h"

namespace meshc::language_server {
namespace {

using queries::Declared;
using queries::DeclaredKind;

constexpr int kFunctionSymbol = 12;

Json HierarchyItem(Converter& convert, const Declared& declared) {
  return {{"name", convert.root().Text(declared.name)}, {"kind", kFunctionSymbol},
          {"detail", queries::Noun(declared.kind)},     {"uri", convert.Uri(declared.name.file)},
          {"range", convert.Range(declared.extent)},    {"selectionRange", convert.Range(declared.name)}};
}

bool HasHierarchy(DeclaredKind kind) {
  return kind == DeclaredKind::kFlow || kind == DeclaredKind::kProcessor || kind == DeclaredKind::kRouter;
}

/// What `params.item` stands for now.
std::optional<Cursor> ItemAt(Session& session, const Json& params) {
  const Json& item = Member(params, "item");
  return session.AtName(session.NameOfUri(TextMember(item, "uri")),
                        Member(Member(item, "selectionRange"), "start"));
}

/// The protocol has them in the file of `from`. An actor may be declared in another one than the steps that
/// run it: then its name stands for them.
Json RangesIn(Converter& convert, const Declared& from, const std::vector<source::SourceRange>& places) {
  Json ranges = Json::array();
  for (const source::SourceRange place : places) {
    if (place.file == from.name.file) ranges.push_back(convert.Range(place));
  }
  if (ranges.empty()) ranges.push_back(convert.Range(from.name));
  return ranges;
}

/// What several roots know of one thing, each neighbour once.
class CallList {
 public:
  explicit CallList(bool incoming) : incoming_(incoming) {}

  void Add(Json item, const Json& ranges) {
    const char* end = incoming_ ? "from" : "to";
    const auto known =
        std::find_if(calls_.begin(), calls_.end(), [&](const Json& c) { return c[end] == item; });
    Json& call = known != calls_.end()
                     ? *known
                     : calls_.emplace_back(Json{{end, std::move(item)}, {"fromRanges", Json::array()}});
    Json& all = call["fromRanges"];
    for (const Json& range : ranges) {
      if (std::find(all.begin(), all.end(), range) == all.end()) all.push_back(range);
    }
  }
  Json Take() { return std::move(calls_); }

 private:
  bool incoming_;
  Json calls_ = Json::array();
};

Json Calls(Session& session, const Json& params, bool incoming) {
  const auto cursor = ItemAt(session, params);
  if (!cursor) return nullptr;
  CallList calls(incoming);
  for (const Root& root : cursor->roots) {
    const auto name = queries::FindNameAt(*root, cursor->In(*root));
    if (!name || !HasHierarchy(name->declared->kind)) continue;
    Converter convert(session, *root);
    const auto neighbours =
        incoming ? queries::CallersOf(*root, *name->declared) : queries::CalleesOf(*root, *name->declared);
    for (const queries::Neighbour& neighbour : neighbours) {
      const Declared& from = incoming ? *neighbour.declared : *name->declared;
      calls.Add(HierarchyItem(convert, *neighbour.declared), RangesIn(convert, from, neighbour.places));
    }
  }
  return calls.Take();
}

template <typename Kind>
Kind ReadWord(const Json& params, const char* member,
              std::initializer_list<std::pair<const char*, Kind>> known) {
  const std::string word = params.value(member, known.begin()->first);
  for (const auto& [name, kind] : known) {
    if (word == name) return kind;
  }
  throw RequestError(ErrorCode::kInvalidParams, "there is no " + std::string(member) + " `" + word + "`");
}

codegen::GraphLevel LevelOf(const Json& params) {
  using enum codegen::GraphLevel;
  return ReadWord<codegen::GraphLevel>(params, "level",
                                       {{"flow", kFlow}, {"mesh", kMesh}, {"actor", kActor}});
}

codegen::GraphFormat FormatOf(const Json& params) {
  using enum codegen::GraphFormat;
  return ReadWord<codegen::GraphFormat>(
      params, "format", {{"svg", kSvg}, {"dot", kDot}, {"mermaid", kMermaid}, {"json", kJson}});
}

/// What the node of a point is called; null: it has none.
Json NodeOf(const queries::CheckedRoot& root, ir::PointId id, codegen::GraphLevel level) {
  if (!id.has_value()) return nullptr;
  if (level != codegen::GraphLevel::kMesh) return root.mesh()->points[id].name;
  const types::ActorId actor = queries::ActorAt(root, id);
  return actor.has_value() ? Json(root.mesh()->declarations.actors[actor].name) : Json();
}

/// Where each actor is declared, by its name.
Json ActorNodesOf(const queries::CheckedRoot& root, Converter& convert) {
  Json nodes = Json::array();
  for (const types::Actor& actor : root.mesh()->declarations.actors)
    nodes.push_back({{"name", actor.name}, {"location", convert.Location(actor.origin.range)}});
  return nodes;
}

/// Where what each node stands for is written, by its name.
Json NodesOf(const queries::CheckedRoot& root, codegen::GraphLevel level, Converter& convert) {
  if (level == codegen::GraphLevel::kMesh) return ActorNodesOf(root, convert);
  Json nodes = Json::array();
  for (const ir::Point& point : root.mesh()->points) {
    if (!point.implied && point.origin.has_value())
      nodes.push_back({{"name", point.name}, {"location", convert.Location(point.origin)}});
  }
  return nodes;
}

/// What a step is called whatever else its flow holds: the same one in a text before, and in one that has
/// errors.
std::string KeyOf(const queries::CheckedRoot& root, const queries::Step& step, std::size_t nth) {
  return fmt::format("{} {} {}", root.Text(step.flow->name.range), root.Text(step.call->callee.range), nth);
}

/// Calls `found` with each step of the flow and its key.
template <typename Found>
void ForEachKey(const queries::CheckedRoot& root, const syntax::FlowDeclaration& flow, Found found) {
  std::map<std::string, std::size_t> seen;
  for (const queries::Step& step : queries::StepsOf(flow))
    found(step, KeyOf(root, step, seen[std::string(root.Text(step.call->callee.range))]++));
}

/// The nodes of steps, by their keys.
Json KeyedNodesOf(const queries::CheckedRoot& root, codegen::GraphLevel level) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, ir::PointId> points;
  for (const ir::PointId id : root.mesh()->points.ids()) {
    const ir::Point& point = root.mesh()->points[id];
    if (!point.implied && point.origin.has_value())
      points.try_emplace({point.origin.file.index, point.origin.begin}, id);
  }
  Json nodes = Json::object();
  for (const syntax::File& file : root.compilation().Files()) {
    for (const syntax::Declaration* declaration : file.declarations) {
      const auto* flow = llvm::dyn_cast<syntax::FlowDeclaration>(declaration);
      if (flow == nullptr) continue;
      ForEachKey(root, *flow, [&](const queries::Step& step, const std::string& key) {
        const auto point = points.find({step.call->range.file.index, step.call->range.begin});
        if (point != points.end()) nodes[key] = NodeOf(root, point->second, level);
      });
    }
  }
  return nodes;
}

/// The key of the step at the cursor; empty: none is there.
std::string KeyAt(const Cursor& cursor) {
  const queries::Step around = queries::StepAround(cursor.root(), cursor.place);
  std::string key;
  if (around.call == nullptr) return key;
  ForEachKey(cursor.root(), *around.flow, [&](const queries::Step& step, const std::string& found) {
    if (step.call == around.call) key = found;
  });
  return key;
}

bool CanBeDrawn(const queries::CheckedRoot& root) {
  return root.compilation().mesh && root.compilation().facts;
}

/// Throws RequestError if it cannot be rendered.
std::string Render(const queries::CheckedRoot& root, const codegen::GraphOptions& options) {
  auto rendered = codegen::RenderGraph(*root.compilation().mesh, *root.compilation().facts, options);
  if (const auto* failure = std::get_if<codegen::GraphFailure>(&rendered))
    throw RequestError(ErrorCode::kRequestFailed, failure->reason);
  return std::get<codegen::GraphText>(std::move(rendered)).bytes;
}

/// Graphviz lays out, which takes long, never gives back all of the memory that it took, and may break down.
std::string LayOut(const queries::CheckedRoot& root, const codegen::GraphOptions& options) {
  constexpr char kDrawn = 'd';
  const auto drawn = RunApart([&] {
    try {
      return kDrawn + Render(root, options);
    } catch (const RequestError& error) {
      return ' ' + std::string(error.what());
    }
  });
  if (!drawn) throw RequestError(ErrorCode::kRequestFailed, "the picture could not be laid out");
  if (drawn->front() != kDrawn) throw RequestError(ErrorCode::kRequestFailed, drawn->substr(1));
  return drawn->substr(1);
}

/// What an SVG shows, which stays the same when text moves: lines of the source stand in `nodes`.
std::string DotOf(const queries::CheckedRoot& root, codegen::GraphLevel level) {
  return Render(root, {.format = codegen::GraphFormat::kDot, .level = level});
}

/// Takes over from `former` what was laid out of the same.
Picture Draw(const Session& session, const queries::CheckedRoot& root, const Json& params,
             const Picture& former) {
  const codegen::GraphLevel level = LevelOf(params);
  const codegen::GraphFormat format = FormatOf(params);
  Picture drawn;
  Json bytes;
  if (format != codegen::GraphFormat::kSvg) {
    bytes = Render(root, {.format = format, .level = level, .sources = &root.sources()});
  } else {
    drawn.dot = DotOf(root, level);
    const bool same = !former.answer.is_null() && drawn.dot == former.dot;
    bytes = same ? former.answer["picture"] : Json(LayOut(root, {.format = format, .level = level}));
  }
  Converter convert(session, root);
  drawn.answer = {{"picture", std::move(bytes)},
                  {"nodes", NodesOf(root, level, convert)},
                  {"keys", KeyedNodesOf(root, level)},
                  {"stale", false}};
  return drawn;
}

/// Nobody has asked for a picture while there was something to draw: of the texts before the errors. Its
/// answer is null if those are not known.
Picture DrawLastSound(Session& session, const std::string& root, const Json& params) {
  auto sound = session.workspace().LastSound(root);
  if (sound == nullptr) return {};
  const queries::CheckedRoot drawn(std::move(sound));
  return CanBeDrawn(drawn) ? Draw(session, drawn, params, {}) : Picture();
}

}  // namespace

Json AnswerPrepareHierarchy(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  const auto name = cursor ? queries::FindNameAt(cursor->root(), cursor->place) : std::nullopt;
  if (!name || !HasHierarchy(name->declared->kind)) return nullptr;
  Converter convert(session, cursor->root());
  return Json::array({HierarchyItem(convert, *name->declared)});
}

Json AnswerIncomingCalls(Session& session, const Json& params) { return Calls(session, params, true); }

Json AnswerOutgoingCalls(Session& session, const Json& params) { return Calls(session, params, false); }

Json AnswerImplementation(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  const auto name = cursor ? queries::FindNameAt(cursor->root(), cursor->place) : std::nullopt;
  if (!name || !HasHierarchy(name->declared->kind)) return nullptr;
  if (name->declared->kind == DeclaredKind::kFlow)
    return Json::array({Converter(session, cursor->root()).Location(name->declared->name)});
  const std::string file = FindHandler(session.workspace(), cursor->root(), *name->declared);
  if (file.empty()) return nullptr;
  const Json begin = ToJson(Position{});
  return Json::array({{{"uri", session.UriOfName(file)}, {"range", {{"start", begin}, {"end", begin}}}}});
}

Json AnswerGraph(Session& session, const Json& params) {
  const auto cursor = session.AtName(session.NameOf(params), params.value("position", Json()));
  if (!cursor) return nullptr;
  const queries::CheckedRoot& root = cursor->root();
  Picture& picture = session.KeptPicture(root.compilation().path + params.value("level", "flow") +
                                         params.value("format", "svg"));
  if (CanBeDrawn(root)) {
    // Whoever moves the cursor only asks again and again.
    if (picture.of.lock() != cursor->roots.front()) picture = Draw(session, root, params, picture);
    picture.of = cursor->roots.front();
  } else {
    picture.of.reset();
    if (picture.answer.is_null()) picture = DrawLastSound(session, root.compilation().path, params);
    if (!picture.answer.is_null()) picture.answer["stale"] = true;
  }
  if (picture.answer.is_null())
    throw RequestError(ErrorCode::kRequestFailed,
                       "there is no picture before the first check without errors");
  Json answer = picture.answer;
  Json node = NodeOf(root, queries::PointNear(root, cursor->place), LevelOf(params));
  // Steps around an error are numbered otherwise than in the picture, if they are known at all.
  if (answer["stale"] == true) node = answer["keys"].value(KeyAt(*cursor), node);
  answer.erase("keys");
  const bool is_drawn = std::any_of(answer["nodes"].begin(), answer["nodes"].end(),
                                    [&](const Json& drawn) { return drawn["name"] == node; });
  answer["node"] = is_drawn ? std::move(node) : Json();
  return answer;
}

Json AnswerTrace(Session& session, const Json& params) {
  return RunScenario(session, session.NameOf(params), TextMember(params, "scenario"), true);
}

}  // namespace meshc::language_server
