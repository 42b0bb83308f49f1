#include "mesh/route/verify_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/route/known_enumerators.h"
#include "mesh/route/within.h"

namespace mesh::route {
namespace {

using contract::Index;
using contract::kNone;
using contract::Point;
using contract::PointKind;
using contract::RouteTable;
using contract::Span;

/// Stops at the first thing that is wrong.
class TableVerifier {
 public:
  explicit TableVerifier(const RouteTable& table) : table_(table), pool_(table.pool) {}

  std::string Run() {
    Require(table_.version == contract::kRouteTableVersion, "the layout version is another one");
    if (wrong_.empty()) wrong_ = VerifyPool(pool_);
    if (wrong_.empty()) wrong_ = UnknownEnumerator(table_);
    Each("envelopes", table_.envelopes, [&](const auto& each) { return Within(each.fields, table_.fields); });
    Each("fields", table_.fields, [&](const auto& each) {
      return Within(each.type, pool_.types) && WithinOrNone(each.default_value, pool_.constants);
    });
    Errors();
    Each("retries", table_.retries,
         [&](const auto& each) { return Indices(each.only_errors, table_.errors); });
    Each("actors", table_.actors, [&](const auto& each) { return IsGood(each); });
    Each("flows", table_.flows, [&](const auto& each) {
      return Within(each.envelope, table_.envelopes) && Within(each.entry, table_.points) &&
             Within(each.loops, table_.loops);
    });
    Each("handlers", table_.handlers, [&](const auto& each) {
      return Within(each.target, table_.points) && Indices(each.drop_loops, table_.loops);
    });
    Each("bindings", table_.bindings, [&](const auto& each) { return Within(each.program, pool_.programs); });
    Each("cases", table_.cases, [&](const auto& each) {
      return WithinOrNone(each.constant, pool_.constants) && WithinOrNone(each.error, table_.errors) &&
             Within(each.target, table_.points);
    });
    Each("forks", table_.forks, [&](const auto& each) {
      return Within(each.optional, pool_.indices) && Within(each.collects, table_.collects);
    });
    for (const Point& point : table_.points) {
      if (wrong_.empty())
        Require(IsGood(point) && HasOperands(point),
                fmt::format("point `{}` is not well formed", point.name));
    }
    return std::move(wrong_);
  }

 private:
  void Require(bool good, const std::string& wrong) {
    if (wrong_.empty() && !good) wrong_ = wrong;
  }

  template <typename Entries, typename Good>
  void Each(const char* name, const Entries& entries, const Good& good) {
    for (Index i = 0; i < entries.size && wrong_.empty(); ++i) {
      if (!good(entries[i])) wrong_ = fmt::format("{}[{}] is not well formed", name, i);
    }
  }

  template <typename T>
  bool Indices(Span span, const contract::Array<T>& entries) const {
    if (!Within(span, pool_.indices)) return false;
    const auto indices = Slice(pool_.indices, span);
    return std::all_of(indices.begin(), indices.end(), [&](Index index) { return Within(index, entries); });
  }

  void Errors() {
    for (Index i = 0; i < static_cast<Index>(contract::BuiltinError::kCount); ++i) {
      const bool there = i < table_.errors.size &&
                         table_.errors[i].name == BuiltinName(static_cast<contract::BuiltinError>(i));
      Require(there, "the built-in errors do not stand first");
    }
    Each("errors", table_.errors, [&](const contract::ErrorKind& error) {
      Index ancestor = error.parent;
      for (Index steps = 0; ancestor != kNone; ++steps) {
        if (!Within(ancestor, table_.errors) || steps > table_.errors.size) return false;
        ancestor = table_.errors[ancestor].parent;
      }
      return WithinOrNone(error.detail_type, pool_.types);
    });
  }

  bool IsGood(const contract::Actor& actor) const {
    return Within(actor.params, pool_.members) && Within(actor.results, pool_.members) &&
           Within(actor.labels, pool_.strings) && Within(actor.steps, pool_.strings) &&
           Indices(actor.raises, table_.errors) && WithinOrNone(actor.retry, table_.retries) &&
           WithinOrNone(actor.effect_key, pool_.programs) && WithinOrNone(actor.undo, table_.actors);
  }

  bool IsGood(const Point& point) const {
    return Within(point.flow, table_.flows) && WithinOrNone(point.handler, table_.handlers) &&
           WithinOrNone(point.next, table_.points) && Indices(point.targets, table_.points) &&
           WithinOrNone(point.actor, table_.actors) && WithinOrNone(point.callee, table_.flows) &&
           Within(point.bindings, table_.bindings) && Within(point.writes, table_.writes) &&
           Indices(point.requires_fields, Fields(point)) && WithinOrNone(point.retry, table_.retries) &&
           WithinOrNone(point.program, pool_.programs) && WithinOrNone(point.detail, pool_.programs) &&
           WithinOrNone(point.error, table_.errors) && WithinOrNone(point.loop, table_.loops) &&
           Indices(point.loops, table_.loops) && Within(point.cases, table_.cases) &&
           Within(point.undo, table_.bindings) && Within(point.once, pool_.indices) &&
           WithinOrNone(point.type, pool_.types) && WithinOrNone(point.fork, table_.forks);
  }

  contract::Array<contract::Field> Fields(const Point& point) const {
    return Slice(table_.fields, table_.envelopes[table_.flows[point.flow].envelope].fields);
  }

