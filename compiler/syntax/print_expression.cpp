#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

#include "compiler/support/enumerator.h"
#include "compiler/syntax/print_tree.h"

namespace meshc::syntax {
namespace {

std::string Escape(llvm::StringRef text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{{{:X}}}", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string ShowLiteral(const LiteralExpression& literal) {
  switch (literal.literal) {
    case LiteralKind::kNull: return "null";
    case LiteralKind::kBool: return literal.boolean ? "true" : "false";
    case LiteralKind::kInt: return fmt::to_string(literal.integer);
    case LiteralKind::kFloat: return fmt::format("{}", literal.number);
    case LiteralKind::kString: return Escape(literal.string);
    case LiteralKind::kQuantity: return Show(literal.quantity);
  }
  NoSuchEnumerator();
}

std::string ShowAll(llvm::ArrayRef<const Expression*> expressions) {
  std::string out;
  for (const Expression* expression : expressions) out += " " + Show(expression);
  return out;
}

std::string ShowRecord(const RecordExpression& record) {
  std::string out = "(record";
  for (const RecordEntry& entry : record.entries) {
    const std::string key = entry.key_is_string ? Escape(entry.key.text) : entry.key.text.str();
    out += fmt::format(" {}={}", key, Show(entry.value));
  }
  return out + ")";
}

std::string ShowBound(const Bound& bound) {
  if (!bound.present) return {};
  return bound.is_float ? fmt::to_string(bound.number) : fmt::to_string(bound.integer);
}

std::string ShowConstraint(const ConstraintExpression& constraint) {
  if (!constraint.present) return {};
  std::string out = "(";
  if (constraint.has_range) out += ShowBound(constraint.min) + ".." + ShowBound(constraint.max);
  if (constraint.has_range && constraint.has_pattern) out += ", ";
  if (constraint.has_pattern) out += "pattern " + Escape(constraint.pattern);
  return out + ")";
}

std::string_view Spelling(Unit unit) {
  switch (unit) {
    case Unit::kNone: return "";
    case Unit::kMilliseconds: return "ms";
    case Unit::kSeconds: return "s";
    case Unit::kMinutes: return "m";
    case Unit::kHours: return "h";
    case Unit::kDays: return "d";
    case Unit::kKibi: return "Ki";
    case Unit::kMebi: return "Mi";
    case Unit::kGibi: return "Gi";
  }
  NoSuchEnumerator();
}

std::string ShowUnary(const UnaryExpression& unary) {
  return fmt::format("({} {})", unary.op == UnaryOperator::kNot ? "!" : "-", Show(unary.operand));
}

}  // namespace

std::string_view Spelling(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::kMultiply: return "*";
    case BinaryOperator::kDivide: return "/";
    case BinaryOperator::kRemainder: return "%";
    case BinaryOperator::kAdd: return "+";
    case BinaryOperator::kSubtract: return "-";
    case BinaryOperator::kCoalesce: return "??";
    case BinaryOperator::kLess: return "<";
    case BinaryOperator::kLessEqual: return "<=";
    case BinaryOperator::kGreater: return ">";
    case BinaryOperator::kGreaterEqual: return ">=";
    case BinaryOperator::kIn: return "in";
    case BinaryOperator::kEqual: return "==";
    case BinaryOperator::kNotEqual: return "!=";
    case BinaryOperator::kAnd: return "&&";
    case BinaryOperator::kOr: return "||";
  }
  NoSuchEnumerator();
}

namespace {

/// The left part of a link or an operator; null: it has none.
const Expression* LeftOf(const Expression* expression) {
  if (const auto* member = llvm::dyn_cast<MemberExpression>(expression)) return member->base;
  if (const auto* index = llvm::dyn_cast<IndexExpression>(expression)) return index->base;
  const auto* binary = llvm::dyn_cast<BinaryExpression>(expression);
  return binary == nullptr ? nullptr : binary->left;
}

/// What opens a link or an operator, and what closes it behind its left part.
std::string Opening(const Expression* expression) {
  if (llvm::isa<MemberExpression>(expression)) return "(. ";
  if (llvm::isa<IndexExpression>(expression)) return "([] ";
  return fmt::format("({} ", Spelling(llvm::cast<BinaryExpression>(expression)->op));
}

std::string Closing(const Expression* expression) {
  if (const auto* member = llvm::dyn_cast<MemberExpression>(expression)) {
    return fmt::format(" {})", member->name.text.str());
  }
  if (const auto* index = llvm::dyn_cast<IndexExpression>(expression)) {
    return fmt::format(" {})", Show(index->index));
  }
  return fmt::format(" {})", Show(llvm::cast<BinaryExpression>(expression)->right));
}

/// Left sides may be many thousands deep.
std::string ShowSpine(const Expression* expression) {
  std::string out;
  llvm::SmallVector<const Expression*, 8> spine;
  for (; LeftOf(expression) != nullptr; expression = LeftOf(expression)) {
    out += Opening(expression);
    spine.push_back(expression);
  }
  out += Show(expression);
  while (!spine.empty()) out += Closing(spine.pop_back_val());
  return out;
}

}  // namespace

