#include <algorithm>
#include <string_view>
#include <vector>

#include "compiler/analysis/checks/checks.h"

namespace meshc::analysis {
namespace {

class ReachabilityCheck {
 public:
  ReachabilityCheck(const CheckContext& context, types::FlowId flow)
      : context_(context),
        mesh_(context.solution.mesh()),
        points_(context.solution.context().regions.PointsOf(flow)) {}

  void Run(std::vector<bool>& covered) {
    MarkCovered(covered);
    std::vector<ir::PointId> roots;
    for (ir::PointId point : points_) {
      if (IsDead(point) && !mesh_.points[point].implied && !covered[point.index]) roots.push_back(point);
    }
    std::sort(roots.begin(), roots.end(), [&](ir::PointId a, ir::PointId b) {
      return mesh_.points[a].origin.begin < mesh_.points[b].origin.begin;
    });
    std::vector<std::string_view> dead_blocks;
    for (ir::PointId root : roots) {
      std::string_view name = mesh_.points[root].name;
      auto holds = [&](std::string_view block) { return name.substr(0, block.size()) == block; };
      if (std::any_of(dead_blocks.begin(), dead_blocks.end(), holds)) continue;
      // What follows in the same block is as dead, and no second mistake.
      dead_blocks.push_back(name.substr(0, name.rfind('/') + 1));
      context_.diagnostics.Report(diagnostics::diag::Unreachable, mesh_.points[root].origin)
          .AddHelp("remove it, or let a path lead to it");
    }
  }

 private:
  bool IsDead(ir::PointId point) const { return context_.solution.At(point) == nullptr; }

  bool IsCatch(ir::PointId point) const {
    return std::holds_alternative<ir::Catch>(mesh_.points[point].body);
  }

  // Covered: something dead stands before it that is reported, or is a clause's own matter. Points
  // that stand for no statement hand on what stands before them.
  void MarkCovered(std::vector<bool>& covered) {
    std::vector<ir::PointId> open;
    for (ir::PointId point : points_) {
      if (IsDead(point) && (!mesh_.points[point].implied || IsCatch(point))) open.push_back(point);
    }
    while (!open.empty()) {
      ir::PointId point = open.back();
      open.pop_back();
      for (ir::PointId next : ir::Successors(mesh_.points[point])) {
        if (!IsDead(next) || covered[next.index]) continue;
        covered[next.index] = true;
        if (mesh_.points[next].implied) open.push_back(next);
      }
    }
  }

  const CheckContext& context_;
  const ir::Mesh& mesh_;
  const std::vector<ir::PointId>& points_;
};

}  // namespace

void CheckReachability(const CheckContext& context) {
  const Solution& solution = context.solution;
  std::vector<bool> covered(solution.mesh().points.size(), false);
  for (types::FlowId flow : solution.mesh().flows.ids()) {
    // A flow whose calls are all dead is not dead itself.
    bool entered = solution.EntryOf(solution.context().regions.Body(flow)) != nullptr;
    if (entered) ReachabilityCheck(context, flow).Run(covered);
  }
}

}  // namespace meshc::analysis
