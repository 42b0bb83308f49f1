#include "codegen/graph/overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "codegen/graph/branch_actors.h"
#include "codegen/graph/never_taken.h"
#include "codegen/graph/undo_load.h"
#include "compiler/ir/point_parts.h"

namespace meshc::codegen::graph {
namespace {

using Ends = TrafficCounts::Ends;

std::string PrintCount(std::uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string PrintMilliseconds(double ms) {
  constexpr double kSecond = 1000;
  if (ms >= 10 * kSecond) return fmt::format("{:.1f} s", ms / kSecond);
  return ms < 100 ? fmt::format("{:.3g} ms", ms) : fmt::format("{:.0f} ms", ms);
}

std::vector<std::string> Lines(const VisitCounts& counts) {
  std::vector<std::string> lines = {PrintCount(counts.visits, "visit")};
  if (counts.p99_ms) lines.back() += " · p99 " + PrintMilliseconds(*counts.p99_ms);
  for (const auto& [name, count] : counts.errors) lines.push_back(fmt::format("{} × {}", count, name));
  return lines;
}

void LayVisits(const VisitCounts& counts, Node& node) {
  node.load = counts;
  for (std::string& line : Lines(counts)) node.details.push_back(std::move(line));
}

void AddToLabel(const std::string& words, Edge& edge) {
  if (!edge.label.empty()) edge.label += " · ";
  edge.label += words;
}

void SetTaken(std::uint64_t count, Edge& edge) {
  edge.taken = count;
  AddToLabel(count == 0 ? "never taken" : fmt::format("×{}", count), edge);
}

bool IsActor(const Node& node) { return node.kind == NodeKind::kProcessor || node.kind == NodeKind::kRouter; }

std::set<std::string> IdsOf(const Model& model) {
  std::set<std::string> ids;
  for (const Node& node : model.nodes) ids.insert(node.id);
  return ids;
}

/// The nodes from which an arrow leads into a branch. Behind a join that has failed they are the last stop,
/// though somebody in a branch had the envelope after them.
std::set<std::string> FindBeforeForks(const Model& picture, const std::set<std::string_view>& in_branches) {
  std::set<std::string> before;
  for (const Edge& edge : picture.edges) {
    if (in_branches.contains(picture.nodes[edge.to].id)) before.insert(picture.nodes[edge.from].id);
  }
  return before;
}

/// Arrows of a picture at the mesh level. Whoever had the envelope before is known of each visit but the
/// first of a copy, and behind joins.
class MeshOverlay {
 public:
  MeshOverlay(const TrafficCounts& counts, const ir::Mesh& mesh, Model& model)
      : counts_(counts), in_branches_(ActorsInBranches(mesh)), model_(model) {}

  void Lay() {
    const std::set<std::string> before_forks = FindBeforeForks(model_, in_branches_);
    const std::set<std::string> known = IdsOf(model_);
    std::map<Ends, std::size_t> drawn;
    for (const Edge& edge : model_.edges) ++drawn[EndsOf(edge)];
    for (Edge& edge : model_.edges) LayOn(edge, drawn.at(EndsOf(edge)));
    for (Node& node : model_.nodes) LayOn(node);
    for (const auto& [ends, count] : counts_.edges) {
      const bool behind_join = before_forks.contains(ends.first) && known.contains(ends.second);
      if (!ends.first.empty() && !drawn.contains(ends) && !behind_join) AddUnknown(ends, count);
    }
  }

 private:
  Ends EndsOf(const Edge& edge) const { return {model_.nodes[edge.from].id, model_.nodes[edge.to].id}; }

  /// `alike`: how many arrows are drawn between the two nodes.
  void LayOn(Edge& edge, std::size_t alike) {
    const Node& from = model_.nodes[edge.from];
    const Node& to = model_.nodes[edge.to];
    const auto found = counts_.edges.find({from.id, to.id});
    if (found != counts_.edges.end()) {
      SetCounted(found->second, alike, edge);
    } else if (!WasMet(from) || !WasMet(to) || IsTold(from, to)) {
      SetTaken(0, edge);
    }
  }

  /// Copies may have begun with this arrow, and several arrows between two nodes are counted as one: then
  /// nobody knows of this one alone.
  void SetCounted(std::uint64_t count, std::size_t alike, Edge& edge) const {
    const bool begins_copies = counts_.edges.contains({"", model_.nodes[edge.to].id});
    if (!begins_copies && alike == 1) return SetTaken(count, edge);
    AddToLabel(fmt::format("×{}{}{}", count, begins_copies ? " or more" : "", alike == 1 ? "" : " together"),
               edge);
  }

  /// Of starts nobody knows: a flow may begin with copies.
  bool WasMet(const Node& node) const { return !IsActor(node) || Find(node).visits > 0; }

  /// True if the arrow would have been counted.
  bool IsTold(const Node& from, const Node& to) const {
    return to.kind != NodeKind::kFailure && !counts_.edges.contains({"", to.id}) &&
           !in_branches_.contains(from.id);
  }

  void AddUnknown(const Ends& ends, std::uint64_t count) {
    const Index from = NodeOf(ends.first);
    Edge edge{from, NodeOf(ends.second), EdgeKind::kUnknown, "", kNone};
    SetTaken(count, edge);
    model_.edges.push_back(std::move(edge));
  }

  /// Who the mesh does not have, or no longer, is drawn as an actor too. Its name may hold anything.
  Index NodeOf(const std::string& name) {
    if (by_id_.empty()) {
      for (Index n = 0; n < model_.nodes.size(); ++n) by_id_[model_.nodes[n].id] = n;
    }
    const auto next = static_cast<Index>(model_.nodes.size());
    const auto [at, added] = by_id_.try_emplace(name, next);
    if (!added) return at->second;
    Node node{
        fmt::format("unknown/{}", next), NodeKind::kProcessor, name, {"not in this mesh"}, "", kNone, 0};
    if (const auto found = counts_.actors.find(name); found != counts_.actors.end())
      LayVisits(found->second, node);
    model_.nodes.push_back(std::move(node));
    return next;
  }

  void LayOn(Node& node) const {
    if (IsActor(node)) return LayVisits(Find(node), node);
    const char* outcome = node.kind == NodeKind::kSuccess   ? "succeeded"
                          : node.kind == NodeKind::kFailure ? "failed"
                                                            : "";
    if (const auto found = counts_.ends.find(outcome); found != counts_.ends.end())
      node.details.push_back(PrintCount(found->second, "input"));
  }

  VisitCounts Find(const Node& actor) const {
    const auto found = counts_.actors.find(actor.id);
    return found == counts_.actors.end() ? VisitCounts{} : found->second;
  }

  const TrafficCounts& counts_;
  const std::set<std::string_view> in_branches_;
  Model& model_;
  std::map<std::string, Index> by_id_;  ///< Filled when it is needed.
};

/// Pictures of flows. Visits are known by their points, and with them the arrows that are the only way there.
void LayOnFlows(const TrafficCounts& counts, const ir::Mesh& mesh, Model& model) {
  std::set<std::string_view> visited_points;
  for (const ir::Point& point : mesh.points) {
    if (ir::VisitAt(point) != nullptr) visited_points.insert(point.name);
  }
  const UndoLoads undone(counts, mesh);
  for (Node& node : model.nodes) {
    if (visited_points.contains(node.id)) {
      const auto found = counts.points.find(node.id);
      LayVisits(found == counts.points.end() ? VisitCounts{} : found->second, node);
    } else if (const auto load = undone.Of(node.actor)) {
      LayVisits(*load, node);
    }
  }
  std::vector<std::uint32_t> ways(model.nodes.size());
  for (const Edge& edge : model.edges) ++ways[edge.to];
  const std::vector<bool> never = NeverTaken(model);
  for (Index e = 0; e < model.edges.size(); ++e) {
    const auto& load = model.nodes[model.edges[e].to].load;
    if (never[e]) {
      SetTaken(0, model.edges[e]);
    } else if (load && load->visits > 0 && ways[model.edges[e].to] == 1) {
      SetTaken(load->visits - load->retries, model.edges[e]);
    }
  }
}

}  // namespace

void LayCounts(const TrafficCounts& counts, const ir::Mesh& mesh, GraphLevel level, Model& model) {
  if (level == GraphLevel::kMesh)
    MeshOverlay(counts, mesh, model).Lay();
  else
    LayOnFlows(counts, mesh, model);
}

std::vector<std::string> FindUnknown(const TrafficCounts& counts, const ir::Mesh& mesh,
                                     const Model& picture) {
  std::set<std::string_view> points;
  for (const ir::Point& point : mesh.points) points.insert(point.name);
  std::set<std::string_view> actors;
  for (const types::Actor& actor : mesh.declarations.actors) actors.insert(actor.name);
  std::set<Ends> edges;
  for (const Edge& edge : picture.edges)
    edges.emplace(picture.nodes[edge.from].id, picture.nodes[edge.to].id);

  std::vector<std::string> unknown;
  for (const auto& [name, visits] : counts.actors) {
    if (!actors.contains(name)) unknown.push_back(fmt::format("the actor `{}`", name));
  }
  const std::set<std::string> known = IdsOf(picture);
  const std::set<std::string> before_forks = FindBeforeForks(picture, ActorsInBranches(mesh));
  for (const auto& [ends, count] : counts.edges) {
    const bool behind_join = before_forks.contains(ends.first) && known.contains(ends.second);
    if (!ends.first.empty() && !edges.contains(ends) && !behind_join)
      unknown.push_back(fmt::format("the arrow from `{}` to `{}`", ends.first, ends.second));
  }
  for (const auto& [name, visits] : counts.points) {
    if (!points.contains(name)) unknown.push_back(fmt::format("the point `{}`", name));
  }
  return unknown;
}

}  // namespace meshc::codegen::graph
