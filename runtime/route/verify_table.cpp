#include "mesh/route/verify_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
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
           Indices(point.loops, table_.loops) && Within(point.cases, table_.cases);
  }

  contract::Array<contract::Field> Fields(const Point& point) const {
    return Slice(table_.fields, table_.envelopes[table_.flows[point.flow].envelope].fields);
  }

  bool HasOperands(const Point& point) const {
    switch (point.kind) {
      case PointKind::kCall:
        return HasNext(point) && IsVisit(point, contract::ActorKind::kProcessor) && WritesFit(point);
      case PointKind::kAsk:
        return IsVisit(point, contract::ActorKind::kChoiceRouter) &&
               point.targets.count == table_.actors[point.actor].labels.count;
      case PointKind::kFollow: return HasNext(point) && IsVisit(point, contract::ActorKind::kPlanRouter);
      case PointKind::kFlowCall: return HasNext(point) && point.callee != kNone;
      case PointKind::kSet:
        return HasNext(point) && point.program != kNone && point.writes.count == 1 && SetFits(point);
      case PointKind::kBranch: return point.program != kNone && point.targets.count == 2;
      case PointKind::kMatch: return point.program != kNone && CasesAre(point, &contract::Case::constant);
      case PointKind::kLoopStart: return HasNext(point) && point.loop != kNone;
      case PointKind::kLoopRound: return point.loop != kNone && point.targets.count == 2;
      case PointKind::kCatch: return CasesAre(point, &contract::Case::error);
      case PointKind::kRaise: return point.error != kNone;
      case PointKind::kUnwind:
      case PointKind::kFinallyEnter: return HasNext(point);
      case PointKind::kReturn:
      case PointKind::kFinallyExit:
      case PointKind::kReraise:
      case PointKind::kFork:
      case PointKind::kEachFork:
      case PointKind::kJoin:
      case PointKind::kBranchEnd:
      case PointKind::kPark:
      case PointKind::kTap:
      case PointKind::kSagaEnter:
      case PointKind::kSagaExit:
      case PointKind::kUndo: return true;
    }
    return false;
  }

  static bool HasNext(const Point& point) { return point.next != kNone; }

  bool IsVisit(const Point& point, contract::ActorKind kind) const {
    if (point.actor == kNone || table_.actors[point.actor].kind != kind) return false;
    const auto bindings = Slice(table_.bindings, point.bindings);
    const Index params = table_.actors[point.actor].params.count;
    return std::all_of(bindings.begin(), bindings.end(),
                       [&](const auto& each) { return each.param < params; });
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
