// Frames and loops along all paths.
#include <fmt/format.h>
#include <llvm/ADT/DenseMap.h>

#include "compiler/ir/scopes.h"
#include "compiler/ir/verify_parts.h"

namespace meshc::ir {
namespace {

class ScopeCheck {
 public:
  ScopeCheck(const Mesh& mesh, Problems& problems)
      : mesh_(mesh), problems_(problems), map_(ComputeScopes(mesh)) {}

  void Run() {
    problems_.insert(problems_.end(), map_.problems.begin(), map_.problems.end());
    if (!map_.problems.empty()) return;
    for (PointId id : mesh_.points.ids()) {
      if (map_.at[id.index].has_value()) FindExits(id);
    }
    for (PointId id : mesh_.points.ids()) {
      if (map_.at[id.index].has_value()) CheckPoint(id);
    }
  }

 private:
  void Complain(PointId id, const char* what) {
    problems_.push_back(fmt::format("{}: {}", mesh_.points[id].name, what));
  }

  const Scope& Top(PointId id) const { return map_.scopes[map_.at[id.index]]; }

  void FindExits(PointId id) {
    if (!std::holds_alternative<FinallyExit>(mesh_.points[id].body)) return;
    if (!exit_of_.try_emplace(Top(id).key, id).second) Complain(id, "is a second exit of its region");
  }

  void CheckPoint(PointId id) {
    const Point& point = mesh_.points[id];
    if (std::holds_alternative<Return>(point.body) && Top(id).kind != ScopeKind::kFlow) {
      Complain(id, "returns out of frames or loops");
    }
    if (std::holds_alternative<Reraise>(point.body) &&
        !map_.Innermost(map_.at[id.index], ScopeKind::kClause).has_value()) {
      Complain(id, "raises again where nothing was caught");
    }
    if (const auto* round = std::get_if<LoopRound>(&point.body)) {
      bool active = Top(id).kind == ScopeKind::kLoop && Top(id).key == round->loop.index;
      if (!active) Complain(id, "counts a loop that is not the innermost");
    }
    if (const auto* enter = std::get_if<FinallyEnter>(&point.body)) CheckEnter(id, *enter);
    CheckErrorInHand(id, point);
  }

  void CheckEnter(PointId id, const FinallyEnter& enter) {
    auto exit = exit_of_.find(enter.next.index);
    if (!enter.exit || exit == exit_of_.end()) return;
    const auto& targets = std::get<FinallyExit>(mesh_.points[exit->second].body).targets;
    if (*enter.exit >= targets.size()) Complain(id, "has an exit number that its region does not know");
  }

  // Only a catch hands an error on, and only to where one is expected.
  void CheckErrorInHand(PointId id, const Point& point) {
    if (std::holds_alternative<Catch>(point.body)) return;
    for (PointId target : Successors(point)) {
      const Point& next = mesh_.points[target];
      const auto* enter = std::get_if<FinallyEnter>(&next.body);
      bool expects_error = std::holds_alternative<Catch>(next.body) ||
                           std::holds_alternative<Undo>(next.body) || (enter != nullptr && !enter->exit);
      if (expects_error) Complain(id, "leads without an error to where one is expected");
    }
  }

  const Mesh& mesh_;
  Problems& problems_;
  ScopeMap map_;
  llvm::DenseMap<std::uint32_t, PointId> exit_of_;
};

}  // namespace

void VerifyScopes(const Mesh& mesh, Problems& problems) { ScopeCheck(mesh, problems).Run(); }

}  // namespace meshc::ir
