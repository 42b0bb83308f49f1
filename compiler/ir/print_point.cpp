#include "compiler/ir/print_point.h"

#include <fmt/format.h>
#include <llvm/ADT/ArrayRef.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "compiler/ir/print_constant.h"

namespace meshc::ir {
namespace {

class PointPrinter {
 public:
  PointPrinter(const Mesh& mesh, const Point& point)
      : mesh_(mesh), envelope_(mesh.flows[point.flow].envelope) {
    std::visit([&](const auto& body) { Add(body); }, point.body);
    if (point.handler) AddHandler(*point.handler);
  }

  std::string text_;

 private:
  template <typename... Arguments>
  void Write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  std::string Show(ExpressionId id) const { return PrintExpression(mesh_, id, envelope_); }
  void Then(PointId next) { Write("; then #{}", next.index); }
  const std::string& FieldName(std::uint32_t slot) const {
    return mesh_.declarations.envelopes[envelope_].fields[slot].name;
  }
  const std::string& ErrorName(types::ErrorId id) const { return mesh_.declarations.errors[id].name; }

  std::string Show(const Target& target) const {
    std::string text = FieldName(target.field);
    types::TypeId type = mesh_.declarations.envelopes[envelope_].fields[target.field].type;
    for (std::uint32_t index : target.path) {
      const types::Type& record = mesh_.declarations.types[mesh_.declarations.types.Present(type)];
      const types::Member& member = mesh_.declarations.records[record.record()].members[index];
      text += '.' + member.name;
      type = member.type;
    }
    return text;
  }

  template <typename Names>
  void AddBindings(llvm::ArrayRef<Binding> bindings, const Names& names) {
    text_ += '(';
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      const Binding& one = bindings[i];
      Write("{}{}{}: {}", i > 0 ? ", " : "", names[one.param].name, one.soft ? "?" : "", Show(one.value));
    }
    text_ += ')';
  }

  template <typename Names>
  void AddWrites(llvm::ArrayRef<ResultWrite> writes, const Names& names) {
    for (std::size_t i = 0; i < writes.size(); ++i) {
      const ResultWrite& one = writes[i];
      Write("{}{}: {}{}", i > 0 ? ", " : " as ", names[one.result].name, one.target ? Show(*one.target) : "_",
            one.target && one.target->append ? " +=" : "");
    }
  }

  void AddVisit(const char* word, const Visit& visit) {
    const types::Actor& actor = mesh_.declarations.actors[visit.actor];
    Write("{} {}", word, actor.name);
    AddBindings(visit.bindings, actor.params);
  }

  void AddUndo(const Call& call) {
    if (call.undo.empty()) return;
    const types::Actor& undo = mesh_.declarations.actors[mesh_.declarations.actors[call.visit.actor].undo];
    Write(" undo {}", undo.name);
    AddBindings(call.undo, undo.params);
  }

  void AddOptions(const Visit& visit) {
    if (visit.timeout_ns) Write(" timeout {}", PrintDuration(*visit.timeout_ns));
    if (visit.retry) Write(" retry {}", visit.retry->attempts);
  }

