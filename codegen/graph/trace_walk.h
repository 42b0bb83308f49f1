// One walk of a Tracer: from a drawn point to all that control may come to next.
#pragma once

#include <deque>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "codegen/graph/trace.h"

namespace meshc::codegen::graph {

/// How control goes on: the look of the edge that is being followed, and what led there.
struct Course {
  EdgeKind kind = EdgeKind::kNext;
  std::string label;

  /// As an edge of another kind; an edge that is special already stays so.
  Course As(EdgeKind other) const { return {kind == EdgeKind::kNext ? other : kind, label}; }
};

/// A point is passed once for each kind of edge and label, an error is thrown once from each point.
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
  std::vector<Arrival> Finish();

 private:
  /// The same course, and `more` behind what its label says already. Hops have no such labels.
  Course With(const Course& course, std::string_view more) const;
  void Arrive(Arrival arrival);
  void ThrowOwn(ir::PointId id);
  void ThrowBeforeVisit(ir::PointId id);
  void ThrowUnknown(ir::PointId at) { Throw(at, {{}, at, EdgeKind::kError}); }
  void Catch(ir::PointId at, const ir::Catch& clauses, const Pending& pending);
  void FailJoin(ir::PointId branch_end);
  void FailBranch(ir::PointId end, const Pending& pending);
  void Fail(types::FlowId flow, const Pending& pending);
  void End(types::FlowId flow, const Course& course);
  std::string NameOf(types::ErrorId error) const;
  bool MayBeChild(const Pending& pending, types::ErrorId child) const;

  void Fork(const ir::Fork& fork, const Course& course);
  void FollowNext(ir::PointId id, const ir::FollowNext& next, const Course& course);
  void Cases(const ir::Match& match, types::FlowId flow, const Course& course);
  void Labels(const ir::Ask& ask, const Course& course);
  void Round(const ir::LoopRound& round, const Course& course);
  ir::PointId FirstRound(const ir::LoopStart& start) const;

  const Tracer& tracer_;
  const ir::Mesh& mesh_;
  ir::PointId start_;
  std::vector<Arrival> arrivals_;
  std::set<Arrival> arrived_;
  std::set<std::tuple<ir::PointId, EdgeKind, std::string>> seen_;
  std::set<std::pair<ir::PointId, Pending>> thrown_;
  std::deque<std::pair<ir::PointId, Course>> ahead_;  ///< Not recursion: any number of points may be passed.
};

}  // namespace meshc::codegen::graph
