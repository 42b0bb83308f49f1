// Ints as scenarios may write them: `300`, `300.0` and `3e2` are one number.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>

namespace meshc::sema {

/// The int that a number literal, with its `_`, stands for, by the rule of hosts; none for fractions and for
/// what needs more than 64 bits.
std::optional<std::int64_t> WholeNumber(llvm::StringRef literal);

}  // namespace meshc::sema
