#include "compiler/analysis/region_graph.h"

#include <algorithm>
#include <array>
#include <map>
#include <type_traits>
#include <utility>

#include "compiler/analysis/effects.h"
#include "compiler/ir/point_parts.h"

namespace meshc::analysis {
namespace {

class GraphBuilder {
 public:
  GraphBuilder(const GraphContext& context, RegionId region, const Summaries& summaries)
      : mesh_(context.mesh),
        regions_(context.regions),
        errors_(context.errors),
        places_(context.families.PlacesOf(context.regions[region].flow)),
        sets_(context.sets),
        region_(region),
        summaries_(summaries),
        escapes_matter_(regions_[region].parent.has_value()
                            ? !regions_[region].is_branch
                            : mesh_.flows[regions_[region].flow].called_on_same_envelope) {}

  RegionGraph Run() && {
    Visit(NodeFor(NodeKind::kPoint, regions_[region_].entry));
    while (!path_.empty()) {
      auto& [node, next] = path_.back();
      if (next == graph_.nodes[node].edge_count) {
        postorder_.push_back(node);
        path_.pop_back();
        continue;
      }
      std::uint32_t to = graph_.edges[graph_.nodes[node].first_edge + next++].to;
      if (!visited_[to]) Visit(to);
    }
    Renumber();
    return std::move(graph_);
  }

 private:
  // `detail` tells nodes of one kind and point apart.
  std::uint32_t NodeFor(NodeKind kind, ir::PointId point, std::uint32_t detail = 0, SetId errors = {}) {
    auto key = std::make_pair(std::make_pair(static_cast<unsigned>(kind), point.index), detail);
    auto [entry, added] = index_.try_emplace(key, static_cast<std::uint32_t>(graph_.nodes.size()));
    if (added) {
      graph_.nodes.push_back({kind, point, errors, 0, 0});
      visited_.push_back(false);
    }
    return entry->second;
  }

  // The edges of a node are made when it is first reached, so they stand together.
  void Visit(std::uint32_t node) {
    visited_[node] = true;
    auto first = static_cast<std::uint32_t>(graph_.edges.size());
    at_ = graph_.nodes[node];
    if (at_.point.has_value()) {
      reads_.clear();
      AddReadEffects(mesh_, places_, mesh_.points[at_.point], reads_);
      const ir::Point& point = mesh_.points[at_.point];
      std::visit([&](const auto& body) { AddSteps(point, body); }, point.body);
    }
    graph_.nodes[node].first_edge = first;
    graph_.nodes[node].edge_count = static_cast<std::uint32_t>(graph_.edges.size()) - first;
    path_.push_back({node, 0});
  }

  void AddEdge(std::uint32_t to, llvm::ArrayRef<Effect> effects, const Transfer* through,
               types::ErrorId error) {
    auto first = static_cast<std::uint32_t>(graph_.effects.size());
    graph_.effects.insert(graph_.effects.end(), effects.begin(), effects.end());
    graph_.edges.push_back({to, first, static_cast<std::uint32_t>(effects.size()), through, error});
  }

  const Transfer* Keep(Transfer transfer) {
    graph_.transfers.push_back(std::move(transfer));
    return &graph_.transfers.back();
  }

  void Step(ir::PointId to, const EffectList& effects = {}, NodeKind kind = NodeKind::kPoint,
            const Transfer* through = nullptr) {
    EffectList all = reads_;
    all.append(effects.begin(), effects.end());
    AddEdge(NodeFor(kind, to), all, through, {});
  }

  // ---- steps without an error, by kind of point; errors that arise at the point itself follow.

