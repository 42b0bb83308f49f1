#include "compiler/sema/expressions/pattern.h"
#include "compiler/diagnostics/diagnostics_3_types.h"

#include <re2/re2.h>

namespace meshc::sema {
namespace {

re2::StringPiece Piece(llvm::StringRef text) { return {text.data(), text.size()}; }

}  // namespace

std::optional<std::string> PatternProblem(llvm::StringRef pattern) {
  const re2::RE2 compiled(Piece(pattern), re2::RE2::Quiet);
  return compiled.ok() ? std::nullopt : std::optional(compiled.error());
}

bool CheckPattern(Context& context, llvm::StringRef pattern, SourceRange range) {
  const auto problem = PatternProblem(pattern);
  if (problem) context.diagnostics.Report(diag::BadPattern, range, Reason{*problem});
  return !problem;
}

bool MatchesWhole(llvm::StringRef text, llvm::StringRef pattern) {
  const re2::RE2 compiled(Piece(pattern), re2::RE2::Quiet);
  return compiled.ok() && re2::RE2::FullMatch(Piece(text), compiled);
}

}  // namespace meshc::sema