  void Add(const Call& body) {
    AddVisit("call", body.visit);
    AddWrites(body.writes, mesh_.declarations.actors[body.visit.actor].results);
    AddOptions(body.visit);
    AddUndo(body);
    Then(body.next);
  }
  void Add(const Ask& body) {
    AddVisit("ask", body.visit);
    AddOptions(body.visit);
    const auto& labels = mesh_.declarations.actors[body.visit.actor].labels;
    for (std::size_t i = 0; i < body.targets.size(); ++i)
      Write("; {} #{}", labels[i].name, body.targets[i].index);
  }
  void Add(const Follow& body) {
    AddVisit("follow", body.visit);
    AddOptions(body.visit);
    for (std::size_t i = 0; i < body.steps.size(); ++i) {
      bool once = std::find(body.once.begin(), body.once.end(), i) != body.once.end();
      Write("; {} #{}", once ? "step once" : "step", body.steps[i].index);
    }
    Then(body.next);
  }
  void Add(const FollowNext& body) {
    text_ += "next step";
    Then(body.next);
  }
  void Add(const FlowCall& body) {
    const Flow& callee = mesh_.flows[body.flow];
    Write("call flow {}", callee.name);
    if (body.own_envelope) {
      const auto& fields = mesh_.declarations.envelopes[callee.envelope].fields;
      AddBindings(body.bindings, fields);
      AddWrites(body.writes, fields);
    }
    Then(body.next);
  }
  void Add(const Return&) { text_ += "return"; }
  void Add(const Set& body) {
    Write("set {} {} {}", Show(body.target), body.target.append ? "+=" : "=", Show(body.value));
    Then(body.next);
  }
  void Add(const Branch& body) {
    Write("branch {}; true #{}; false #{}", Show(body.condition), body.if_true.index, body.if_false.index);
  }
  void Add(const Match& body) {
    Write("match {}", Show(body.subject));
    for (const MatchCase& one : body.cases) Write("; {} #{}", PrintConstant(one.value), one.target.index);
    if (body.rest) Write("; _ #{}", body.rest->index);
  }
  void Add(const LoopStart& body) {
    Write("start loop {}", body.loop.index);
    Then(body.next);
  }
  void Add(const LoopRound& body) {
    Write("round of loop {} max {}; body #{}; exhausted #{}", body.loop.index, mesh_.loops[body.loop].max,
          body.body.index, body.exhausted.index);
  }
  void Add(const Unwind& body) {
    Write("unwind {} frames", body.frames);
    AddLoops(body.loops);
    Then(body.next);
  }
  void Add(const FinallyEnter& body) {
    text_ +=
        body.exit ? fmt::format("enter finally with exit {}", *body.exit) : "enter finally with the error";
    Then(body.next);
  }
  void Add(const FinallyExit& body) {
    text_ += "leave finally";
    for (std::size_t i = 0; i < body.targets.size(); ++i) Write("; exit {} #{}", i, body.targets[i].index);
  }
  void Add(const Catch& body) {
    text_ += "catch";
    for (const CatchCase& one : body.cases) Write("; {} #{}", ErrorName(one.error), one.target.index);
    if (body.rest) Write("; rest #{}", body.rest->index);
  }
  void Add(const Raise& body) {
    Write("raise {}", ErrorName(body.error));
    if (body.message.has_value()) Write("({})", Show(body.message));
    if (body.detail.has_value()) Write(" {}", Show(body.detail));
  }
  void Add(const Reraise&) { text_ += "raise again"; }
  void AddPolicy(const JoinPolicy& policy) {
    switch (policy.wait) {
      case WaitKind::kAll: text_ += " wait all"; break;
      case WaitKind::kAny: text_ += " wait any"; break;
      case WaitKind::kCount: Write(" wait {}", policy.count); break;
    }
    if (policy.timeout_ns > 0) Write(" timeout {}", PrintDuration(policy.timeout_ns));
  }
  void Add(const Fork& body) {
    text_ += "fork";
    AddPolicy(body.policy);
    for (const ForkBranch& one : body.branches)
      Write("; {}#{}", one.optional ? "optional " : "", one.entry.index);
    Write("; join #{}", body.join.index);
  }
  void Add(const EachFork& body) {
    Write("each {} in {}", body.variable_name, Show(body.list));
    if (body.max > 0) Write(" max {}", body.max);
    if (body.width > 0) Write(" width {}", body.width);
    AddPolicy(body.policy);
    for (const Collect& one : body.collects)
      Write(" collect {} into {}", FieldName(one.from), FieldName(one.into));
    Write("; body #{}; join #{}", body.body.index, body.join.index);
  }
  void Add(const Join& body) {
    text_ += "join";
    Then(body.next);
  }
  void Add(const BranchEnd& body) {
    text_ += "end of branch";
    if (body.join.has_value()) Write("; join #{}", body.join.index);
  }
  void Add(const Park& body) {
    Write("park for {} into {}", body.signal, FieldName(body.field));
    if (body.timeout_ns > 0) Write(" timeout {}", PrintDuration(body.timeout_ns));
    if (body.on_timeout) Write("; else #{}", body.on_timeout->index);
    Then(body.next);
  }
  void Add(const Tap& body) {
    Write("tap #{}", body.copy.index);
    Then(body.next);
  }
  void Add(const SagaEnter& body) {
    text_ += "enter saga";
    Then(body.next);
  }
  void Add(const SagaExit& body) {
    text_ += "leave saga";
    Then(body.next);
  }
  void Add(const Undo&) { text_ += "undo"; }
  void Add(const Gap& body) {
    text_ += "gap writes";
    if (!body.targets) text_ += " anything";
    if (body.targets && body.targets->empty()) text_ += " nothing";
    for (std::size_t i = 0; body.targets && i < body.targets->size(); ++i)
      Write("{} {}", i > 0 ? "," : "", Show((*body.targets)[i]));
    if (body.holds_jump) text_ += ", may jump";
    Then(body.next);
  }

  void AddLoops(llvm::ArrayRef<LoopId> loops) {
    for (LoopId loop : loops) Write(", loop {}", loop.index);
  }

  void AddHandler(const Handler& handler) {
    Write("; on error #{} keeps {}", handler.target.index, handler.frames);
    for (LoopId loop : handler.drop_loops) Write(", drops loop {}", loop.index);
  }

  const Mesh& mesh_;
  types::EnvelopeId envelope_;
};

}  // namespace

std::string PrintPoint(const Mesh& mesh, const Point& point) {
  return std::move(PointPrinter(mesh, point).text_);
}

}  // namespace meshc::ir
