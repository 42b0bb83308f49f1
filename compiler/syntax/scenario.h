// The statements of a scenario, as written.
#pragma once

#include "compiler/syntax/expression.h"
#include "compiler/syntax/statement.h"

namespace meshc::syntax {

enum class ScenarioItemKind : std::uint8_t {
  kGiven,
  kStub,
  kSignal,
  kExpectVisits,
  kExpectOutcome,
  kExpectTrue,
  kExpectAbsent,
  kExpectHops,
};

enum class StubVerb : std::uint8_t { kReturns, kRaises, kChooses, kFollows };

/// One answer of a stub: `returns { .. }`, `raises e("m") times 2`, `chooses l`, `follows [a, b]`;
/// `takes D` is how long the visit lasts.
struct StubAnswer : Node {
  StubVerb verb = StubVerb::kReturns;
  const RecordExpression* results = nullptr;  ///< kReturns.
  QualifiedName error;                        ///< kRaises.
  const Expression* message = nullptr;        ///< kRaises; null: none.
  Identifier label;                           ///< kChooses.
  llvm::ArrayRef<QualifiedName> steps;        ///< kFollows.
  CountClause times;
  DurationClause takes;
};

struct ScenarioItem : Node {
  ScenarioItemKind kind = ScenarioItemKind::kGiven;
  const Expression* value = nullptr;  ///< kGiven (record), kSignal, kExpectTrue.
  llvm::StringRef file;               ///< kGiven from a file; empty: none.
  SourceRange file_range;
  QualifiedName name;                  ///< Stubbed actor, signal, failed error; absent field in `name.name`.
  const Expression* when = nullptr;    ///< kStub: condition; null: always.
  llvm::ArrayRef<StubAnswer> answers;  ///< kStub.
  llvm::ArrayRef<QualifiedName> visits;  ///< kExpectVisits; empty: none.
  bool succeeded = true;                 ///< kExpectOutcome.
  std::int64_t hops = 0;                 ///< kExpectHops: at most.
};

}  // namespace meshc::syntax
