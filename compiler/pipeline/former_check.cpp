#include "compiler/pipeline/former_check.h"

#include <algorithm>

#include "compiler/pipeline/compilation.h"

namespace meshc::pipeline {
namespace {

/// Beyond this, limits that all flows share may be reached: of suggestions, of paths that are shown.
constexpr std::size_t kMostFindings = 100;

/// Calls `take` with each call of a flow, those of plans included.
template <typename Take>
void EachCall(const sema::TypedProgram& program, Take take) {
  for (const sema::CallFacts& call : program.calls) take(call);
  for (const sema::FollowFacts& follow : program.follows) {
    for (const sema::CallFacts& step : follow.steps) take(step);
  }
}

/// A misspelled call was taken for one of some flow, which nothing else calls.
bool Guesses(const Compilation& c) {
  if (!c.remains) return false;
  std::vector<bool> called(c.program->flows.size(), false);
  EachCall(*c.program, [&](const sema::CallFacts& call) {
    if (call.flow.has_value() && !call.own_envelope) called[call.flow.index] = true;
  });
  for (const types::FlowId flow : c.program->flows.ids()) {
    const bool lost = c.program->flows[flow].health == sema::Health::kLost;
    if (!lost && !called[flow.index] && c.remains->mesh.flows[flow].called_on_same_envelope) return true;
  }
  return false;
}

/// What deploys state is held against the longest time that any call gives.
bool DeploysWaitForCalls(const sema::TypedProgram& program) {
  bool states_times = false;
  EachCall(program, [&](const sema::CallFacts& call) { states_times |= call.timeout_ns.has_value(); });
  return states_times && !program.declarations.deploys.empty();
}

bool LacksImports(const std::vector<syntax::File>& files) {
  return std::ranges::any_of(files, [](const syntax::File& file) {
    return std::ranges::any_of(file.imports, [](source::FileId import) { return !import.has_value(); });
  });
}

/// Errors of texts that stand in what all flows see.
bool HeadsAreMended(const TextLayout& layout) {
  return layout.has_loose_errors ||
         std::ranges::any_of(layout.declarations,
                             [](const PlacedDeclaration& each) { return each.mended && !each.has_body(); });
}

/// True if each flow stands for itself, with those that it names and that name it.
bool FallsApart(const Compilation& c, const TextLayout& layout) {
  const bool analyzed = c.facts.has_value() || c.remains.has_value();
  return analyzed && c.diagnostics.all().size() < kMostFindings && !c.program->lacks_text && !Guesses(c) &&
         !DeploysWaitForCalls(*c.program) && !analysis::HoldsDeploysAgainstFlows(c.program->declarations) &&
         !LacksImports(c.Files()) && !HeadsAreMended(layout);
}

}  // namespace

std::shared_ptr<const FormerCheck> Remember(const Compilation& c, TextLayout layout,
                                            std::vector<source::SourceRange> damaged) {
  if (!FallsApart(c, layout)) return nullptr;
  for (const auto& [statement, damage] : c.program->damaged) damaged.push_back(statement->range);
  if (damaged.size() * c.program->declarations.errors.size() > kMostWays) return nullptr;
  auto former = std::make_shared<FormerCheck>();
  const auto& all = c.diagnostics.all();
  for (std::size_t i = c.findings_of_texts; i < all.size(); ++i)
    former->findings.push_back({all[i], i < c.early_findings});
  former->damaged = std::move(damaged);
  former->mentions = c.mentions;
  former->layout = std::move(layout);
  return former;
}

}  // namespace meshc::pipeline
