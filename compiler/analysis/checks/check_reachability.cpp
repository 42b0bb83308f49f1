#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <vector>

#include "compiler/analysis/checks/checks.h"
#include "compiler/analysis/gaps.h"
#include "compiler/diagnostics/diagnostics_4_paths.h"

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
    llvm::DenseSet<llvm::StringRef> dead_blocks;
    for (ir::PointId root : roots) {
      llvm::StringRef name = mesh_.points[root].name;
      if (IsInside(name, dead_blocks)) continue;
      // What follows in the same block is as dead, and no second mistake.
      dead_blocks.insert(name.substr(0, name.rfind('/') + 1));
      context_.diagnostics.Report(diagnostics::diag::Unreachable, mesh_.points[root].origin)
          .AddHelp("remove it, or let a path lead to it");
    }
  }

 private:
  /// Blocks are prefixes of names that end in `/`.
  static bool IsInside(llvm::StringRef name, const llvm::DenseSet<llvm::StringRef>& blocks) {
    for (std::size_t end = name.find('/'); end != llvm::StringRef::npos; end = name.find('/', end + 1)) {
      if (blocks.contains(name.substr(0, end + 1))) return true;
    }
    return false;
  }

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
  // A jump that is not known may lead where no other does.
  const std::vector<bool> may_jump =
      FlowsWithGaps(solution.mesh(), [](const ir::Gap& gap) { return gap.holds_jump; });
  for (types::FlowId flow : solution.mesh().flows.ids()) {
    // A flow whose calls are all dead is not dead itself.
    bool entered = solution.EntryOf(solution.context().regions.Body(flow)) != nullptr;
    if (entered && !may_jump[flow.index]) ReachabilityCheck(context, flow).Run(covered);
  }
}

}  // namespace meshc::analysis
