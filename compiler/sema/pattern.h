// RE2 patterns: the one place of this folder that knows the library.
#pragma once

#include <llvm/ADT/StringRef.h>

#include "compiler/sema/context.h"

namespace meshc::sema {

/// Reports a pattern that RE2 rejects.
bool CheckPattern(Context& context, llvm::StringRef pattern, SourceRange range);

/// True if the whole of `text` matches `pattern`, which CheckPattern accepts.
bool MatchesWhole(llvm::StringRef text, llvm::StringRef pattern);

}  // namespace meshc::sema
