// The one place that knows what each kind of point is made of.
#pragma once

#include <concepts>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "compiler/ir/point.h"

namespace meshc::ir {

/// What TakeApart calls for each part of a point: hide those that you want to know. `NextPoint` and
/// `FirstPoint` are handed points that may be replaced if the point itself may be.
struct PartVisitor {
  void NextPoint(const PointId&) {}   ///< Control may go there.
  void FirstPoint(const PointId&) {}  ///< Like NextPoint, on an envelope that runs beside the one at hand.
  void Delivery(const Visit&) {}      ///< Its bindings are no parts of their own.
  void Callee(types::FlowId) {}
  void Bindings(const std::vector<Binding>&) {}  ///< Of a called flow.
  void UndoBindings(const std::vector<Binding>&) {}
  void Value(ExpressionId) {}  ///< Evaluated at the point.
  void Write(const Target&) {}
  void CollectedField(std::uint32_t) {}
  void CountedLoop(LoopId) {}
  void NamedError(types::ErrorId) {}
};

template <typename Body, typename Kind>
concept BodyOf = std::same_as<std::remove_const_t<Body>, Kind>;

/// Hands each part of a body to `parts`, points in the order of `Successors`. The members of each kind are
/// all named, so that neither a new kind nor a new member compiles before this knows it.
template <typename Parts>
class PartTaker {
 public:
  explicit PartTaker(Parts& parts) : parts_(parts) {}

  void operator()(BodyOf<Call> auto& body) const {
    auto& [visit, writes, undo, next] = body;
    parts_.Delivery(visit);
    Writes(writes);
    parts_.UndoBindings(undo);
    parts_.NextPoint(next);
  }
  void operator()(BodyOf<Ask> auto& body) const {
    auto& [visit, targets] = body;
    parts_.Delivery(visit);
    for (auto& target : targets) parts_.NextPoint(target);
  }
  void operator()(BodyOf<Follow> auto& body) const {
    auto& [visit, steps, once, next] = body;
    static_cast<void>(once);
    parts_.Delivery(visit);
    for (auto& step : steps) parts_.NextPoint(step);
    parts_.NextPoint(next);
  }
  void operator()(BodyOf<FlowCall> auto& body) const {
    auto& [flow, own_envelope, bindings, writes, next] = body;
    parts_.Callee(flow);
    if (own_envelope) parts_.Bindings(bindings);
    Writes(writes);
    parts_.NextPoint(next);
  }
  void operator()(BodyOf<Set> auto& body) const {
    auto& [target, value, next] = body;
    parts_.Value(value);
    parts_.Write(target);
    parts_.NextPoint(next);
  }
  void operator()(BodyOf<Branch> auto& body) const {
    auto& [condition, if_true, if_false] = body;
    parts_.Value(condition);
    parts_.NextPoint(if_true);
    parts_.NextPoint(if_false);
  }
  void operator()(BodyOf<Match> auto& body) const {
    auto& [subject, cases, rest] = body;
    parts_.Value(subject);
    for (auto& one : cases) parts_.NextPoint(one.target);
    Maybe(rest);
  }
  void operator()(BodyOf<LoopStart> auto& body) const {
    auto& [loop, next] = body;
    parts_.CountedLoop(loop);
    parts_.NextPoint(next);
  }
  void operator()(BodyOf<LoopRound> auto& body) const {
    auto& [loop, round, exhausted] = body;
    parts_.CountedLoop(loop);
    parts_.NextPoint(round);
    parts_.NextPoint(exhausted);
  }
  void operator()(BodyOf<Unwind> auto& body) const {
    auto& [frames, loops, next] = body;
    static_cast<void>(frames);
    for (const LoopId loop : loops) parts_.CountedLoop(loop);
    parts_.NextPoint(next);
  }
  void operator()(BodyOf<FinallyEnter> auto& body) const {
    auto& [exit, next] = body;
    static_cast<void>(exit);
    parts_.NextPoint(next);
  }
  void operator()(BodyOf<FinallyExit> auto& body) const {
    auto& [targets] = body;
    for (auto& target : targets) parts_.NextPoint(target);
  }
  void operator()(BodyOf<Catch> auto& body) const {
    auto& [cases, rest] = body;
    for (auto& one : cases) {
      parts_.NamedError(one.error);
      parts_.NextPoint(one.target);
    }
    Maybe(rest);
  }
  void operator()(BodyOf<Raise> auto& body) const {
    auto& [error, message, detail] = body;
    parts_.NamedError(error);
    if (message.has_value()) parts_.Value(message);
    if (detail.has_value()) parts_.Value(detail);
  }
  void operator()(BodyOf<Fork> auto& body) const {
    auto& [branches, policy, join] = body;
    static_cast<void>(policy);
    for (auto& branch : branches) parts_.FirstPoint(branch.entry);
    parts_.NextPoint(join);
  }
  void operator()(BodyOf<EachFork> auto& body) const {
    auto& [list, variable, variable_name, max, width, policy, collects, each_body, join] = body;
    static_cast<void>(std::tie(variable, variable_name, max, width, policy));
    parts_.Value(list);
    for (const Collect& one : collects) {
      parts_.CollectedField(one.from);
      parts_.Write({one.into, {}, false});
    }
    parts_.FirstPoint(each_body);
    parts_.NextPoint(join);
  }
  void operator()(BodyOf<BranchEnd> auto& body) const {
    auto& [join] = body;
    if (join.has_value()) parts_.NextPoint(join);
  }
  void operator()(BodyOf<Park> auto& body) const {
    auto& [signal, type, field, timeout_ns, on_timeout, next] = body;
    static_cast<void>(std::tie(signal, type, timeout_ns));
    parts_.Write({field, {}, false});
    Maybe(on_timeout);
    parts_.NextPoint(next);
  }
  void operator()(BodyOf<Tap> auto& body) const {
    auto& [copy, next] = body;
    parts_.FirstPoint(copy);
    parts_.NextPoint(next);
  }
  void operator()(BodyOf<Gap> auto& body) const {
    auto& [holds_jump, targets, next] = body;
    static_cast<void>(holds_jump);
    if (targets) {
      for (const Target& target : *targets) parts_.Write(target);
    }
    parts_.NextPoint(next);
  }
  void operator()(BodyOf<FollowNext> auto& body) const { Next(body); }
  void operator()(BodyOf<Join> auto& body) const { Next(body); }
  void operator()(BodyOf<SagaEnter> auto& body) const { Next(body); }
  void operator()(BodyOf<SagaExit> auto& body) const { Next(body); }
  void operator()(const Return&) const {}
  void operator()(const Reraise&) const {}
  void operator()(const Undo&) const {}

 private:
  /// Of a kind that leads on and has nothing else.
  template <typename Body>
  void Next(Body& body) const {
    auto& [next] = body;
    parts_.NextPoint(next);
  }
  template <typename Point>
  void Maybe(Point& point) const {
    if (point) parts_.NextPoint(*point);
  }
  void Writes(const std::vector<ResultWrite>& writes) const {
    for (const ResultWrite& write : writes) {
      if (write.target) parts_.Write(*write.target);
    }
  }

  Parts& parts_;
};

template <typename Body, typename Parts>
void TakeApart(Body& body, Parts parts) {
  std::visit(PartTaker<Parts>(parts), body);
}

}  // namespace meshc::ir
