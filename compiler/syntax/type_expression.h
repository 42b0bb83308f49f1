// Types as written: `[string(1..80)](..50)?`.
#pragma once

#include "compiler/syntax/expression.h"

namespace meshc::syntax {

enum class TypeExpressionKind : std::uint8_t { kInvalid, kName, kList, kMap, kOptional };

/// One bound of a range: a signed number, or nothing.
struct Bound : Node {
  bool present = false;
  bool is_float = false;
  std::int64_t integer = 0;
  double number = 0;
};

/// `(1..10)`, `(..50)`, `(pattern "...")`, both separated by a comma. `range` is that of the parentheses.
struct ConstraintExpression : Node {
  bool present = false;
  bool has_range = false;
  Bound min;
  Bound max;
  bool has_pattern = false;
  llvm::StringRef pattern;
  SourceRange pattern_range;
};

struct TypeExpression : Node {
  TypeExpressionKind kind = TypeExpressionKind::kInvalid;
  QualifiedName name;                       ///< kName: built-in or declared.
  const TypeExpression* element = nullptr;  ///< kList, kMap, kOptional.
  ConstraintExpression constraint;          ///< kName, kList.
};

}  // namespace meshc::syntax
