#include <llvm/ADT/DenseMap.h>

#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/reach/write_checker.h"

namespace meshc::sema {

/// Branches run on copies: of two values of one field, one would be lost.
void WriteChecker::AddParallel(const syntax::ParallelStatement& parallel, Writes& writes) {
  Writes all;
  for (const syntax::Branch& branch : parallel.branches) {
    Writes own;
    Add(branch.body, own);
    for (const auto& [slot, write] : own) {
      const auto [first, fresh] = all.insert({slot, write});
      if (!fresh) ReportBranches(slot, first->second, write);
    }
  }
  Merge(all, writes);
}

void WriteChecker::ReportBranches(std::uint32_t slot, const Write& first, const Write& second) {
  auto report = context_.diagnostics.Report(diag::BranchesCollide, second.range, Name{FieldAt(slot).name});
  report.AddLabel(first.range, "another branch writes it here");
  if (first.inside.has_value() && first.inside != second.inside)
    report.AddLabel(first.inside, "in the flow that the other branch calls");
  if (second.inside.has_value()) report.AddLabel(second.inside, "in the flow that this branch calls");
  report.AddHelp("write another field in one of them; only a `log` may grow in several branches");
}

/// Steps of a plan run one after the other, so only what is written once is in question.
void WriteChecker::AddFollow(const syntax::FollowStatement& follow, Writes& writes) {
  const CallFacts& router = context_.program.FactsOf(follow.router);
  const FollowFacts& facts = context_.program.FactsOf(follow);
  const SourceRange range = follow.router.callee.range;
  llvm::SmallDenseMap<std::uint32_t, std::size_t> writers;
  for (std::size_t i = 0; i < facts.steps.size(); ++i) {
    Writes own;
    AddCall(facts.steps[i], range, own);
    for (const auto& [slot, write] : own) {
      const auto [first, fresh] = writers.try_emplace(slot, i);
      if (fresh || FieldAt(slot).mode != types::WriteMode::kOnce) continue;
      const std::vector<PlanStep>& plan = context_.plans[router.actor.index];
      context_.diagnostics
          .Report(diag::StepsCollide, range, Name{context_.declarations().actors[router.actor].name},
                  Name{FieldAt(slot).name})
          .AddLabel(plan[first->second].range, "the first step that writes it")
          .AddLabel(plan[i].range, "the second one")
          .AddHelp("declare the field `var`, or let one of them write another field");
    }
    Merge(own, writes);
  }
}

}  // namespace meshc::sema