  template <typename Body>
  void AddSteps(const ir::Point& point, const Body& body) {
    if constexpr (std::is_same_v<Body, ir::Call> || std::is_same_v<Body, ir::Set>) {
      EffectList effects;
      AddWriteEffects(mesh_, places_, point, effects);
      Step(body.next, effects);
    } else if constexpr (std::is_same_v<Body, ir::Park>) {
      EffectList effects;
      AddWriteEffects(mesh_, places_, point, effects);
      Step(body.next, effects);
      if (body.on_timeout) Step(*body.on_timeout);
    } else if constexpr (std::is_same_v<Body, ir::Gap>) {
      return AddGap(point, body);
    } else if constexpr (std::is_same_v<Body, ir::FlowCall>) {
      return AddFlowCall(point, body);
    } else if constexpr (std::is_same_v<Body, ir::Return> || std::is_same_v<Body, ir::FinallyExit> ||
                         std::is_same_v<Body, ir::BranchEnd>) {
      return AddEdge(NodeFor(NodeKind::kExit, {}), {}, nullptr, {});
    } else if constexpr (std::is_same_v<Body, ir::Branch>) {
      // The test of a `while` stands between the loop's start and its first round.
      for (bool outcome : {true, false}) {
        EffectList effects;
        AddConditionEffects(mesh_, places_, body.condition, outcome, effects);
        Step(outcome ? body.if_true : body.if_false, effects, at_.kind);
      }
    } else if constexpr (std::is_same_v<Body, ir::Match>) {
      AddCases(body);
    } else if constexpr (std::is_same_v<Body, ir::LoopStart>) {
      Step(body.next, {}, NodeKind::kFreshPoint);
    } else if constexpr (std::is_same_v<Body, ir::LoopRound>) {
      AddRound(body);
    } else if constexpr (std::is_same_v<Body, ir::Unwind>) {
      EffectList effects;
      if (body.frames > 0) AddClauseEffects(places_, effects);
      Step(body.next, effects);
    } else if constexpr (std::is_same_v<Body, ir::FinallyEnter>) {
      return AddFinally(point, body);
    } else if constexpr (std::is_same_v<Body, ir::Fork>) {
      AddFork(body);
    } else if constexpr (std::is_same_v<Body, ir::EachFork>) {
      // The body writes to copies; what is collected comes back.
      EffectList effects;
      AddWriteEffects(mesh_, places_, point, effects);
      Step(body.join, effects);
    } else if constexpr (std::is_same_v<Body, ir::Tap>) {
      Step(body.next);
    } else {
      static_assert(ir::AnyOf<Body, ir::Ask, ir::Follow, ir::FollowNext, ir::Catch, ir::Raise, ir::Reraise,
                              ir::Join, ir::SagaEnter, ir::SagaExit, ir::Undo>,
                    "say what is known behind a point of this kind");
      for (ir::PointId to : ir::Successors(point)) Step(to);
    }
    AddErrors(point.handler, errors_.At(at_.point), nullptr);
  }

  void AddCases(const ir::Match& match) {
    for (const ir::MatchCase& one : match.cases) {
      EffectList effects;
      AddCaseEffects(mesh_, places_, match, one.value, effects);
      Step(one.target, effects);
    }
    if (!match.rest) return;
    EffectList effects;
    AddRestEffects(mesh_, places_, match, effects);
    Step(*match.rest, effects);
  }

  // No first round is too many, and of one round no second is had.
  void AddRound(const ir::LoopRound& round) {
    bool is_first = at_.kind == NodeKind::kFreshPoint;
    if (is_first || mesh_.loops[round.loop].max > 1) Step(round.body);
    if (!is_first) Step(round.exhausted);
  }

  void AddFlowCall(const ir::Point& point, const ir::FlowCall& call) {
    EffectList effects;
    if (call.own_envelope) {
      AddWriteEffects(mesh_, places_, point, effects);
      Step(call.next, effects);
      return AddErrors(point.handler, errors_.At(at_.point), nullptr);
    }
    const Summary& callee = summaries_[regions_.Body(call.flow).index];
    AddClauseEffects(places_, effects);
    if (callee.exit) Step(call.next, effects, NodeKind::kPoint, &*callee.exit);
    for (const Summary::Escape& escape : callee.escapes)
      AddErrors(point.handler, escape.errors, &escape.transfer);
  }

  // What it was meant to write counts as written: one mistake gives one error. If it fails, that may be
  // there, but has not been written.
  void AddGap(const ir::Point& point, const ir::Gap& gap) {
    EffectList effects;
    AddWriteEffects(mesh_, places_, point, effects);
    Transfer failed = Identity(sets_, places_.size());
    if (!gap.targets) failed.low.present = failed.high.present;
    Transfer done = failed;
    for (Effect effect : effects) {
      Apply(sets_, effect, done.low);
      Apply(sets_, effect, done.high);
      if (effect.kind == EffectKind::kGain) Apply(sets_, effect, failed.low);
    }
    Step(gap.next, {}, NodeKind::kPoint, Keep(std::move(done)));
    AddErrors(point.handler, errors_.At(at_.point), Keep(std::move(failed)));
  }

  // The join is passed if all branches that it needs can end.
  void AddFork(const ir::Fork& fork) {
    std::vector<BranchOutcome> outcomes;
    bool waits_for_all = fork.policy.wait == ir::WaitKind::kAll;
    bool any_ends = fork.branches.empty();
    for (const ir::ForkBranch& branch : fork.branches) {
      const Summary& summary = summaries_[regions_.Inner(branch.entry).index];
      bool certain = waits_for_all && !branch.optional;
      if (certain && !summary.exit) return;
      any_ends |= summary.exit.has_value() || branch.optional;
      if (summary.exit) outcomes.push_back({&*summary.exit, certain});
    }
    if (!waits_for_all && !any_ends) return;
    Step(fork.join, {}, NodeKind::kPoint, Keep(JoinBranches(sets_, outcomes, places_.size())));
  }

