#include "codegen/graph/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "codegen/graph/labels.h"

namespace meshc::codegen::graph {
namespace {

template <typename... Fs>
struct Overload : Fs... {
  using Fs::operator()...;
};
template <typename... Fs>
Overload(Fs...) -> Overload<Fs...>;

std::string Join(const std::string& first, const std::string& second) {
  if (first.empty()) return second;
  return second.empty() ? first : first + " · " + second;
}

}  // namespace

/// One walk from a drawn point. A point may be passed twice, with and without an error; not more.
struct Tracer::Walk {
  const Tracer& tracer;
  std::vector<Arrival> arrivals;
  std::set<std::pair<ir::PointId, bool>> seen;
  struct Stop {
    ir::PointId point;
    bool error;
    std::string label;
  };
  std::deque<Stop> ahead;  ///< Not recursion: a flow may hold any number of points that are not drawn.

  const ir::Mesh& mesh() const { return tracer.mesh_; }

  void Arrive(Arrival arrival) {
    if (std::find(arrivals.begin(), arrivals.end(), arrival) == arrivals.end()) {
      arrivals.push_back(std::move(arrival));
    }
  }

  void Go(ir::PointId id, bool error, const std::string& label) {
    if (tracer.drawn_(id)) return Arrive({id, {}, error, label});
    if (seen.emplace(id, error).second) ahead.push_back({id, error, label});
  }

  std::vector<Arrival> Finish() {
    for (; !ahead.empty(); ahead.pop_front()) Leave(Stop(ahead.front()));
    return std::move(arrivals);
  }

  /// Goes on from a point to whatever follows it.
  void Leave(const Stop& stop) {
    // Not a structured binding: Clang 14 lets no lambda capture one.
    const ir::PointId id = stop.point;
    const bool error = stop.error;
    const std::string& label = stop.label;
    const ir::Point& point = mesh().points[id];
    const auto go_on = [&](ir::PointId next) { Go(next, error, label); };
    std::visit(Overload{
                   [&](const ir::Return&) { End(point.flow, error, label); },
                   [&](const ir::Raise& raise) { Raise(id, raise.error); },
                   [&](const ir::Reraise&) { PassOn(id); },
                   [&](const ir::FinallyExit& exit) {
                     for (const ir::PointId target : exit.targets) go_on(target);
                     PassOn(id);
                   },
                   [&](const ir::Catch& clauses) { Choose(id, clauses); },
                   [&](const ir::LoopStart& start) { go_on(FirstRound(start)); },
                   [&](const ir::LoopRound& round) { Round(round, error, label); },
                   [&](const ir::Branch& branch) {
                     Go(branch.if_true, error, Join(label, "yes"));
                     Go(branch.if_false, error, Join(label, "no"));
                   },
                   [&](const ir::Match& match) { Cases(match, error, label); },
                   [&](const ir::Ask& ask) {
                     const types::Actor& router = mesh().declarations.actors[ask.visit.actor];
                     for (std::size_t i = 0; i < ask.targets.size(); ++i)
                       Go(ask.targets[i], error, router.labels[i].name);
                   },
                   [&](const ir::FlowCall& call) {
                     if (tracer.callers_.empty()) return go_on(call.next);
                     go_on(mesh().flows[call.flow].entry);
                   },
                   [&](const ir::Fork& fork) {
                     for (const ir::ForkBranch& branch : fork.branches)
                       Go(branch.entry, error, Join(label, branch.optional ? "optional" : ""));
                     if (fork.branches.empty()) go_on(fork.join);
                   },
                   [&](const ir::EachFork& each) {
                     Go(each.body, error, Join(label, "each"));
                     Go(each.join, error, Join(label, "no element"));
                   },
                   [&](const ir::BranchEnd& end) {
                     if (end.join.has_value()) Go(end.join, false, label);
                   },
                   [&](const ir::Tap& tap) {
                     Go(tap.copy, error, Join(label, "tap"));
                     go_on(tap.next);
                   },
                   [&](const ir::Park& park) {
                     go_on(park.next);
                     if (park.on_timeout) Go(*park.on_timeout, error, Join(label, "no signal"));
                   },
                   [&](const ir::Undo&) { PassOn(id); },
                   [&](const auto&) {
                     for (const ir::PointId next : ir::Successors(point)) go_on(next);
                   },
               },
               point.body);
  }

