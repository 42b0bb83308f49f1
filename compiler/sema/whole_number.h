// Ints as JSON may write them: `300`, `300.0` and `3e2` are one number.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>

namespace meshc::sema {

/// The int that `written`, a number of JSON or a literal with its `_`, stands for; none for fractions and for
/// what needs more than 64 bits. Nothing is rounded. Hosts read their input by the same rule.
std::optional<std::int64_t> WholeNumber(llvm::StringRef written);

}  // namespace meshc::sema
