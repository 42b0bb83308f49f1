// What runs on copies of the envelope: `parallel`, `each` and `tap`.
#include <fmt/format.h>

#include <utility>

#include "compiler/lower/flow_lowering.h"
#include "compiler/source/first_word.h"

namespace meshc::lower {
namespace {

ir::JoinPolicy PolicyOf(const syntax::WaitClause& wait, const syntax::DurationClause& timeout) {
  ir::JoinPolicy policy;
  if (wait.present) {
    switch (wait.kind) {
      case syntax::WaitKind::kAll: policy.wait = ir::WaitKind::kAll; break;
      case syntax::WaitKind::kAny: policy.wait = ir::WaitKind::kAny; break;
      case syntax::WaitKind::kCount:
        policy.wait = ir::WaitKind::kCount;
        policy.count = static_cast<std::uint32_t>(wait.count);
        break;
    }
  }
  if (timeout.present) policy.timeout_ns = DurationOf(timeout.value);
  return policy;
}

std::uint32_t CountOf(const syntax::CountClause& count) {
  return count.present ? static_cast<std::uint32_t>(count.value) : 0;
}

}  // namespace

void FlowLowering::LowerParallel(const syntax::ParallelStatement& statement) {
  source::SourceRange keyword = source::FirstWord(statement.range, "parallel");
  std::string construct = names_.Sibling("parallel");
  ir::Fork fork;
  fork.policy = PolicyOf(statement.wait, statement.timeout);
  fork.join = points_.NewLabel();
  ir::PointId join = fork.join;
  std::vector<ir::PointId> entries;
  for (const syntax::Branch& branch : statement.branches) {
    fork.branches.push_back({entries.emplace_back(points_.NewLabel()), branch.optional});
  }
  Emit(construct + "/fork", std::move(fork), keyword);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string path = fmt::format("{}[{}]", construct, i + 1);
    const syntax::Statement& body = *statement.branches[i].body;
    ir::PointId end = points_.NewLabel();
    points_.Place(entries[i]);
    enclosure_.EnterBranch(end);
    LowerIn(path, body);
    EndBranch(path, end, join, body.range);
  }
  points_.Place(join);
  EmitThen(construct + "/join", ir::Join{}, keyword, true);
}

void FlowLowering::LowerEach(const syntax::EachStatement& statement) {
  const sema::EachFacts& facts = program_.FactsOf(statement);
  source::SourceRange keyword = source::FirstWord(statement.range, "each");
  std::string construct = names_.Sibling("each");
  ir::EachFork fork;
  fork.list = expressions_.Lower(*statement.list);
  fork.variable = facts.variable.index;
  fork.variable_name = statement.variable.text.str();
  variables_[facts.variable.index] = {statement.variable.text, facts.element};
  fork.max = CountOf(statement.max);
  fork.width = CountOf(statement.width);
  fork.policy = PolicyOf(statement.wait, statement.timeout);
  for (std::size_t i = 0; i < facts.collects.size(); ++i) {
    fork.collects.push_back({facts.collects[i].first, facts.collects[i].second, statement.collects[i].range});
  }
  fork.body = points_.NewLabel();
  fork.join = points_.NewLabel();
  ir::PointId body = fork.body;
  ir::PointId join = fork.join;
  Emit(construct + "/fork", std::move(fork), keyword);
  ir::PointId end = points_.NewLabel();
  points_.Place(body);
  enclosure_.EnterEach(end);
  LowerIn(construct, statement.body);
  EndBranch(construct, end, join, keyword);
  points_.Place(join);
  EmitThen(construct + "/join", ir::Join{}, keyword, true);
}

void FlowLowering::LowerTap(const syntax::TapStatement& statement) {
  std::string construct = names_.Sibling("tap");
  ir::Tap tap{points_.NewLabel(), points_.NewLabel()};
  ir::PointId next = tap.next;
  ir::PointId end = points_.NewLabel();
  Emit(construct + "/copy", tap, statement.range);
  points_.Place(tap.copy);
  enclosure_.EnterBranch(end);
  std::string outer = names_.Enter(construct);
  LowerCall(SiteOf(statement.call));
  names_.Return(std::move(outer));
  EndBranch(construct, end, {}, statement.range);
  points_.Place(next);
}

void FlowLowering::EndBranch(const std::string& path, ir::PointId end, ir::PointId join,
                             source::SourceRange origin) {
  enclosure_.Leave();
  points_.Place(end);
  points_.Emit({path + "/end", flow_id_, ir::BranchEnd{join}, std::nullopt, origin, true});
}

}  // namespace meshc::lower
