// How a walk follows errors: to clauses, through sagas, out of branches and flows.
#include <variant>

#include "compiler/analysis/trace/common_errors.h"
#include "compiler/analysis/trace/trace_walk.h"

namespace meshc::analysis {

namespace {

/// Nothing, where the error is not known.
Reasons Because(types::ErrorId error) { return error.has_value() ? Reasons{Reason::Of(error)} : Reasons(); }

}  // namespace

bool Tracer::Walk::MayBeChild(const Pending& pending, types::ErrorId child) const {
  return pending.or_child && types::Matches(mesh_.declarations, child, pending.error);
}

void Tracer::Walk::Throw(ir::PointId at, const Pending& pending) {
  if (!thrown_.emplace(at, pending).second) return;
  const ir::Point& point = mesh_.points[at];
  if (!point.handler) return Fail(point.flow, pending);
  const ir::PointId target = point.handler->target;
  const ir::PointBody& body = mesh_.points[target].body;
  if (const auto* clauses = std::get_if<ir::Catch>(&body)) return Catch(target, *clauses, pending);
  if (std::holds_alternative<ir::BranchEnd>(body)) return FailBranch(target, pending);
  if (tracer_.undo_order_) return Undo(target, pending.origin, pending);
  Throw(target, pending);
}

void Tracer::Walk::Catch(ir::PointId at, const ir::Catch& clauses, const Pending& pending) {
  const bool known = pending.error.has_value();
  for (const ir::CatchCase& clause : clauses.cases) {
    const bool catches = known && types::Matches(mesh_.declarations, pending.error, clause.error);
    if (known && !catches && !MayBeChild(pending, clause.error)) continue;
    Go(clause.target, {pending.kind, Because(catches ? pending.error : clause.error)});
    if (catches) return;
  }
  if (clauses.rest) return Go(*clauses.rest, {pending.kind, Because(pending.error)});
  Throw(at, pending);
}

/// A walk passes no visits: one that starts outside the saga has done nothing in it.
void Tracer::Walk::Undo(ir::PointId undo, ir::PointId since, const Pending& pending) {
  const ir::PointId enter = tracer_.openers_.OfUndo(undo);
  if (!start_.has_value() || !tracer_.openers_.MayBeInside(start_, enter))
    return Throw(undo, pending.Since(enter));
  const LastCalls last = tracer_.undo_order_->Before(since, enter);
  for (const ir::PointId call : last.calls) Stop({call, {}, PassageKind::kUndo, {}, undo, pending});
  if (last.none) Throw(undo, pending.Since(enter));
}

/// A fork fails when all its branches have ended, so that what they did has to be undone as well.
void Tracer::Walk::FailBranch(ir::PointId end, const Pending& pending) {
  const ir::PointId join = std::get<ir::BranchEnd>(mesh_.points[end].body).join;
  if (!join.has_value()) return;
  if (tracer_.stops_(join)) return Stop({join, {}, pending.kind, Because(pending.error)});
  const ir::PointId fork = tracer_.openers_.OfBranchEnd(end);
  if (tracer_.openers_.PassesErrorsOn(end)) return Throw(fork, pending.Since(join));
  Go(join, {pending.kind, Because(pending.error)});
  if (tracer_.ShowsHops()) FailJoin(end);
}

/// Whoever comes last to a join sends on what became of it, the errors of other branches included.
void Tracer::Walk::FailJoin(ir::PointId branch_end) {
  const ir::PointId fork = tracer_.openers_.OfBranchEnd(branch_end);
  const ir::PointId join = std::get<ir::BranchEnd>(mesh_.points[branch_end].body).join;
  for (const types::ErrorId error : tracer_.point_errors_->NamedAt(fork))
    Throw(fork, {error, join, PassageKind::kError});
  for (const types::ErrorId error : tracer_.point_errors_->At(fork)) {
    if (CatchesCommonErrors(error)) Throw(fork, {error, join, PassageKind::kAnyError});
  }
}

void Tracer::Walk::Fail(types::FlowId flow, const Pending& pending) {
  if (tracer_.callers_.empty() || tracer_.callers_[flow.index].empty())
    return Stop({{}, flow, pending.kind, Because(pending.error), {}, {}, true});
  for (const ir::PointId caller : tracer_.callers_[flow.index]) Throw(caller, pending);
}

}  // namespace meshc::analysis
