#include "compiler/ir/scopes.h"

#include <fmt/format.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "compiler/ir/point_parts.h"

namespace meshc::ir {
namespace {

class ScopeWalk {
 public:
  explicit ScopeWalk(const Mesh& mesh) : mesh_(mesh) { map_.at.resize(mesh.points.size()); }

  ScopeMap Run() && {
    for (types::FlowId id : mesh_.flows.ids()) {
      Arrive(mesh_.flows[id].entry, Push(ScopeKind::kFlow, id.index, {}));
    }
    while (!pending_.empty()) {
      PointId id = pending_.back();
      pending_.pop_back();
      Leave(id);
    }
    return std::move(map_);
  }

 private:
  ScopeId Push(ScopeKind kind, std::uint32_t key, ScopeId parent) {
    auto [entry, added] =
        interned_.try_emplace({{static_cast<unsigned>(kind), key}, parent.index}, ScopeId{});
    if (added) {
      std::uint32_t below = parent.has_value() ? map_.scopes[parent].frames : 0;
      bool is_frame = kind != ScopeKind::kFlow && kind != ScopeKind::kLoop;
      entry->second = map_.scopes.Add({kind, key, parent, below + (is_frame ? 1 : 0)});
    }
    return entry->second;
  }

  void Arrive(PointId target, ScopeId scope) {
    ScopeId& known = map_.at[target.index];
    if (!known.has_value()) {
      known = scope;
      pending_.push_back(target);
    } else if (known != scope) {
      map_.problems.push_back(
          fmt::format("{}: reached with different frames or loops", mesh_.points[target].name));
    }
  }

  void Leave(PointId id) {
    const Point& point = mesh_.points[id];
    ScopeId scope = map_.at[id.index];
    std::visit([&](const auto& body) { Continue(id, body, scope); }, point.body);
    if (point.handler) Handle(point, *point.handler, scope);
  }

  template <typename Body>
  void Continue(PointId id, const Body& body, ScopeId scope) {
    using Kind = std::decay_t<Body>;
    if constexpr (std::is_same_v<Kind, LoopStart>) {
      Arrive(body.next, Push(ScopeKind::kLoop, body.loop.index, scope));
    } else if constexpr (std::is_same_v<Kind, Unwind>) {
      if (auto rest =
              Drop(scope, map_.scopes[scope].frames - std::min(body.frames, map_.scopes[scope].frames),
                   body.loops)) {
        Arrive(body.next, *rest);
      } else {
        Complain(id, "unwinds what is not there");
      }
    } else if constexpr (std::is_same_v<Kind, FinallyEnter>) {
      Arrive(body.next, Push(ScopeKind::kFinally, body.next.index, scope));
    } else if constexpr (std::is_same_v<Kind, FinallyExit>) {
      for (PointId target : body.targets) Pop(id, ScopeKind::kFinally, scope, target);
      if (body.targets.empty()) CheckTop(id, ScopeKind::kFinally, scope);
    } else if constexpr (std::is_same_v<Kind, Catch>) {
      for (const CatchCase& one : body.cases) {
        Arrive(one.target, Push(ScopeKind::kClause, one.target.index, scope));
      }
      if (body.rest) Arrive(*body.rest, scope);
    } else if constexpr (std::is_same_v<Kind, Fork>) {
      for (const ForkBranch& branch : body.branches) {
        Arrive(branch.entry, Push(ScopeKind::kBranch, branch.entry.index, scope));
      }
      Arrive(body.join, scope);
    } else if constexpr (std::is_same_v<Kind, EachFork>) {
      ScopeId branch = Push(ScopeKind::kBranch, body.body.index, scope);
      Arrive(body.body, Push(ScopeKind::kEach, id.index, branch));
      Arrive(body.join, scope);
    } else if constexpr (std::is_same_v<Kind, BranchEnd>) {
      if (map_.scopes[scope].kind == ScopeKind::kEach) scope = map_.scopes[scope].parent;
      if (CheckTop(id, ScopeKind::kBranch, scope) && body.join.has_value()) {
        Arrive(body.join, map_.scopes[scope].parent);
      }
    } else if constexpr (std::is_same_v<Kind, Follow>) {
      ScopeId steps = Push(ScopeKind::kFollow, id.index, scope);
      for (PointId step : body.steps) Arrive(step, steps);
      Arrive(body.next, steps);
    } else if constexpr (std::is_same_v<Kind, FollowNext>) {
      Pop(id, ScopeKind::kFollow, scope, body.next);
    } else if constexpr (std::is_same_v<Kind, Tap>) {
      Arrive(body.copy, Push(ScopeKind::kBranch, body.copy.index, scope));
      Arrive(body.next, scope);
    } else if constexpr (std::is_same_v<Kind, SagaEnter>) {
      Arrive(body.next, Push(ScopeKind::kSaga, id.index, scope));
    } else if constexpr (std::is_same_v<Kind, SagaExit>) {
      Pop(id, ScopeKind::kSaga, scope, body.next);
    } else {
      static_assert(AnyOf<Kind, Call, Ask, FlowCall, Return, Set, Branch, Match, LoopRound, Raise, Reraise,
                          Join, Park, Undo, Gap>,
                    "say what a point of this kind does to frames and loops");
      for (PointId target : Successors(mesh_.points[id])) Arrive(target, scope);
    }
  }

  bool CheckTop(PointId id, ScopeKind kind, ScopeId scope) {
    if (map_.scopes[scope].kind == kind) return true;
    Complain(id, "leaves a frame that is not the innermost");
    return false;
  }

  void Pop(PointId id, ScopeKind kind, ScopeId scope, PointId target) {
    if (CheckTop(id, kind, scope)) Arrive(target, map_.scopes[scope].parent);
  }

  void Handle(const Point& point, const Handler& handler, ScopeId scope) {
    auto rest = Drop(scope, handler.frames, handler.drop_loops);
    if (!rest) {
      map_.problems.push_back(
          fmt::format("{}: its handler keeps frames or drops loops that are not there", point.name));
      return;
    }
    Arrive(handler.target, *rest);
  }

  // Pops frames until `frames` are left, and `loops`, which must be exactly the loops on the way.
  std::optional<ScopeId> Drop(ScopeId scope, std::uint32_t frames, llvm::ArrayRef<LoopId> loops) const {
    std::size_t dropped = 0;
    while (true) {
      const Scope& top = map_.scopes[scope];
      if (top.kind == ScopeKind::kLoop) {
        bool listed = llvm::is_contained(loops, LoopId{top.key});
        if (!listed && top.frames > frames) return std::nullopt;
        if (!listed) break;
        ++dropped;
      } else if (top.kind == ScopeKind::kFlow || top.frames <= frames) {
        break;
      }
      scope = top.parent;
    }
    if (map_.scopes[scope].frames != frames || dropped != loops.size()) return std::nullopt;
    return scope;
  }

  void Complain(PointId id, const char* what) {
    map_.problems.push_back(fmt::format("{}: {}", mesh_.points[id].name, what));
  }

  const Mesh& mesh_;
  ScopeMap map_;
  std::vector<PointId> pending_;
  llvm::DenseMap<std::pair<std::pair<unsigned, unsigned>, unsigned>, ScopeId> interned_;
};

}  // namespace

ScopeId ScopeMap::Innermost(ScopeId scope, ScopeKind kind) const {
  while (scope.has_value() && scopes[scope].kind != kind) scope = scopes[scope].parent;
  return scope;
}

ScopeMap ComputeScopes(const Mesh& mesh) { return ScopeWalk(mesh).Run(); }

}  // namespace meshc::ir
