#include "compiler/analysis/solution.h"

#include <array>
#include <functional>
#include <map>
#include <queue>
#include <utility>

#include "compiler/ir/point_parts.h"

namespace meshc::analysis {
namespace {

template <typename State>
bool JoinInto(SetPool& sets, std::optional<State>& into, const State& from) {
  if (into) return Join(sets, *into, from);
  into = from;
  return true;
}

std::array<std::uint32_t, 4> KeyOf(const Transfer& transfer) {
  return {transfer.low.present.index, transfer.low.written.index, transfer.high.present.index,
          transfer.high.written.index};
}

/// The least pending number first, each at most once.
class Worklist {
 public:
  explicit Worklist(std::size_t size) : pending_(size, false) {}

  void Add(std::uint32_t number) {
    if (pending_[number]) return;
    pending_[number] = true;
    queue_.push(number);
  }
  bool empty() const { return queue_.empty(); }
  std::uint32_t Take() {
    std::uint32_t number = queue_.top();
    queue_.pop();
    pending_[number] = false;
    return number;
  }

 private:
  std::vector<bool> pending_;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> queue_;
};

}  // namespace

Transfer Across(SetPool& sets, const RegionGraph& graph, const Edge& edge, const Transfer& before) {
  Transfer after = edge.through != nullptr ? Then(sets, before, *edge.through) : before;
  for (Effect effect : graph.EffectsOf(edge)) {
    Apply(sets, effect, after.low);
    Apply(sets, effect, after.high);
  }
  return after;
}

Solution::Solution(const GraphContext& context)
    : context_(context),
      summaries_(context.regions.size()),
      graphs_(context.regions.size()),
      states_(context.regions.size()),
      entries_(context.regions.size()),
      entrances_(context.regions.size()),
      at_(context.mesh.points.size()) {
  const std::vector<RegionId>& order = context_.regions.bottom_up();
  for (RegionId region : order) SolveRegion(region);
  for (types::FlowId flow : mesh().flows.ids()) {
    if (StartsAfresh(flow))
      entries_[context_.regions.Body(flow).index] = context_.families.AtEntry(context_.sets, flow);
  }
  for (std::size_t i = order.size(); i-- > 0;) EnterRegion(order[i]);
}

void Solution::SolveRegion(RegionId region) {
  RegionGraph& graph = graphs_[region.index];
  graph = BuildRegionGraph(context_, region, summaries_);
  States& states = states_[region.index];
  states.resize(graph.nodes.size());
  states[0] = Identity(context_.sets, context_.families.PlacesOf(context_.regions[region].flow).size());
  Worklist work(graph.nodes.size());
  work.Add(0);
  while (!work.empty()) {
    std::uint32_t node = work.Take();
    for (const Edge& edge : graph.EdgesOf(node)) {
      const Transfer after = Across(context_.sets, graph, edge, *states[node]);
      if (JoinInto(context_.sets, states[edge.to], after)) work.Add(edge.to);
    }
  }
  Summarise(region);
}

void Solution::Summarise(RegionId region) {
  const RegionGraph& graph = graphs_[region.index];
  Summary& summary = summaries_[region.index];
  SetPool& errors = context_.errors.sets();
  std::map<std::array<std::uint32_t, 4>, std::size_t> places;  // In `escapes`, by transfer.
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    const auto& state = states_[region.index][i];
    if (!state) continue;
    if (graph.nodes[i].kind == NodeKind::kExit) summary.exit = *state;
    if (graph.nodes[i].kind != NodeKind::kEscape) continue;
    const auto [place, fresh] = places.try_emplace(KeyOf(*state), summary.escapes.size());
    if (fresh) summary.escapes.push_back({{}, *state});
    SetId& all = summary.escapes[place->second].errors;
    all = errors.Unite(all, graph.nodes[i].errors);
  }
}

// By now everything that enters the region has been joined at its entry.
void Solution::EnterRegion(RegionId region) {
  if (!entries_[region.index]) return;
  const RegionGraph& graph = graphs_[region.index];
  States& states = states_[region.index];
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (!states[i] || !graph.nodes[i].point.has_value()) continue;
    JoinAt(graph.nodes[i], Apply(context_.sets, *states[i], *entries_[region.index]));
  }
  states = {};
}

void Solution::JoinAt(const Node& node, const Known& known) {
  JoinInto(context_.sets, at_[node.point.index], known);
  const ir::Point& point = mesh().points[node.point];
  if (const auto* enter = std::get_if<ir::FinallyEnter>(&point.body)) {
    JoinEntry(context_.regions.Inner(enter->next), node.point, known);
  }
  for (ir::PointId entry : ir::BranchEntries(point)) {
    JoinEntry(context_.regions.Inner(entry), node.point, AtBranch(point, known));
  }
  const auto* call = std::get_if<ir::FlowCall>(&point.body);
  if (call != nullptr && !call->own_envelope) JoinEntry(context_.regions.Body(call->flow), node.point, known);
}

// A variable has another value in each body, and flows of one family number theirs alike.
Known Solution::AtBranch(const ir::Point& point, Known known) const {
  const auto* each = std::get_if<ir::EachFork>(&point.body);
  if (each == nullptr) return known;
  const Places& places = context_.families.PlacesOf(point.flow);
  const PlaceId variable = places.FindVariable(each->variable);
  if (!variable.has_value()) return known;
  SetPool& sets = context_.sets;
  known.present = sets.Remove(known.present, variable.index);
  for (PlaceId below : places.Below(variable)) known.present = sets.Remove(known.present, below.index);
  return known;
}

void Solution::JoinEntry(RegionId region, ir::PointId entrance, const Known& known) {
  JoinInto(context_.sets, entries_[region.index], known);
  auto& entrances = entrances_[region.index];
  if (entrances.empty() || entrances.back() != entrance) entrances.push_back(entrance);
}

}  // namespace meshc::analysis