  /// The first round of a loop is sure, so its bound is no way out yet.
  ir::PointId FirstRound(const ir::LoopStart& start) const {
    const auto* round = std::get_if<ir::LoopRound>(&mesh().points[start.next].body);
    return round != nullptr && round->loop == start.loop ? round->body : start.next;
  }

  void Round(const ir::LoopRound& round, bool error, const std::string& label) {
    Go(round.body, error, label);
    const std::uint32_t max = mesh().loops[round.loop].max;
    Go(round.exhausted, error, Join(label, fmt::format("after {} round{}", max, max == 1 ? "" : "s")));
  }

  void Cases(const ir::Match& match, bool error, const std::string& label) {
    for (const ir::MatchCase& arm : match.cases) Go(arm.target, error, Join(label, PrintCase(arm.value)));
    if (match.rest) Go(*match.rest, error, Join(label, "else"));
  }

  void End(types::FlowId flow, bool error, const std::string& label) {
    if (!tracer.callers_.empty() && !tracer.callers_[flow.index].empty()) {
      for (const ir::PointId caller : tracer.callers_[flow.index]) {
        Go(std::get<ir::FlowCall>(mesh().points[caller].body).next, error, label);
      }
      return;
    }
    Arrive({{}, flow, error, label});
  }

  /// An error whose name is known looks for its clause.
  void Raise(ir::PointId at, types::ErrorId error) {
    const std::string& name = mesh().declarations.errors[error].name;
    const ir::Point& point = mesh().points[at];
    if (!point.handler) return Fail(point.flow, name, [&](ir::PointId caller) { Raise(caller, error); });
    const ir::PointId target = point.handler->target;
    const auto* clauses = std::get_if<ir::Catch>(&mesh().points[target].body);
    if (std::holds_alternative<ir::Undo>(mesh().points[target].body)) return Raise(target, error);
    if (clauses == nullptr) return Go(target, true, name);
    for (const ir::CatchCase& clause : clauses->cases) {
      if (types::Matches(mesh().declarations, error, clause.error)) return Go(clause.target, true, name);
    }
    if (clauses->rest) return Go(*clauses->rest, true, name);
    if (seen.emplace(target, true).second) Raise(target, error);
  }

  /// An error whose name is not known: every clause may be meant.
  void PassOn(ir::PointId at) {
    const ir::Point& point = mesh().points[at];
    if (!point.handler) return Fail(point.flow, "passed on", [&](ir::PointId caller) { PassOn(caller); });
    Go(point.handler->target, true, "");
  }

  void Choose(ir::PointId id, const ir::Catch& clauses) {
    for (const ir::CatchCase& clause : clauses.cases) {
      Go(clause.target, true, mesh().declarations.errors[clause.error].name);
    }
    if (clauses.rest) return Go(*clauses.rest, true, "");
    PassOn(id);
  }

  void Fail(types::FlowId flow, const std::string& name, const std::function<void(ir::PointId)>& in_caller) {
    if (tracer.callers_.empty() || tracer.callers_[flow.index].empty()) return Arrive({{}, flow, true, name});
    for (const ir::PointId caller : tracer.callers_[flow.index]) {
      if (seen.emplace(caller, true).second) in_caller(caller);
    }
  }
};

Tracer::Tracer(const ir::Mesh& mesh, const analysis::Facts& facts, Drawn drawn, bool through_calls)
    : mesh_(mesh), facts_(facts), drawn_(std::move(drawn)) {
  if (!through_calls) return;
  callers_.resize(mesh.flows.size());
  for (const ir::PointId id : mesh.points.ids()) {
    const auto* call = std::get_if<ir::FlowCall>(&mesh.points[id].body);
    if (call != nullptr && facts_.reachable[id.index]) callers_[call->flow.index].push_back(id);
  }
}

std::vector<Arrival> Tracer::From(ir::PointId point) const {
  Walk walk{*this, {}, {}, {}};
  walk.Go(point, false, "");
  return walk.Finish();
}

std::vector<Arrival> Tracer::After(ir::PointId point) const {
  Walk walk{*this, {}, {}, {}};
  walk.Leave({point, false, ""});
  return walk.Finish();
}

std::vector<Arrival> Tracer::OnError(ir::PointId point, types::ErrorId error) const {
  Walk walk{*this, {}, {}, {}};
  walk.Raise(point, error);
  return walk.Finish();
}

}  // namespace meshc::codegen::graph
