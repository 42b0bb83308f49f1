#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include <stdexcept>

#include "compiler/syntax/print_tree.h"
#include "tests/property/print/source_text.h"

namespace meshc::property {

using llvm::cast;
using syntax::ExpressionKind;

namespace {

const char* Suffix(syntax::Unit unit) {
  switch (unit) {
    case syntax::Unit::kNone: return "";
    case syntax::Unit::kMilliseconds: return "ms";
    case syntax::Unit::kSeconds: return "s";
    case syntax::Unit::kMinutes: return "m";
    case syntax::Unit::kHours: return "h";
    case syntax::Unit::kDays: return "d";
    case syntax::Unit::kKibi: return "Ki";
    case syntax::Unit::kMebi: return "Mi";
    case syntax::Unit::kGibi: return "Gi";
  }
  return "";
}

std::string Float(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string Literal(const syntax::LiteralExpression& e) {
  switch (e.literal) {
    case syntax::LiteralKind::kNull: return "null";
    case syntax::LiteralKind::kBool: return e.boolean ? "true" : "false";
    case syntax::LiteralKind::kInt: return fmt::format("{}", e.integer);
    case syntax::LiteralKind::kFloat: return Float(e.number);
    case syntax::LiteralKind::kString: return Quoted(e.string);
    case syntax::LiteralKind::kQuantity: return Text(e.quantity);
  }
  return "";
}

std::string Entry(const syntax::RecordEntry& entry) {
  const std::string key = entry.key_is_string ? Quoted(entry.key.text) : entry.key.text.str();
  return key + ": " + Text(entry.value);
}

/// A minus before a number would become part of it.
std::string Operand(const syntax::Expression* e) {
  return llvm::isa<syntax::LiteralExpression>(e) ? "(" + Text(e) + ")" : Text(e);
}

}  // namespace

std::string Quoted(llvm::StringRef text) {
  std::string quoted = "\"";
  for (const char c : text) {
    switch (c) {
      case '\n': quoted += "\\n"; break;
      case '\t': quoted += "\\t"; break;
      case '\r': quoted += "\\r"; break;
      case '\0': quoted += "\\0"; break;
      case '"': quoted += "\\\""; break;
      case '\\': quoted += "\\\\"; break;
      default: quoted += c;
    }
  }
  return quoted + "\"";
}

std::string Text(const syntax::Quantity& quantity) {
  return fmt::format("{}{}", quantity.value, Suffix(quantity.unit));
}

std::string Text(const syntax::QualifiedName& name) {
  const std::string qualifier = name.qualifier.text.empty() ? "" : name.qualifier.text.str() + ".";
  return qualifier + name.name.text.str();
}

std::string Text(const syntax::Expression* expression) {
  const auto show = [](const syntax::Expression* e) { return Text(e); };
  switch (expression->kind) {
    case ExpressionKind::kInvalid: break;
    case ExpressionKind::kLiteral: return Literal(cast<syntax::LiteralExpression>(*expression));
    case ExpressionKind::kName: return cast<syntax::NameExpression>(expression)->name.text.str();
    case ExpressionKind::kMember: {
      const auto& e = cast<syntax::MemberExpression>(*expression);
      return Operand(e.base) + "." + e.name.text.str();
    }
    case ExpressionKind::kIndex: {
      const auto& e = cast<syntax::IndexExpression>(*expression);
      return fmt::format("{}[{}]", Operand(e.base), Text(e.index));
    }
    case ExpressionKind::kUnary: {
      const auto& e = cast<syntax::UnaryExpression>(*expression);
      return (e.op == syntax::UnaryOperator::kNot ? "(!" : "(-") + Operand(e.operand) + ")";
    }
    case ExpressionKind::kBinary: {
      const auto& e = cast<syntax::BinaryExpression>(*expression);
      return fmt::format("({} {} {})", Text(e.left), syntax::Spelling(e.op), Text(e.right));
    }
    case ExpressionKind::kConditional: {
      const auto& e = cast<syntax::ConditionalExpression>(*expression);
      return fmt::format("({} ? {} : {})", Text(e.condition), Text(e.then_value), Text(e.else_value));
    }
    case ExpressionKind::kCall: {
      const auto& e = cast<syntax::CallExpression>(*expression);
      return fmt::format("{}({})", e.function.text.str(), Joined(e.arguments, ", ", show));
    }
    case ExpressionKind::kList:
      return "[" + Joined(cast<syntax::ListExpression>(expression)->elements, ", ", show) + "]";
    case ExpressionKind::kRecord:
      return "{ " + Joined(cast<syntax::RecordExpression>(expression)->entries, ", ", Entry) + " }";
  }
  throw std::logic_error("an expression with an error has no text");
}

}  // namespace meshc::property
