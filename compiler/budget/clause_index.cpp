#include "compiler/budget/clause_index.h"

#include <algorithm>

namespace meshc::budget {

using types::ErrorId;

ClauseIndex::ClauseIndex(const sema::TypedProgram& program, llvm::ArrayRef<syntax::OnClause> clauses)
    : declarations_(program.declarations), count_(clauses.size()) {
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    for (const ErrorId error : program.FactsOf(clauses[i]).errors) naming_.try_emplace(error.index, i);
  }
}

std::size_t ClauseIndex::Naming(ErrorId error) const {
  const auto found = naming_.find(error.index);
  return found == naming_.end() ? count_ : found->second;
}

// As `types::Matches` has it, without asking every clause.
std::size_t ClauseIndex::Find(ErrorId error) const {
  const ErrorId any = types::IdOf(types::BuiltinError::kAny);
  const bool is_fatal = declarations_.errors[error].error_class == types::ErrorClass::kFatal;
  std::size_t first = is_fatal ? count_ : Naming(any);
  for (ErrorId named = error; named.has_value() && named != any; named = declarations_.errors[named].parent) {
    first = std::min(first, Naming(named));
  }
  return first;
}

}  // namespace meshc::budget
