// RE2 patterns: the one place of this folder that knows the library.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

#include "compiler/sema/context.h"

namespace meshc::sema {

/// What RE2 says against a pattern; none: it takes it.
std::optional<std::string> PatternProblem(llvm::StringRef pattern);

/// Reports a pattern that RE2 rejects.
bool CheckPattern(Context& context, llvm::StringRef pattern, SourceRange range);

/// True if the whole of `text` matches `pattern`, which CheckPattern accepts.
bool MatchesWhole(llvm::StringRef text, llvm::StringRef pattern);

}  // namespace meshc::sema
