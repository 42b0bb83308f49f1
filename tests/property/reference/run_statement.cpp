#include <llvm/Support/Casting.h>

#include <algorithm>
#include <stdexcept>

#include "tests/property/reference/interpreter.h"

namespace meshc::property {

using llvm::cast;
using mesh::Value;
using syntax::StatementKind;

Ending Interpreter::RunStatement(Line& line, const syntax::Statement& s) {
  try {
    return RunKind(line, s);
  } catch (const ExpressionError& error) {
    return Failed("expression_error", error.what());
  }
}

Ending Interpreter::RunKind(Line& line, const syntax::Statement& s) {
  switch (s.kind) {
    case StatementKind::kEmpty: return {};
    case StatementKind::kChain: return RunChain(line, cast<syntax::ChainStatement>(s));
    case StatementKind::kSet: return RunSet(line, cast<syntax::SetStatement>(s));
    case StatementKind::kIf: return RunIf(line, cast<syntax::IfStatement>(s));
    case StatementKind::kMatch: return RunMatch(line, cast<syntax::MatchStatement>(s));
    case StatementKind::kRoute: return RunRoute(line, cast<syntax::RouteStatement>(s));
    case StatementKind::kFollow: return RunFollow(line, cast<syntax::FollowStatement>(s));
    case StatementKind::kWhile: return RunWhile(line, cast<syntax::WhileStatement>(s));
    case StatementKind::kRepeat: return RunRepeat(line, cast<syntax::RepeatStatement>(s));
    case StatementKind::kLoop: return RunLoop(line, cast<syntax::LoopStatement>(s));
    case StatementKind::kBreak: return {Exit::kBreak, {}};
    case StatementKind::kContinue: return {Exit::kContinue, {}};
    case StatementKind::kReturn: return {Exit::kReturn, {}};
    case StatementKind::kParallel: return RunParallel(line, cast<syntax::ParallelStatement>(s));
    case StatementKind::kEach: return RunEach(line, cast<syntax::EachStatement>(s));
    case StatementKind::kTry: {
      const auto& t = cast<syntax::TryStatement>(s);
      return RunGuarded(line, t.body, t.guards);
    }
    case StatementKind::kRaise: return Raise(line, cast<syntax::RaiseStatement>(s));
    case StatementKind::kSaga: return RunSaga(line, cast<syntax::SagaStatement>(s));
    case StatementKind::kTap: RunTap(line, cast<syntax::TapStatement>(s)); return {};
    case StatementKind::kAwait: return RunAwait(line, cast<syntax::AwaitStatement>(s));
    case StatementKind::kBlock: return RunBlock(line, cast<syntax::BlockStatement>(s).block);
    case StatementKind::kInvalid: break;
  }
  throw std::logic_error("the reference met a statement that it does not know");
}

Ending Interpreter::RunChain(Line& line, const syntax::ChainStatement& s) {
  for (const auto& call : s.calls) {
    Ending ending = RunStep(line, program_.FactsOf(call));
    if (!ending.ok()) return ending;
  }
  return {};
}

Ending Interpreter::RunIf(Line& line, const syntax::IfStatement& s) {
  for (const auto& arm : s.arms) {
    if (arm.condition == nullptr || Eval(line, *arm.condition).boolean()) return RunBlock(line, arm.body);
  }
  return {};
}

Ending Interpreter::RunMatch(Line& line, const syntax::MatchStatement& s) {
  Value subject = Eval(line, *s.subject);
  const sema::MatchFacts& facts = program_.FactsOf(s);
  if (facts.on_union) subject = TagName(program_, *s.subject, subject);
  for (std::size_t arm = 0; arm < s.arms.size(); ++arm) {
    for (const auto& pattern : facts.patterns[arm]) {
      if (!pattern || ToValue(*pattern) == subject) return RunStatement(line, *s.arms[arm].body);
    }
  }
  throw std::logic_error("no arm matched");
}

Ending Interpreter::RunRoute(Line& line, const syntax::RouteStatement& s) {
  mesh::ValueList arguments;
  Answered answered = Ask(line, program_.FactsOf(s.router), arguments);
  if (auto* ending = std::get_if<Ending>(&answered)) return std::move(*ending);
  const std::uint32_t label = std::get<Chosen>(std::get<Outcome>(answered)).label;
  const auto& labels = program_.FactsOf(s).labels;
  for (std::size_t arm = 0; arm < s.arms.size(); ++arm) {
    for (const std::uint32_t candidate : labels[arm]) {
      if (candidate == label) return RunStatement(line, *s.arms[arm].body);
    }
  }
  throw std::logic_error("no arm for the label");
}

/// A signal that was sent is there at once; without one the time passes.
Ending Interpreter::RunAwait(Line& line, const syntax::AwaitStatement& s) {
  const sema::AwaitFacts& facts = program_.FactsOf(s);
  const auto sent = signals_.find(s.signal.text.str());
  std::size_t& taken = signals_taken_[s.signal.text.str()];
  if (sent != signals_.end() && taken < sent->second.size()) {
    Value value = sent->second[taken++];
    if (!FitsField(line, *facts.field, value)) return Failed("contract_violation");
    // Unlike a result, null is something that was delivered.
    line.fields[*facts.field] = value.present() ? std::move(value) : Value();
    return {};
  }
  const auto deadline = line.deadlines.current();
  if (line.is_branch && deadline && *deadline - line.now_ns < facts.timeout_ns) {
    // In a branch the clock runs on, and nobody waits longer than it allows.
    line.now_ns = std::max(line.now_ns, *deadline);
    return Arise(line, Failed("deadline_exceeded"));
  }
  line.now_ns += facts.timeout_ns;
  if (!line.is_branch) line.deadlines.Move(facts.timeout_ns);
  if (s.has_else) return RunBlock(line, s.else_body);
  return Failed("timeout", "no `" + s.signal.text.str() + "` came");
}

namespace {

/// Elements of lists and maps are there, or reading them is an error.
bool IsMemberPath(const syntax::Expression& e) {
  const auto* member = llvm::dyn_cast<syntax::MemberExpression>(&e);
  return member != nullptr ? IsMemberPath(*member->base) : llvm::isa<syntax::NameExpression>(e);
}

}  // namespace

Value Interpreter::Eval(const Line& line, const syntax::Expression& e, bool may_lack) const {
  const ReferenceScope scope{program_, line.fields, line.caught, line.elements};
  return may_lack && IsMemberPath(e) ? EvaluateSoft(e, scope) : Evaluate(e, scope);
}

}  // namespace meshc::property
