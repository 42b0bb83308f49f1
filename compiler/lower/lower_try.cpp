// `try` with its clauses, and the clauses of a flow.
#include <utility>

#include "compiler/lower/flow_lowering.h"
#include "compiler/source/first_word.h"

namespace meshc::lower {

void FlowLowering::LowerTry(const syntax::TryStatement& statement) {
  LowerGuarded(
      {names_.Sibling("try"), statement.body, statement.guards, source::FirstWord(statement.range, "try")});
}

void FlowLowering::LowerGuarded(const Guarded& guarded) {
  if (guarded.guards.clauses.empty() && !guarded.guards.has_finally) {
    return LowerIn(guarded.construct, guarded.body);
  }
  ir::PointId after = points_.NewLabel();
  if (!guarded.guards.has_finally) {
    LowerClauses(guarded, after, std::nullopt);
    return points_.Place(after);
  }
  FinallyEntries entries;
  entries.error = points_.NewLabel();
  ir::PointId done = points_.NewLabel();
  enclosure_.EnterFinallyBody(entries);
  LowerClauses(guarded, done, entries.error);
  enclosure_.Leave();
  points_.Place(done);
  LowerFinally(guarded, entries, after);
  points_.Place(after);
}

// `done`: where the body and the clauses end well. `rest`: where an error goes that no clause
// catches, or that leaves a clause.
void FlowLowering::LowerClauses(const Guarded& guarded, ir::PointId done, std::optional<ir::PointId> rest) {
  ir::PointId guard = points_.NewLabel();
  enclosure_.EnterGuard(guard);
  LowerIn(guarded.construct, guarded.body);
  enclosure_.Leave();
  points_.GoTo(done);

  ir::Catch lowered{{}, rest};
  std::vector<ir::PointId> clause_entries;
  for (const syntax::OnClause& clause : guarded.guards.clauses) {
    ir::PointId entry = clause_entries.emplace_back(points_.NewLabel());
    const auto& errors = program_.FactsOf(clause).errors;
    for (std::size_t i = 0; i < errors.size(); ++i) {
      lowered.cases.push_back({errors[i], entry, clause.errors[i].range});
    }
  }
  points_.Place(guard);
  Emit(guarded.construct + "/catch", std::move(lowered), guarded.origin, true);

  bool guards_clauses = rest && !clause_entries.empty();
  ir::PointId clause_guard = points_.NewLabel();
  if (guards_clauses) enclosure_.EnterGuard(clause_guard);
  for (std::size_t i = 0; i < clause_entries.size(); ++i) {
    const syntax::OnClause& clause = guarded.guards.clauses[i];
    LowerClause(clause, names_.Arm(guarded.construct, ClauseLabel(clause)), clause_entries[i], done);
  }
  if (!guards_clauses) return;
  enclosure_.Leave();
  points_.Place(clause_guard);
  Emit(guarded.construct + "[finally]/catch", ir::Catch{{}, rest}, guarded.origin, true);
}

std::string FlowLowering::ClauseLabel(const syntax::OnClause& clause) const {
  std::string label;
  for (types::ErrorId error : program_.FactsOf(clause).errors) {
    label += (label.empty() ? "" : ",") + program_.declarations.errors[error].name;
  }
  return label;
}

void FlowLowering::LowerClause(const syntax::OnClause& clause, const std::string& path, ir::PointId entry,
                               ir::PointId done) {
  enclosure_.EnterClause(program_.FactsOf(clause).variable);
  points_.Place(entry);
  LowerIn(path, clause.body);
  if (points_.IsReached()) Emit(path + "/leave", ir::Unwind{1, {}, done}, clause.range, true);
  enclosure_.Leave();
}

}  // namespace meshc::lower
