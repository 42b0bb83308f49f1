// One walk of a Tracer: from a point to all that control may come to next.
#pragma once

#include <deque>
#include <functional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "compiler/analysis/trace/tracer.h"

namespace meshc::analysis {

/// How control goes on, and what led there.
struct Course {
  PassageKind kind = PassageKind::kNext;
  Reasons reasons;

  /// As another kind; what is special already stays so.
  Course As(PassageKind other) const { return {kind == PassageKind::kNext ? other : kind, reasons}; }
};

/// A point is passed once for each kind of passage and its reasons, an error is thrown once from each point.
class Tracer::Walk {
 public:
  /// `start`: the visit that control comes from; none: a flow is entered.
  explicit Walk(const Tracer& tracer, ir::PointId start = {})
      : tracer_(tracer), mesh_(tracer.mesh_), start_(start) {}

  void Go(ir::PointId id, const Course& course);
  /// Goes on from a point to whatever follows it.
  void Leave(ir::PointId id, const Course& course);
  /// An error arises at a point, or passes it.
  void Throw(ir::PointId at, const Pending& pending);
  /// The next call that the saga of `undo` has to undo; the error goes on when there is none.
  void Undo(ir::PointId undo, ir::PointId since, const Pending& pending);
  std::vector<Passage> Finish();

 private:
  /// The same course, and `more` behind its reasons. Of hops only what a router chose and what is waited for
  /// is told.
  Course With(const Course& course, Reason::Kind more, ir::PointId at, std::uint32_t index = 0) const;
  /// The same course behind a Park, which stands in between where only hops are told.
  Course Behind(const Course& course, ir::PointId park) const;
  Course Missed(const Course& course, ir::PointId park) const;
  void Stop(Passage passage);
  void ThrowOwn(ir::PointId id);
  void ThrowBeforeVisit(ir::PointId id);
  void ThrowUnknown(ir::PointId at) { Throw(at, {{}, at, PassageKind::kError}); }
  void Catch(ir::PointId at, const ir::Catch& clauses, const Pending& pending);
  void FailJoin(ir::PointId branch_end);
  void FailBranch(ir::PointId end, const Pending& pending);
  void Fail(types::FlowId flow, const Pending& pending);
  void End(types::FlowId flow, const Course& course);
  bool MayBeChild(const Pending& pending, types::ErrorId child) const;

  void Fork(ir::PointId id, const ir::Fork& fork, const Course& course);
  void FollowNext(ir::PointId id, const ir::FollowNext& next, const Course& course);
  void Cases(ir::PointId id, const ir::Match& match, const Course& course);
  void Labels(ir::PointId id, const ir::Ask& ask, const Course& course);
  void Round(ir::PointId id, const ir::LoopRound& round, const Course& course);
  ir::PointId FirstRound(const ir::LoopStart& start) const;

  const Tracer& tracer_;
  const ir::Mesh& mesh_;
  ir::PointId start_;
  std::vector<Passage> passages_;
  std::set<Passage> stopped_;
  std::set<std::tuple<ir::PointId, PassageKind, Reasons>> seen_;
  std::set<std::pair<ir::PointId, Pending>> thrown_;
  std::deque<std::pair<ir::PointId, Course>> ahead_;  ///< Not recursion: any number of points may be passed.
};

}  // namespace meshc::analysis
