#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include <stdexcept>

#include "tests/property/print/source_text.h"

namespace meshc::property {

using llvm::cast;
using syntax::StatementKind;

namespace {

std::string Else(bool has_else, const syntax::Block& block) { return has_else ? " else " + Text(block) : ""; }

std::string Chain(const syntax::ChainStatement& s) {
  const auto show = [](const syntax::Call& call) { return Text(call); };
  return (s.optional ? "optional " : "") + Joined(s.calls, " -> ", show) + ";";
}

std::string Set(const syntax::SetStatement& s) {
  const char* sign = s.op == syntax::SetOperator::kAssign     ? "="
                     : s.op == syntax::SetOperator::kAdd      ? "+="
                     : s.op == syntax::SetOperator::kSubtract ? "-="
                                                              : "*=";
  return fmt::format("set {} {} {};", Text(s.target, "."), sign, Text(s.value));
}

std::string If(const syntax::IfStatement& s) {
  return Joined(s.arms, " else ", [](const syntax::IfArm& arm) {
    return (arm.condition == nullptr ? "" : "if " + Text(arm.condition) + " ") + Text(arm.body);
  });
}

std::string Match(const syntax::MatchStatement& s) {
  const auto pattern = [](const syntax::Pattern& p) { return p.rest ? "_" : Text(p.value); };
  std::string text = "match " + Text(s.subject) + " {\n";
  for (const syntax::MatchArm& arm : s.arms)
    text += Joined(arm.patterns, ", ", pattern) + " => " + Text(*arm.body) + "\n";
  return text + "}";
}

std::string Route(const syntax::RouteStatement& s) {
  std::string text = "route " + Text(s.router) + " {\n";
  for (const syntax::RouteArm& arm : s.arms) text += Text(arm.labels, ", ") + " => " + Text(*arm.body) + "\n";
  return text + "}";
}

std::string Repeat(const syntax::RepeatStatement& s) {
  return fmt::format("repeat{} {} until {}{}", Text(s.max, "max"), Text(s.body), Text(s.until),
                     s.has_else ? Else(true, s.else_body) : ";");
}

std::string Parallel(const syntax::ParallelStatement& s) {
  std::string text = "parallel" + Text(s.wait) + Text(s.timeout, "timeout") + " {\n";
  for (const syntax::Branch& branch : s.branches) {
    // The word stands in the chain too.
    const auto* chain = llvm::dyn_cast<syntax::ChainStatement>(branch.body);
    const bool said = chain != nullptr && chain->optional;
    text += (branch.optional && !said ? "optional " : "") + Text(*branch.body) + "\n";
  }
  return text + "}";
}

std::string Each(const syntax::EachStatement& s) {
  std::string text =
      fmt::format("each {} in {}{}{}{}{} {}", s.variable.text.str(), Text(s.list), Text(s.max, "max"),
                  Text(s.width, "width"), Text(s.wait), Text(s.timeout, "timeout"), Text(s.body));
  if (s.collects.empty()) return text;
  return text + " collect " +
         Joined(s.collects, ", ",
                [](const syntax::CollectClause& collect) {
                  return collect.from.text.str() + " into " + collect.into.text.str();
                }) +
         ";";
}

std::string Raise(const syntax::RaiseStatement& s) {
  if (s.again) return "raise;";
  const std::string message = s.message == nullptr ? "" : "(" + Text(s.message) + ")";
  const std::string fields = s.fields == nullptr ? "" : " " + Text(s.fields);
  return "raise " + Text(s.error) + message + fields + ";";
}

std::string Await(const syntax::AwaitStatement& s) {
  return fmt::format("await {}: {} into {}{}{}", s.signal.text.str(), Text(s.type), s.field.text.str(),
                     Text(s.timeout, "timeout"), s.has_else ? Else(true, s.else_body) : ";");
}

}  // namespace

std::string Text(const syntax::Block& block) {
  std::string text = "{\n";
  for (const auto* statement : block.statements) text += Text(*statement) + "\n";
  return text + "}";
}

std::string Text(const syntax::Guards& guards) {
  std::string text;
  for (const syntax::OnClause& clause : guards.clauses) {
    const std::string variable = clause.variable.text.empty() ? "" : " as " + clause.variable.text.str();
    text += " on " + Text(clause.errors) + variable + " " + Text(clause.body);
  }
  return guards.has_finally ? text + " finally " + Text(guards.finally_body) : text;
}

std::string Text(const syntax::Statement& s) {
  switch (s.kind) {
    case StatementKind::kEmpty: return ";";
    case StatementKind::kChain: return Chain(cast<syntax::ChainStatement>(s));
    case StatementKind::kSet: return Set(cast<syntax::SetStatement>(s));
    case StatementKind::kIf: return If(cast<syntax::IfStatement>(s));
    case StatementKind::kMatch: return Match(cast<syntax::MatchStatement>(s));
    case StatementKind::kRoute: return Route(cast<syntax::RouteStatement>(s));
    case StatementKind::kFollow: return "follow " + Text(cast<syntax::FollowStatement>(s).router) + ";";
    case StatementKind::kWhile: {
      const auto& w = cast<syntax::WhileStatement>(s);
      return "while " + Text(w.condition) + Text(w.max, "max") + " " + Text(w.body) +
             Else(w.has_else, w.else_body);
    }
    case StatementKind::kRepeat: return Repeat(cast<syntax::RepeatStatement>(s));
    case StatementKind::kLoop: {
      const auto& l = cast<syntax::LoopStatement>(s);
      return "loop" + Text(l.max, "max") + " " + Text(l.body) + Else(l.has_else, l.else_body);
    }
    case StatementKind::kBreak: return "break;";
    case StatementKind::kContinue: return "continue;";
    case StatementKind::kReturn: return "return;";
    case StatementKind::kParallel: return Parallel(cast<syntax::ParallelStatement>(s));
    case StatementKind::kEach: return Each(cast<syntax::EachStatement>(s));
    case StatementKind::kTry: {
      const auto& t = cast<syntax::TryStatement>(s);
      return "try " + Text(t.body) + Text(t.guards);
    }
    case StatementKind::kRaise: return Raise(cast<syntax::RaiseStatement>(s));
    case StatementKind::kSaga: return "saga " + Text(cast<syntax::SagaStatement>(s).body);
    case StatementKind::kTap: return "tap " + Text(cast<syntax::TapStatement>(s).call) + ";";
    case StatementKind::kAwait: return Await(cast<syntax::AwaitStatement>(s));
    case StatementKind::kBlock: return Text(cast<syntax::BlockStatement>(s).block);
    case StatementKind::kInvalid: break;
  }
  throw std::logic_error("a statement with an error has no text");
}

}  // namespace meshc::property
