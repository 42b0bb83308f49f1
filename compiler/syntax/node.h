// What all AST nodes share. Nodes are immutable values in the arena of their `File`.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>

#include "compiler/source/source_range.h"

namespace meshc::syntax {

using source::SourceRange;

/// Dense per file, from 0, over expressions, calls and statements: the key of later stages' side tables.
using SyntaxId = std::uint32_t;

struct Node {
  SourceRange range;  ///< From the first to the last token of the construct.
};

/// A name as written. Empty text: recovery found none (already reported).
struct Identifier : Node {
  llvm::StringRef text;
};

/// `name` or `alias.name`.
struct QualifiedName : Node {
  Identifier qualifier;  ///< Empty: none.
  Identifier name;
};

enum class Unit : std::uint8_t {
  kNone,
  kMilliseconds,
  kSeconds,
  kMinutes,
  kHours,
  kDays,  ///< `ms s m h d`; `m` is also milli-cpu.
  kKibi,
  kMebi,
  kGibi,  ///< `Ki Mi Gi`
};

/// An integer with a unit: `30s`, `512Mi`, `500m`.
struct Quantity : Node {
  std::int64_t value = 0;
  Unit unit = Unit::kNone;
};

}  // namespace meshc::syntax
