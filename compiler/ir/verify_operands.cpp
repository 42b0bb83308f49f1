// The operands of every kind of point against the declarations.
#include <fmt/format.h>
#include <llvm/ADT/DenseSet.h>

#include <type_traits>

#include "compiler/ir/verify_parts.h"

namespace meshc::ir {
namespace {

class OperandCheck {
 public:
  OperandCheck(const Mesh& mesh, const Point& point, Problems& problems)
      : mesh_(mesh),
        point_(point),
        problems_(problems),
        envelope_(mesh.declarations.envelopes[mesh.flows[point.flow].envelope]) {}

  void Run() {
    std::visit([&](const auto& body) { Check(body); }, point_.body);
  }

 private:
  void Complain(const char* what) { problems_.push_back(fmt::format("{}: {}", point_.name, what)); }

  template <typename Body>
  void Check(const Body& body) {
    if constexpr (std::is_same_v<Body, Call>) {
      CheckVisit(body.visit, types::ActorKind::kProcessor);
      CheckWrites(body);
      CheckUndo(body);
    } else if constexpr (std::is_same_v<Body, Ask>) {
      CheckVisit(body.visit, types::ActorKind::kChoiceRouter);
      if (IsActor(body.visit.actor) && body.targets.size() != ActorOf(body.visit).labels.size()) {
        Complain("has not one target per label");
      }
    } else if constexpr (std::is_same_v<Body, Follow>) {
      CheckVisit(body.visit, types::ActorKind::kPlanRouter);
      if (!std::holds_alternative<FollowNext>(mesh_.points[body.next].body)) {
        Complain("has no end that its steps lead to");
      }
      for (std::uint32_t step : body.once) {
        if (step >= body.steps.size()) Complain("restricts a step that is not there");
      }
    } else if constexpr (std::is_same_v<Body, FlowCall>) {
      CheckFlowCall(body);
    } else if constexpr (std::is_same_v<Body, Set>) {
      CheckTarget(body.target);
      CheckValue(body.value);
    } else if constexpr (std::is_same_v<Body, Branch>) {
      if (CheckValue(body.condition) && KindOf(body.condition) != types::TypeKind::kBool) {
        Complain("its condition is not bool");
      }
    } else if constexpr (std::is_same_v<Body, Match>) {
      CheckValue(body.subject);
      if (body.cases.empty() && !body.rest) Complain("matches nothing");
    } else if constexpr (std::is_same_v<Body, LoopStart> || std::is_same_v<Body, LoopRound>) {
      CheckLoop(body.loop);
    } else if constexpr (std::is_same_v<Body, Unwind>) {
      for (LoopId loop : body.loops) CheckLoop(loop);
    } else if constexpr (std::is_same_v<Body, Catch>) {
      CheckCatch(body);
    } else if constexpr (std::is_same_v<Body, Raise>) {
      if (body.error.index >= mesh_.declarations.errors.size()) Complain("raises no error that exists");
      if (body.message.has_value()) CheckValue(body.message);
      if (body.detail.has_value()) CheckValue(body.detail);
    } else if constexpr (std::is_same_v<Body, EachFork>) {
      CheckValue(body.list);
      for (const Collect& one : body.collects) {
        if (one.from >= envelope_.fields.size() || one.into >= envelope_.fields.size()) {
          Complain("collects what is no field");
        }
      }
    } else if constexpr (std::is_same_v<Body, Park>) {
      if (body.field >= envelope_.fields.size()) Complain("stores into no field");
    }
  }

  bool IsActor(types::ActorId id) const { return id.index < mesh_.declarations.actors.size(); }
  const types::Actor& ActorOf(const Visit& visit) const { return mesh_.declarations.actors[visit.actor]; }

  void CheckVisit(const Visit& visit, types::ActorKind kind) {
    if (!IsActor(visit.actor)) return Complain("visits no actor");
    const types::Actor& actor = ActorOf(visit);
    if (actor.kind != kind) Complain("visits an actor of another kind");
    CheckBindings(visit.bindings, actor);
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
      if (write.target) CheckTarget(*write.target);
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

  void CheckFlowCall(const FlowCall& call) {
    if (call.flow.index >= mesh_.flows.size()) return Complain("calls no flow");
    for (const Binding& binding : call.bindings) CheckValue(binding.value);
    for (const ResultWrite& write : call.writes) {
      if (write.target) CheckTarget(*write.target);
    }
    if (call.own_envelope) return;
    const Flow& callee = mesh_.flows[call.flow];
    if (callee.envelope != mesh_.flows[point_.flow].envelope) Complain("shares an envelope of another type");
    if (!callee.called_on_same_envelope) Complain("its callee is not marked as called");
    if (!call.bindings.empty() || !call.writes.empty()) Complain("binds fields of its own envelope");
  }

  void CheckCatch(const Catch& body) {
    for (const CatchCase& one : body.cases) {
      if (one.error.index >= mesh_.declarations.errors.size()) Complain("catches no error that exists");
    }
    if (!body.rest) return;
    const auto* enter = std::get_if<FinallyEnter>(&mesh_.points[*body.rest].body);
    if (enter == nullptr || enter->exit) Complain("its rest is no finally for errors");
  }

  void CheckLoop(LoopId loop) {
    if (loop.index >= mesh_.loops.size() || mesh_.loops[loop].flow != point_.flow) {
      Complain("counts a loop that is not of its flow");
    }
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

  bool CheckValue(ExpressionId root) {
    if (root.index >= mesh_.expressions.size()) {
      Complain("lacks an expression");
      return false;
    }
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
    return true;
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
