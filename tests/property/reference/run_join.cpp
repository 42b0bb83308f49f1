// `parallel` and `each`.
#include <llvm/Support/Casting.h>

#include <algorithm>

#include "tests/property/reference/duration.h"
#include "tests/property/reference/interpreter.h"

namespace meshc::property {

using mesh::Value;
using mesh::ValueList;

namespace {

JoinRule RuleOf(const syntax::WaitClause& wait, const syntax::DurationClause& timeout) {
  JoinRule rule;
  if (wait.present && wait.kind == syntax::WaitKind::kAny) rule.count = 1;
  if (wait.present && wait.kind == syntax::WaitKind::kCount) rule.count = wait.count;
  if (timeout.present) rule.timeout_ns = Nanoseconds(timeout.value);
  return rule;
}

bool IsOptional(const syntax::Branch& branch) {
  const auto* chain = llvm::dyn_cast<syntax::ChainStatement>(branch.body);
  return branch.optional || (chain != nullptr && chain->optional);
}

ValueList LogEntriesSince(const Value& before, const Value& after) {
  const auto old = static_cast<std::ptrdiff_t>(before.list().size());
  return {after.list().begin() + old, after.list().end()};
}

}  // namespace

Line Interpreter::Fork(const Line& parent, std::int64_t start_ns) {
  Line child = parent;
  child.is_branch = true;
  child.now_ns = start_ns;
  child.undo.clear();
  return child;
}

Ending Interpreter::RunParallel(Line& line, const syntax::ParallelStatement& s) {
  if (s.branches.empty()) return {};
  std::vector<Child> children;
  for (const syntax::Branch& branch : s.branches) {
    Child& child = children.emplace_back(Child{Fork(line, line.now_ns), {}, IsOptional(branch)});
    child.ending = RunStatement(child.line, *branch.body);
  }
  std::vector<const Child*> counted;
  Ending ending = Join(line, RuleOf(s.wait, s.timeout), children, counted);
  if (ending.ok()) Merge(line, counted);
  return ending;
}

/// Moves the parent to where the join goes on or fails. What a saga has to undo comes from every branch.
Ending Interpreter::Join(Line& parent, const JoinRule& rule, const std::vector<Child>& children,
                         std::vector<const Child*>& counted) {
  std::vector<BranchEnd> ends;
  for (const Child& child : children) {
    ends.push_back({child.line.now_ns, child.ending.ok(), child.optional});
    parent.undo.insert(parent.undo.end(), child.line.undo.begin(), child.line.undo.end());
  }
  const JoinVerdict verdict = Judge(rule, parent.now_ns, ends);
  parent.now_ns = verdict.at_ns;
  switch (verdict.kind) {
    case JoinVerdict::Kind::kGoesOn: break;
    case JoinVerdict::Kind::kBranchFailed: return Arise(parent, children[verdict.failed].ending);
    case JoinVerdict::Kind::kJoinFailed: return Failed("join_failed");
  }
  for (const std::size_t index : verdict.counted) counted.push_back(&children[index]);
  return {};
}

/// What each branch changed against the parent at the fork.
void Interpreter::Merge(Line& parent, const std::vector<const Child*>& counted) const {
  const ValueList before = parent.fields;
  for (const Child* child : counted) {
    for (std::uint32_t field = 0; field < before.size(); ++field) {
      const Value& after = child->line.fields[field];
      if (FieldOf(parent, field).mode == types::WriteMode::kLog) {
        for (const Value& entry : LogEntriesSince(before[field], after)) Write(parent, field, entry);
      } else if (!(after == before[field])) {
        parent.fields[field] = after;
      }
    }
  }
}

Ending Interpreter::RunEach(Line& line, const syntax::EachStatement& s) {
  const sema::EachFacts& facts = program_.FactsOf(s);
  const ValueList list = Eval(line, *s.list).list();
  if (s.max.present && static_cast<std::int64_t>(list.size()) > s.max.value)
    return Failed("expression_error", "more elements than `max`");
  // When each place for an element is free again.
  const std::size_t width = s.width.present ? static_cast<std::size_t>(s.width.value) : list.size();
  std::vector<std::int64_t> slots(std::max<std::size_t>(width, 1), line.now_ns);
  std::vector<Child> children;
  for (const Value& element : list) {
    std::int64_t& slot = *std::min_element(slots.begin(), slots.end());
    Child& child = children.emplace_back(Child{Fork(line, slot), {}, false});
    child.line.elements.push_back({facts.variable, s.variable.text.str(), element});
    child.ending = RunBlock(child.line, s.body);
    slot = child.line.now_ns;
  }
  std::vector<const Child*> counted;
  if (!children.empty()) {
    Ending ending = Join(line, RuleOf(s.wait, s.timeout), children, counted);
    if (!ending.ok()) return ending;
  }
  Collect(line, facts, counted);
  return {};
}

/// A log grows, any other list is replaced.
void Interpreter::Collect(Line& line, const sema::EachFacts& facts,
                          const std::vector<const Child*>& counted) const {
  for (const auto& [from, into] : facts.collects) {
    ValueList values;
    for (const Child* child : counted) values.push_back(child->line.fields[from]);
    if (FieldOf(line, into).mode == types::WriteMode::kLog) {
      for (const Value& value : values) Write(line, into, value);
    } else {
      line.fields[into] = Value::List(std::move(values));
    }
  }
}

}  // namespace meshc::property
