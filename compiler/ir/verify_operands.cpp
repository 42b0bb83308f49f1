// The operands of every kind of point against the declarations.
#include <fmt/format.h>
#include <llvm/ADT/DenseSet.h>

#include "compiler/ir/point_parts.h"
#include "compiler/ir/take_apart.h"
#include "compiler/ir/verify_parts.h"

namespace meshc::ir {
namespace {

/// What holds for parts of any kind of point, then what holds for each kind.
class OperandCheck : public PartVisitor {
 public:
  OperandCheck(const Mesh& mesh, const Point& point, Problems& problems)
      : mesh_(mesh),
        point_(point),
        problems_(problems),
        envelope_(mesh.declarations.envelopes[mesh.flows[point.flow].envelope]) {}

  void Run() {
    TakeApart(point_.body, *this);
    std::visit([&](const auto& body) { Check(body); }, point_.body);
  }

  // ---- parts

  void Delivery(const Visit& visit) {
    if (!IsActor(visit.actor)) return Complain("visits no actor");
    CheckBindings(visit.bindings, mesh_.declarations.actors[visit.actor]);
  }
  void Callee(types::FlowId flow) {
    if (flow.index >= mesh_.flows.size()) Complain("calls no flow");
  }
  void Bindings(const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) Value(binding.value);
  }
  void Value(ExpressionId value) { CheckValue(value); }
  void Write(const Target& target) { CheckTarget(target); }
  void CollectedField(std::uint32_t field) {
    if (field >= envelope_.fields.size()) Complain("collects what is no field");
  }
  void CountedLoop(LoopId loop) {
    if (loop.index >= mesh_.loops.size() || mesh_.loops[loop].flow != point_.flow) {
      Complain("counts a loop that is not of its flow");
    }
  }
  void NamedError(types::ErrorId error) {
    if (error.index >= mesh_.declarations.errors.size()) Complain("names no error that exists");
  }

 private:
  void Complain(const char* what) { problems_.push_back(fmt::format("{}: {}", point_.name, what)); }

  // ---- kinds

  void Check(const Call& call) {
    CheckKind(call.visit, types::ActorKind::kProcessor);
    CheckWrites(call);
    CheckUndo(call);
  }
  void Check(const Ask& ask) {
    CheckKind(ask.visit, types::ActorKind::kChoiceRouter);
    if (IsActor(ask.visit.actor) && ask.targets.size() != ActorOf(ask.visit).labels.size()) {
      Complain("has not one target per label");
    }
  }
  void Check(const Follow& follow) {
    CheckKind(follow.visit, types::ActorKind::kPlanRouter);
    if (!std::holds_alternative<FollowNext>(mesh_.points[follow.next].body)) {
      Complain("has no end that its steps lead to");
    }
    for (std::uint32_t step : follow.once) {
      if (step >= follow.steps.size()) Complain("restricts a step that is not there");
    }
  }
  void Check(const FlowCall& call) {
    if (call.flow.index < mesh_.flows.size() && !call.own_envelope) CheckSharedCall(call);
  }
  void Check(const Branch& branch) {
    if (branch.condition.index >= mesh_.expressions.size()) return;
    if (KindOf(branch.condition) != types::TypeKind::kBool) Complain("its condition is not bool");
  }
  void Check(const Match& match) {
    if (match.cases.empty() && !match.rest) Complain("matches nothing");
  }
  void Check(const Catch& body) {
    if (!body.rest) return;
    const auto* enter = std::get_if<FinallyEnter>(&mesh_.points[*body.rest].body);
    if (enter == nullptr || enter->exit) Complain("its rest is no finally for errors");
  }
  /// What `TakeApart` shows of these is all that there is to check, here or in other parts of `Verify`.
  void Check(const AnyOf<FollowNext, Return, Set, LoopStart, LoopRound, Unwind, FinallyEnter, FinallyExit,
                         Raise, Reraise, Fork, EachFork, Join, BranchEnd, Park, Tap, SagaEnter, SagaExit,
                         Undo, Gap> auto&) {}

