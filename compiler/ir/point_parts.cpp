#include "compiler/ir/point_parts.h"

#include "compiler/ir/take_apart.h"

namespace meshc::ir {
namespace {

/// Every point that control may go to, on this envelope or beside it.
template <typename Take>
struct TargetParts : PartVisitor {
  Take take;

  explicit TargetParts(Take function) : take(function) {}
  template <typename Target>
  void NextPoint(Target& target) {
    take(target);
  }
  template <typename Target>
  void FirstPoint(Target& target) {
    take(target);
  }
};

struct EntryParts : PartVisitor {
  llvm::SmallVector<PointId, 4>& entries;

  explicit EntryParts(llvm::SmallVector<PointId, 4>& found) : entries(found) {}
  void FirstPoint(const PointId& entry) { entries.push_back(entry); }
};

struct Actions {
  const Visit* visit = nullptr;
  types::FlowId flow;
  const std::vector<Binding>* bindings = nullptr;
};

struct ActionParts : PartVisitor {
  Actions& found;

  explicit ActionParts(Actions& actions) : found(actions) {}
  void Delivery(const Visit& visit) {
    found.visit = &visit;
    found.bindings = &visit.bindings;
  }
  void Callee(types::FlowId flow) { found.flow = flow; }
  void Bindings(const std::vector<Binding>& bindings) { found.bindings = &bindings; }
};

Actions ActionsAt(const Point& point) {
  Actions actions;
  TakeApart(point.body, ActionParts(actions));
  return actions;
}

struct ValueParts : PartVisitor {
  llvm::function_ref<void(ExpressionId)> take;

  explicit ValueParts(llvm::function_ref<void(ExpressionId)> function) : take(function) {}
  void Delivery(const Visit& visit) { Bindings(visit.bindings); }
  void Bindings(const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) take(binding.value);
  }
  void Value(ExpressionId value) { take(value); }
};

struct WriteParts : PartVisitor {
  llvm::function_ref<void(const Target&)> take;

  explicit WriteParts(llvm::function_ref<void(const Target&)> function) : take(function) {}
  void Write(const Target& target) { take(target); }
};

}  // namespace

llvm::SmallVector<PointId, 4> Successors(const Point& point) {
  llvm::SmallVector<PointId, 4> successors;
  TakeApart(point.body, TargetParts([&](const PointId& target) { successors.push_back(target); }));
  return successors;
}

void RemapPoints(Point& point, llvm::function_ref<PointId(PointId)> map) {
  TakeApart(point.body, TargetParts([&](PointId& target) { target = map(target); }));
  if (point.handler) point.handler->target = map(point.handler->target);
}

llvm::SmallVector<PointId, 4> BranchEntries(const Point& point) {
  llvm::SmallVector<PointId, 4> entries;
  TakeApart(point.body, EntryParts(entries));
  return entries;
}

const Visit* VisitAt(const Point& point) { return ActionsAt(point).visit; }

types::FlowId CalledFlow(const Point& point) { return ActionsAt(point).flow; }

const std::vector<Binding>* BindingsOf(const Point& point) { return ActionsAt(point).bindings; }

types::TypeId TypeOfBound(const Mesh& mesh, const Point& point, const Binding& binding) {
  const types::Declarations& declarations = mesh.declarations;
  if (const Visit* visit = VisitAt(point))
    return declarations.actors[visit->actor].params[binding.param].type;
  const Flow& callee = mesh.flows[CalledFlow(point)];
  return declarations.envelopes[callee.envelope].fields[binding.param].type;
}

void ForEachExpression(const Point& point, llvm::function_ref<void(ExpressionId)> visit) {
  TakeApart(point.body, ValueParts(visit));
}

void ForEachTarget(const Point& point, llvm::function_ref<void(const Target&)> visit) {
  TakeApart(point.body, WriteParts(visit));
}

}  // namespace meshc::ir
