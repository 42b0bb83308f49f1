#include "compiler/lower/enclosure.h"

#include <algorithm>

namespace meshc::lower {

Enclosure::Scope& Enclosure::Push(Kind kind, std::uint32_t added_frames) {
  std::uint32_t frames = scopes_.empty() ? 0 : scopes_.back().frames;
  scopes_.push_back({});
  scopes_.back().kind = kind;
  scopes_.back().frames = frames + added_frames;
  return scopes_.back();
}

void Enclosure::EnterLoop(ir::LoopId loop, ir::PointId on_break, ir::PointId on_continue) {
  Scope& scope = Push(Kind::kLoop, 0);
  scope.loop = loop;
  scope.on_break = on_break;
  scope.on_continue = on_continue;
}

void Enclosure::EnterGuard(ir::PointId target) { Push(Kind::kGuard, 0).guard = target; }
void Enclosure::EnterFinallyBody(FinallyEntries& entries) { Push(Kind::kFinallyBody, 0).entries = &entries; }
void Enclosure::EnterClause(sema::VariableId variable) { Push(Kind::kClause, 1).variable = variable; }
void Enclosure::EnterFinallyBlock() { Push(Kind::kFinallyBlock, 1); }
void Enclosure::EnterBranch(ir::PointId end) { Push(Kind::kBranch, 1).guard = end; }
void Enclosure::EnterEach(ir::PointId end) { Push(Kind::kBranch, 2).guard = end; }
void Enclosure::EnterFollow() { Push(Kind::kFollow, 1); }
void Enclosure::EnterSaga(ir::PointId undo) { Push(Kind::kSaga, 1).guard = undo; }

std::optional<ir::Handler> Enclosure::CurrentHandler() const {
  ir::Handler handler;
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    const Scope& scope = scopes_[i];
    if (scope.kind == Kind::kLoop) handler.drop_loops.push_back(scope.loop);
    if (!scope.guard.has_value()) continue;
    handler.target = scope.guard;
    handler.frames = scope.frames;
    std::sort(handler.drop_loops.begin(), handler.drop_loops.end());
    return handler;
  }
  return std::nullopt;
}

// True if the jump goes on beyond the loop.
bool Enclosure::PassesLoop(const Scope& scope, JumpKind kind, JumpRoute& route) const {
  if (kind == JumpKind::kContinue) {
    route.target = scope.on_continue;
    return false;
  }
  route.loops.push_back(scope.loop);
  if (kind == JumpKind::kReturn) return true;
  route.target = scope.on_break;
  return false;
}

JumpRoute Enclosure::Route(JumpKind kind, llvm::function_ref<ir::PointId()> new_label) {
  JumpRoute route;
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    const Scope& scope = scopes_[i];
    switch (scope.kind) {
      case Kind::kGuard: break;
      case Kind::kBranch:  // Reported by sema, so no jump arrives here.
      case Kind::kClause:
      case Kind::kFinallyBlock:
      case Kind::kFollow:
      case Kind::kSaga: ++route.frames; break;
      case Kind::kLoop:
        if (!PassesLoop(scope, kind, route)) return route;
        break;
      case Kind::kFinallyBody: {
        ir::PointId& entry = scope.entries->jumps[static_cast<std::size_t>(kind)];
        if (!entry.has_value()) entry = new_label();
        route.target = entry;
        return route;
      }
    }
  }
  route.target = flow_end_;
  return route;
}

std::uint32_t Enclosure::ClausesInside(sema::VariableId variable) const {
  std::uint32_t inside = 0;
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    if (scopes_[i].kind != Kind::kClause) continue;
    if (scopes_[i].variable == variable) break;
    ++inside;
  }
  return inside;
}

}  // namespace meshc::lower