  // The block runs; then its exit is taken, or the error in hand arises again. Or it fails itself.
  void AddFinally(const ir::Point& point, const ir::FinallyEnter& enter) {
    RegionId inner = regions_.Inner(enter.next);
    const Summary& block = summaries_[inner.index];
    if (block.exit) {
      if (enter.exit) {
        const auto& exit = std::get<ir::FinallyExit>(mesh_.points[regions_[inner].exit].body);
        Step(exit.targets[*enter.exit], {}, NodeKind::kPoint, &*block.exit);
      } else {
        AddErrors(point.handler, at_.errors, &*block.exit);
      }
    }
    for (const Summary::Escape& escape : block.escapes)
      AddErrors(point.handler, escape.errors, &escape.transfer);
  }

  // ---- errors

  void AddErrors(const std::optional<ir::Handler>& handler, SetId errors, const Transfer* through) {
    for (const Arrivals& arrivals : errors_.Land(handler, errors)) AddWay(arrivals, through);
  }

  // Several errors of one point for one clause are one way.
  void AddWay(const Arrivals& arrivals, const Transfer* through) {
    const Landing& landing = arrivals.landing;
    const types::ErrorId first = errors_.First(arrivals.errors);
    if (landing.kind == Landing::Kind::kEscape || landing.kind == Landing::Kind::kBranch ||
        regions_.Of(landing.catch_point) != region_) {
      if (!escapes_matter_) return;
      return AddEdge(NodeFor(NodeKind::kEscape, {}, arrivals.errors.index, arrivals.errors), {}, through,
                     first);
    }
    if (landing.kind == Landing::Kind::kFinally) return AddPending(arrivals, through);
    EffectList effects;
    AddClauseEffects(places_, effects);
    AddEdge(NodeFor(NodeKind::kPoint, landing.target), effects, through, first);
  }

  // Errors that end up in one clause when the block is done need not be told apart until then.
  void AddPending(const Arrivals& arrivals, const Transfer* through) {
    const ir::PointId enter = arrivals.landing.target;
    for (const Arrivals& alike : errors_.LandForGood(mesh_.points[enter].handler, arrivals.errors)) {
      const bool leaves_flow = alike.landing.kind != Landing::Kind::kClause;
      const std::uint32_t set = leaves_flow && escapes_matter_ ? alike.errors.index : 0;
      const std::array<std::uint32_t, 4> key{enter.index, alike.landing.catch_point.index,
                                             alike.landing.index, set};
      const auto detail =
          static_cast<std::uint32_t>(pending_.try_emplace(key, pending_.size()).first->second);
      AddEdge(NodeFor(NodeKind::kPending, enter, detail, alike.errors), {}, through,
              errors_.First(alike.errors));
    }
  }

  void Renumber() {
    std::vector<std::uint32_t> place(graph_.nodes.size());
    std::vector<Node> ordered;
    ordered.reserve(graph_.nodes.size());
    for (std::size_t i = postorder_.size(); i-- > 0;) {
      place[postorder_[i]] = static_cast<std::uint32_t>(ordered.size());
      ordered.push_back(graph_.nodes[postorder_[i]]);
    }
    graph_.nodes = std::move(ordered);
    for (Edge& edge : graph_.edges) edge.to = place[edge.to];
  }

  const ir::Mesh& mesh_;
  const Regions& regions_;
  const ErrorFlow& errors_;
  const Places& places_;
  SetPool& sets_;
  RegionId region_;
  const Summaries& summaries_;
  bool escapes_matter_;  // Somebody goes on with what leaves the region.

  RegionGraph graph_;
  llvm::DenseMap<std::pair<std::pair<unsigned, unsigned>, unsigned>, std::uint32_t> index_;
  std::map<std::array<std::uint32_t, 4>, std::size_t> pending_;  // Numbers of ends, by block.
  std::vector<bool> visited_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> path_;
  std::vector<std::uint32_t> postorder_;
  Node at_;
  EffectList reads_;
};

}  // namespace

RegionGraph BuildRegionGraph(const GraphContext& context, RegionId region, const Summaries& summaries) {
  return GraphBuilder(context, region, summaries).Run();
}

}  // namespace meshc::analysis