std::string Show(const Quantity& quantity) {
  return fmt::format("{}{}", quantity.value, Spelling(quantity.unit));
}

std::string Show(const Expression* expression) {
  if (expression == nullptr) return {};
  switch (expression->kind) {
    case ExpressionKind::kInvalid: return "<invalid>";
    case ExpressionKind::kLiteral: return ShowLiteral(*llvm::cast<LiteralExpression>(expression));
    case ExpressionKind::kName: return llvm::cast<NameExpression>(expression)->name.text.str();
    case ExpressionKind::kMember:
    case ExpressionKind::kIndex:
    case ExpressionKind::kBinary: return ShowSpine(expression);
    case ExpressionKind::kUnary: return ShowUnary(*llvm::cast<UnaryExpression>(expression));
    case ExpressionKind::kConditional: {
      const auto* choice = llvm::cast<ConditionalExpression>(expression);
      return fmt::format("(? {} {} {})", Show(choice->condition), Show(choice->then_value),
                         Show(choice->else_value));
    }
    case ExpressionKind::kCall: {
      const auto* call = llvm::cast<CallExpression>(expression);
      return fmt::format("(call {}{})", call->function.text.str(), ShowAll(call->arguments));
    }
    case ExpressionKind::kList:
      return fmt::format("(list{})", ShowAll(llvm::cast<ListExpression>(expression)->elements));
    case ExpressionKind::kRecord: return ShowRecord(*llvm::cast<RecordExpression>(expression));
  }
  NoSuchEnumerator();
}

std::string Show(const TypeExpression* type) {
  if (type == nullptr) return "<invalid>";
  switch (type->kind) {
    case TypeExpressionKind::kInvalid: return "<invalid>";
    case TypeExpressionKind::kName: return Show(type->name) + ShowConstraint(type->constraint);
    case TypeExpressionKind::kList:
      return fmt::format("[{}]{}", Show(type->element), ShowConstraint(type->constraint));
    case TypeExpressionKind::kMap: return fmt::format("{{{}}}", Show(type->element));
    case TypeExpressionKind::kOptional: return Show(type->element) + "?";
  }
  NoSuchEnumerator();
}

std::string Show(const QualifiedName& name) {
  return name.qualifier.text.empty() ? name.name.text.str()
                                     : name.qualifier.text.str() + "." + name.name.text.str();
}

std::string Show(llvm::ArrayRef<QualifiedName> names) {
  std::string out;
  for (const QualifiedName& name : names) out += (out.empty() ? "" : ", ") + Show(name);
  return out;
}

std::string Show(llvm::ArrayRef<Identifier> path, std::string_view separator) {
  std::string out;
  for (const Identifier& part : path) {
    if (!out.empty()) out += separator;
    out += part.text.str();
  }
  return out;
}

std::string Show(const RetryClause& retry) {
  if (!retry.policy.name.text.empty()) return Show(retry.policy);
  std::string out = fmt::to_string(retry.attempts.value);
  switch (retry.backoff) {
    case BackoffWord::kNone: break;
    case BackoffWord::kConstant: out += " constant " + Show(retry.delay); break;
    case BackoffWord::kLinear: out += " linear " + Show(retry.delay); break;
    case BackoffWord::kExponential: out += " exponential " + Show(retry.delay); break;
  }
  if (retry.has_max_delay) out += ".." + Show(retry.max_delay);
  if (retry.jitter) out += " jitter";
  if (!retry.errors.empty()) out += " on " + Show(retry.errors);
  return out;
}

}  // namespace meshc::syntax
