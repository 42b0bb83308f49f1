// The edges of the control-flow graph, read and rewritten by kind of point.
#include <type_traits>

#include "compiler/ir/point.h"

namespace meshc::ir {
namespace {

// One overload per kind with targets: calls `visit` on each of them, in order. `Body` is const or not.
template <typename Visit>
struct TargetVisitor {
  Visit visit;

  template <typename Body>
  void operator()(Body& body) const {
    using Kind = std::remove_const_t<Body>;
    if constexpr (std::is_same_v<Kind, Ask>) {
      All(body.targets);
    } else if constexpr (std::is_same_v<Kind, Follow>) {
      All(body.steps);
      visit(body.next);
    } else if constexpr (std::is_same_v<Kind, Branch>) {
      visit(body.if_true);
      visit(body.if_false);
    } else if constexpr (std::is_same_v<Kind, Match>) {
      for (auto& one : body.cases) visit(one.target);
      if (body.rest) visit(*body.rest);
    } else if constexpr (std::is_same_v<Kind, LoopRound>) {
      visit(body.body);
      visit(body.exhausted);
    } else if constexpr (std::is_same_v<Kind, FinallyExit>) {
      All(body.targets);
    } else if constexpr (std::is_same_v<Kind, Catch>) {
      for (auto& one : body.cases) visit(one.target);
      if (body.rest) visit(*body.rest);
    } else if constexpr (std::is_same_v<Kind, Fork>) {
      for (auto& branch : body.branches) visit(branch.entry);
      visit(body.join);
    } else if constexpr (std::is_same_v<Kind, EachFork>) {
      visit(body.body);
      visit(body.join);
    } else if constexpr (std::is_same_v<Kind, BranchEnd>) {
      if (body.join.has_value()) visit(body.join);
    } else if constexpr (std::is_same_v<Kind, Park>) {
      if (body.on_timeout) visit(*body.on_timeout);
      visit(body.next);
    } else if constexpr (std::is_same_v<Kind, Tap>) {
      visit(body.copy);
      visit(body.next);
    } else if constexpr (std::is_same_v<Kind, Return> || std::is_same_v<Kind, Raise> ||
                         std::is_same_v<Kind, Reraise> || std::is_same_v<Kind, Undo>) {
    } else {
      visit(body.next);
    }
  }

 private:
  template <typename Points>
  void All(Points& points) const {
    for (auto& point : points) visit(point);
  }
};

template <typename Visit>
TargetVisitor(Visit) -> TargetVisitor<Visit>;

}  // namespace

llvm::SmallVector<PointId, 4> Successors(const Point& point) {
  llvm::SmallVector<PointId, 4> successors;
  std::visit(TargetVisitor{[&](const PointId& target) { successors.push_back(target); }}, point.body);
  return successors;
}

void RemapPoints(Point& point, llvm::function_ref<PointId(PointId)> map) {
  std::visit(TargetVisitor{[&](PointId& target) { target = map(target); }}, point.body);
  if (point.handler) point.handler->target = map(point.handler->target);
}

}  // namespace meshc::ir