  bool HasOperands(const Point& point) const {
    switch (point.kind) {
      case PointKind::kCall:
        return HasNext(point) && IsVisit(point, contract::ActorKind::kProcessor) && WritesFit(point) &&
               UndoFits(point);
      case PointKind::kAsk:
        return IsVisit(point, contract::ActorKind::kChoiceRouter) &&
               point.targets.count == table_.actors[point.actor].labels.count;
      case PointKind::kFollow:
        return LeadsTo(point.next, PointKind::kFollowNext) &&
               IsVisit(point, contract::ActorKind::kPlanRouter) &&
               point.targets.count == table_.actors[point.actor].steps.count;
      case PointKind::kFlowCall: return HasNext(point) && point.callee != kNone && CallFits(point);
      case PointKind::kSet:
        return HasNext(point) && point.program != kNone && point.writes.count == 1 && SetFits(point);
      case PointKind::kBranch: return point.program != kNone && point.targets.count == 2;
      case PointKind::kMatch: return point.program != kNone && CasesAre(point, &contract::Case::constant);
      case PointKind::kLoopStart: return HasNext(point) && point.loop != kNone;
      case PointKind::kLoopRound: return point.loop != kNone && point.targets.count == 2;
      case PointKind::kCatch: return CasesAre(point, &contract::Case::error);
      case PointKind::kRaise: return point.error != kNone;
      case PointKind::kFork: return LeadsTo(point.next, PointKind::kJoin) && point.fork != kNone;
      case PointKind::kEachFork:
        return LeadsTo(point.next, PointKind::kJoin) && point.program != kNone && point.targets.count == 1 &&
               point.fork != kNone && ForkFits(point);
      case PointKind::kPark:
        return HasNext(point) && point.type != kNone && point.timeout_ns > 0 && point.writes.count == 1 &&
               SetFits(point);
      case PointKind::kTap: return HasNext(point) && point.targets.count == 1;
      case PointKind::kFollowNext:
      case PointKind::kUnwind:
      case PointKind::kFinallyEnter:
      case PointKind::kJoin:
      case PointKind::kSagaEnter:
      case PointKind::kSagaExit: return HasNext(point);
      case PointKind::kReturn:
      case PointKind::kFinallyExit:
      case PointKind::kReraise:
      case PointKind::kBranchEnd:
      case PointKind::kUndo: return true;
    }
    return false;
  }

  static bool HasNext(const Point& point) { return point.next != kNone; }

  bool LeadsTo(Index next, PointKind kind) const { return next != kNone && table_.points[next].kind == kind; }

  bool UndoFits(const Point& point) const {
    if (point.undo.count == 0) return true;
    const Index undo = table_.actors[point.actor].undo;
    return undo != kNone && ParamsAreBelow(point.undo, table_.actors[undo].params.count);
  }

  bool CallFits(const Point& point) const {
    const auto slots = table_.envelopes[table_.flows[point.callee].envelope].fields.count;
    const auto writes = Slice(table_.writes, point.writes);
    const bool own = point.bindings.count > 0 || point.writes.count > 0 ||
                     table_.flows[point.callee].envelope != table_.flows[point.flow].envelope;
    return (point.own_envelope || !own) && ParamsAreBelow(point.bindings, slots) &&
           std::all_of(writes.begin(), writes.end(), [&](const contract::Write& write) {
             return write.result < slots && WithinOrNone(write.field, Fields(point)) &&
                    Within(write.path, pool_.indices);
           });
  }

  bool ForkFits(const Point& point) const {
    const auto collects = Slice(table_.collects, table_.forks[point.fork].collects);
    return std::all_of(collects.begin(), collects.end(), [&](const contract::Collect& collect) {
      return Within(collect.from, Fields(point)) && Within(collect.into, Fields(point));
    });
  }

  bool ParamsAreBelow(Span span, Index count) const {
    const auto bindings = Slice(table_.bindings, span);
    return std::all_of(bindings.begin(), bindings.end(),
                       [&](const auto& each) { return each.param < count; });
  }

  bool IsVisit(const Point& point, contract::ActorKind kind) const {
    if (point.actor == kNone || table_.actors[point.actor].kind != kind) return false;
    return ParamsAreBelow(point.bindings, table_.actors[point.actor].params.count);
  }

  bool CasesAre(const Point& point, Index contract::Case::*set) const {
    const auto cases = Slice(table_.cases, point.cases);
    return std::all_of(cases.begin(), cases.end(),
                       [&](const contract::Case& each) { return each.*set != kNone; });
  }

  bool WritesFit(const Point& point) const {
    const auto writes = Slice(table_.writes, point.writes);
    return std::all_of(writes.begin(), writes.end(), [&](const contract::Write& write) {
      return write.result < table_.actors[point.actor].results.count &&
             WithinOrNone(write.field, Fields(point)) && Within(write.path, pool_.indices);
    });
  }

  bool SetFits(const Point& point) const {
    const contract::Write& write = table_.writes[point.writes.first];
    return Within(write.field, Fields(point)) && Within(write.path, pool_.indices);
  }

  const RouteTable& table_;
  const contract::Pool& pool_;
  std::string wrong_;
};

}  // namespace

std::string VerifyTable(const RouteTable& table) { return TableVerifier(table).Run(); }

}  // namespace mesh::route
