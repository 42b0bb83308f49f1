#include "codegen/graph/actor_model.h"

#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "codegen/graph/passages.h"
#include "codegen/graph/plan.h"
#include "codegen/graph/point_node.h"
#include "compiler/analysis/trace/hops.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen::graph {
namespace {

using analysis::Passage;
using analysis::PassageKind;
using analysis::Pending;

class Builder {
 public:
  Builder(const ir::Mesh& mesh, const analysis::Facts& facts) : mesh_(mesh), hops_(mesh, facts) {}

  Model Build() {
    plan_.model().mesh = mesh_.declarations.mesh;
    for (const bool entries : {true, false}) {
      for (const types::FlowId flow : mesh_.flows.ids()) {
        if (Shows(flow) && IsEntry(mesh_.flows[flow]) == entries) Enter(flow);
      }
    }
    while (!open_.empty()) {
      const Passage passage = std::move(open_.back());
      open_.pop_back();
      Leave(passage);
    }
    return std::move(plan_.model());
  }

 private:
  bool Shows(types::FlowId flow) const { return !mesh_.flows[flow].called_on_same_envelope; }

  void Enter(types::FlowId flow) {
    const ir::Flow& entered = mesh_.flows[flow];
    const Index start = plan_.AddNode({entered.name + "/start",
                                       NodeKind::kStart,
                                       (IsEntry(entered) ? "entry " : "") + entered.name,
                                       {},
                                       entered.origin.doc,
                                       kNone,
                                       0});
    Connect(start, hops_.From(entered.entry));
  }

  void Leave(const Passage& left) { Connect(AddActor(hops_.ActorAt(left)), hops_.After(left)); }

  /// Errors that everybody may raise come last, and only where a clause catches them, be it to end well:
  /// every actor may fail, and edges that say so hide the rest.
  void Connect(Index from, const std::vector<Passage>& passages) {
    for (const Passage& passage : passages) {
      if (passage.kind != PassageKind::kAnyError)
        plan_.AddEdge({from, Reach(passage), EdgeKindOf(passage.kind), LabelOf(passage), kNone});
    }
    for (const Passage& passage : passages) {
      const bool uncaught = !passage.point.has_value() && passage.failed;
      if (passage.kind != PassageKind::kAnyError || uncaught) continue;
      const Index to = Reach(passage);
      if (!plan_.Joins(from, to)) plan_.AddEdge({from, to, EdgeKind::kAnyError, "", kNone});
    }
  }

  /// What a condition says stands at the flow level; of hops only the outcome of a router is known.
  std::string LabelOf(const Passage& passage) const {
    switch (passage.kind) {
      case PassageKind::kError:
      case PassageKind::kNext: return PrintReasons(mesh_, passage);
      case PassageKind::kCopy: return "tap";
      case PassageKind::kUndo: return "undo";
      case PassageKind::kOptional: return "optional";
      case PassageKind::kAnyError: return "";
    }
    NoSuchEnumerator();
  }

  Index Reach(const Passage& passage) {
    if (!passage.point.has_value()) {
      return passage.failed ? plan_.AddNode({"failure", NodeKind::kFailure, "failure", {}, "", kNone, 0})
                            : plan_.AddNode({"success", NodeKind::kSuccess, "success", {}, "", kNone, 0});
    }
    if (opened_.insert(KeyOf(passage)).second) open_.push_back(passage);
    return AddActor(hops_.ActorAt(passage));
  }

  /// An undo call goes on as the error does that it is made for; a visit always goes on alike.
  using Key = std::tuple<ir::PointId, ir::PointId, types::ErrorId, PassageKind, bool>;
  static Key KeyOf(const Passage& passage) {
    const Pending& pending = passage.pending;
    const bool is_undo = passage.kind == PassageKind::kUndo;
    return {passage.point, passage.saga, pending.error, is_undo ? pending.kind : PassageKind::kNext,
            pending.or_child};
  }

  Index AddActor(types::ActorId id) { return plan_.AddNode(ActorNode(mesh_.declarations.actors[id])); }

  const ir::Mesh& mesh_;
  analysis::Hops hops_;
  Plan plan_;
  std::set<Key> opened_;
  std::vector<Passage> open_;
};

}  // namespace

Model BuildActorModel(const ir::Mesh& mesh, const analysis::Facts& facts) {
  return Builder(mesh, facts).Build();
}

}  // namespace meshc::codegen::graph