  bool IsActor(types::ActorId id) const { return id.index < mesh_.declarations.actors.size(); }
  const types::Actor& ActorOf(const Visit& visit) const { return mesh_.declarations.actors[visit.actor]; }

  void CheckKind(const Visit& visit, types::ActorKind kind) {
    if (IsActor(visit.actor) && ActorOf(visit).kind != kind) Complain("visits an actor of another kind");
  }

  void CheckBindings(const std::vector<Binding>& bindings, const types::Actor& actor) {
    std::vector<bool> bound(actor.params.size(), false);
    for (const Binding& binding : bindings) {
      CheckValue(binding.value);
      if (binding.param >= bound.size() || bound[binding.param]) {
        return Complain("binds a param that is not there, or twice");
      }
      bound[binding.param] = true;
    }
    for (std::size_t i = 0; i < bound.size(); ++i) {
      const types::Member& param = actor.params[i];
      if (!bound[i] && !param.default_value && !mesh_.declarations.types.IsOptional(param.type)) {
        Complain("leaves a required param unbound");
      }
    }
  }

  void CheckWrites(const Call& call) {
    if (!IsActor(call.visit.actor)) return;
    std::size_t results = ActorOf(call.visit).results.size();
    for (const ResultWrite& write : call.writes) {
      if (write.result >= results) Complain("writes a result that is not there");
    }
  }

  void CheckUndo(const Call& call) {
    if (!IsActor(call.visit.actor) || call.undo.empty()) return;
    types::ActorId undo = ActorOf(call.visit).undo;
    if (!undo.has_value()) return Complain("binds params of an undo that is not there");
    arguments_ = ActorOf(call.visit).params.size() + ActorOf(call.visit).results.size();
    CheckBindings(call.undo, mesh_.declarations.actors[undo]);
    arguments_ = 0;
  }

  void CheckSharedCall(const FlowCall& call) {
    const Flow& callee = mesh_.flows[call.flow];
    if (callee.envelope != mesh_.flows[point_.flow].envelope) Complain("shares an envelope of another type");
    if (!callee.called_on_same_envelope) Complain("its callee is not marked as called");
    if (!call.bindings.empty() || !call.writes.empty()) Complain("binds fields of its own envelope");
  }

  void CheckTarget(const Target& target) {
    if (target.field >= envelope_.fields.size()) return Complain("writes no field");
    types::TypeId type = envelope_.fields[target.field].type;
    const types::Declarations& declarations = mesh_.declarations;
    for (std::uint32_t member : target.path) {
      const types::Type& record = declarations.types[declarations.types.Present(type)];
      if (record.kind != types::TypeKind::kRecord) return Complain("writes below what is no record");
      const auto& members = declarations.records[record.record()].members;
      if (member >= members.size()) return Complain("writes no member");
      type = members[member].type;
    }
  }

  types::TypeKind KindOf(ExpressionId id) const {
    return mesh_.declarations.types[mesh_.declarations.types.Present(mesh_.expressions[id].type)].kind;
  }

  void CheckValue(ExpressionId root) {
    if (root.index >= mesh_.expressions.size()) return Complain("lacks an expression");
    llvm::SmallVector<ExpressionId, 8> open{root};
    while (!open.empty()) {
      const Expression& expression = mesh_.expressions[open.pop_back_val()];
      if (expression.kind == ExpressionKind::kField && expression.index >= envelope_.fields.size()) {
        Complain("reads no field");
      }
      if (expression.kind == ExpressionKind::kParam && expression.index >= arguments_) {
        Complain("reads a param of an actor");
      }
      open.append(expression.operands.begin(), expression.operands.end());
    }
  }

  const Mesh& mesh_;
  const Point& point_;
  Problems& problems_;
  const types::Envelope& envelope_;
  std::size_t arguments_ = 0;  ///< What kParam may name: of the call that an undo belongs to.
};

}  // namespace

void VerifyOperands(const Mesh& mesh, Problems& problems) {
  for (const Point& point : mesh.points) OperandCheck(mesh, point, problems).Run();
}

}  // namespace meshc::ir
