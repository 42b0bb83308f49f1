#include "tests/property/reference_expression.h"

#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include <cmath>
#include <cstdint>

namespace meshc::property {
namespace {

using llvm::cast;
using mesh::Value;
using mesh::ValueKind;
using syntax::BinaryOperator;
using syntax::ExpressionKind;

double Finite(double value) {
  if (!std::isfinite(value)) throw ExpressionError("not finite");
  return value;
}

std::int64_t CodePoints(std::string_view text) {
  std::int64_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  return count;
}

Value Arithmetic(BinaryOperator op, const Value& a, const Value& b) {
  if (a.kind() == ValueKind::kString) return Value::String(std::string(a.text()) + std::string(b.text()));
  if (a.kind() == ValueKind::kFloat) {
    const double x = a.number(), y = b.number();
    if (op == BinaryOperator::kAdd) return Value::Float(Finite(x + y));
    if (op == BinaryOperator::kSubtract) return Value::Float(Finite(x - y));
    if (op == BinaryOperator::kMultiply) return Value::Float(Finite(x * y));
    if (y == 0) throw ExpressionError("division by zero");
    return Value::Float(Finite(op == BinaryOperator::kDivide ? x / y : std::fmod(x, y)));
  }
  const std::int64_t x = a.integer(), y = b.integer();
  std::int64_t result = 0;
  bool overflow = false;
  if (op == BinaryOperator::kAdd) {
    overflow = __builtin_add_overflow(x, y, &result);
  } else if (op == BinaryOperator::kSubtract) {
    overflow = __builtin_sub_overflow(x, y, &result);
  } else if (op == BinaryOperator::kMultiply) {
    overflow = __builtin_mul_overflow(x, y, &result);
  } else {
    if (y == 0) throw ExpressionError("division by zero");
    overflow = x == INT64_MIN && y == -1;
    if (!overflow) result = op == BinaryOperator::kDivide ? x / y : x % y;
  }
  if (overflow) throw ExpressionError("overflow");
  return Value::Int(result);
}

int Compare(const Value& a, const Value& b) {
  const auto order = [](const auto& x, const auto& y) { return x < y ? -1 : (y < x ? 1 : 0); };
  if (a.kind() == ValueKind::kInt) return order(a.integer(), b.integer());
  if (a.kind() == ValueKind::kFloat) return order(a.number(), b.number());
  return order(a.text(), b.text());
}

class Walker {
 public:
  explicit Walker(const ReferenceScope& scope) : scope_(scope) {}

  /// A hard read: an absent link is an error.
  Value Hard(const syntax::Expression& e) {
    Value value = Raw(e, false);
    return Converted(e, std::move(value));
  }
  /// A soft read of a path: an absent link makes the whole absent.
  Value Soft(const syntax::Expression& e) {
    Value value = Raw(e, true);
    return value.present() ? Converted(e, std::move(value)) : value;
  }

 private:
  Value Converted(const syntax::Expression& e, Value value) {
    if (scope_.program.FactsOf(e).to_float && value.kind() == ValueKind::kInt) {
      return Value::Float(static_cast<double>(value.integer()));
    }
    return value;
  }

  Value Raw(const syntax::Expression& e, bool soft) {
    switch (e.kind) {
      case ExpressionKind::kInvalid: break;
      case ExpressionKind::kLiteral: return Literal(cast<syntax::LiteralExpression>(e));
      case ExpressionKind::kName: return Name(cast<syntax::NameExpression>(e));
      case ExpressionKind::kMember: return Member(cast<syntax::MemberExpression>(e), soft);
      case ExpressionKind::kIndex: return Index(cast<syntax::IndexExpression>(e), soft);
      case ExpressionKind::kUnary: return Unary(cast<syntax::UnaryExpression>(e));
      case ExpressionKind::kBinary: return Binary(cast<syntax::BinaryExpression>(e));
      case ExpressionKind::kConditional: {
        const auto& c = cast<syntax::ConditionalExpression>(e);
        return Hard(Hard(*c.condition).boolean() ? *c.then_value : *c.else_value);
      }
      case ExpressionKind::kCall: return Call(cast<syntax::CallExpression>(e));
      case ExpressionKind::kList: {
        mesh::ValueList elements;
        for (const auto* element : cast<syntax::ListExpression>(e).elements)
          elements.push_back(Hard(*element));
        return Value::List(std::move(elements));
      }
      case ExpressionKind::kRecord: return Record(cast<syntax::RecordExpression>(e));
    }
    throw std::logic_error("the reference met an expression that it does not know");
  }

  static Value Literal(const syntax::LiteralExpression& e) {
    switch (e.literal) {
      case syntax::LiteralKind::kNull: return Value();
      case syntax::LiteralKind::kBool: return Value::Bool(e.boolean);
      case syntax::LiteralKind::kInt: return Value::Int(e.integer);
      case syntax::LiteralKind::kFloat: return Value::Float(e.number);
      case syntax::LiteralKind::kString: return Value::String(e.string.str());
      case syntax::LiteralKind::kQuantity: break;
    }
    throw std::logic_error("the reference does not know quantities");
  }

  Value EnumValue(const sema::ExpressionFacts& facts) {
    const auto& declarations = scope_.program.declarations;
    const auto& type = declarations.types[declarations.types.Present(facts.type)];
    return Value::String(declarations.enums[type.enumeration()].values[facts.index].name);
  }

  Value Name(const syntax::NameExpression& e) {
    const auto& facts = scope_.program.FactsOf(e);
    if (facts.reference == sema::ReferenceKind::kField) return scope_.fields[facts.index];
    if (facts.reference == sema::ReferenceKind::kEnumValue) return EnumValue(facts);
    throw std::logic_error("the reference met a name that it does not know");
  }

  Value Member(const syntax::MemberExpression& e, bool soft) {
    const auto& facts = scope_.program.FactsOf(e);
    const auto caught = [&]() -> const ReferenceError& {
      for (const auto& [variable, error] : scope_.caught) {
        if (variable == facts.variable) return error;
      }
      throw std::logic_error("a clause variable outside its clause");
    };
    switch (facts.reference) {
      case sema::ReferenceKind::kEnumValue: return EnumValue(facts);
      case sema::ReferenceKind::kCaughtName: return Value::String(caught().name);
      case sema::ReferenceKind::kCaughtMessage: return Value::String(caught().message);
      case sema::ReferenceKind::kCaughtActor: return Value::String(caught().actor);
      case sema::ReferenceKind::kMember: {
        const Value base = soft ? Soft(*e.base) : Hard(*e.base);
        return base.present() ? base.members()[facts.index] : Missing(soft);
      }
      case sema::ReferenceKind::kTag: {
        const Value base = soft ? Soft(*e.base) : Hard(*e.base);
        if (!base.present() || base.tag() != facts.index) return Missing(soft);
        return base.tagged();
      }
      default: throw std::logic_error("the reference met a member that it does not know");
    }
  }

  static Value Missing(bool soft) {
    if (soft) return Value();
    throw ExpressionError("absent");
  }

  Value Index(const syntax::IndexExpression& e, bool soft) {
    const Value base = soft ? Soft(*e.base) : Hard(*e.base);
    if (!base.present()) return Missing(soft);
    const std::int64_t index = Hard(*e.index).integer();
    const auto& list = base.list();
    if (index < 0 || index >= static_cast<std::int64_t>(list.size())) return Missing(soft);
    return list[static_cast<std::size_t>(index)];
  }

  Value Unary(const syntax::UnaryExpression& e) {
    const Value operand = Hard(*e.operand);
    if (e.op == syntax::UnaryOperator::kNot) return Value::Bool(!operand.boolean());
    if (operand.kind() == ValueKind::kFloat) return Value::Float(-operand.number());
    if (operand.integer() == INT64_MIN) throw ExpressionError("overflow");
    return Value::Int(-operand.integer());
  }

  Value Binary(const syntax::BinaryExpression& e) {
    if (e.op == BinaryOperator::kAnd) return Hard(*e.left).boolean() ? Hard(*e.right) : Value::Bool(false);
    if (e.op == BinaryOperator::kOr) return Hard(*e.left).boolean() ? Value::Bool(true) : Hard(*e.right);
    if (e.op == BinaryOperator::kCoalesce) {
      Value left = Soft(*e.left);
      return left.present() ? left : Hard(*e.right);
    }
    const Value a = Hard(*e.left);
    const Value b = Hard(*e.right);
    switch (e.op) {
      case BinaryOperator::kEqual: return Value::Bool(a == b);
      case BinaryOperator::kNotEqual: return Value::Bool(!(a == b));
      case BinaryOperator::kLess: return Value::Bool(Compare(a, b) < 0);
      case BinaryOperator::kLessEqual: return Value::Bool(Compare(a, b) <= 0);
      case BinaryOperator::kGreater: return Value::Bool(Compare(a, b) > 0);
      case BinaryOperator::kGreaterEqual: return Value::Bool(Compare(a, b) >= 0);
      case BinaryOperator::kIn: {
        for (const Value& element : b.list()) {
          if (element == a) return Value::Bool(true);
        }
        return Value::Bool(false);
      }
      default: return Arithmetic(e.op, a, b);
    }
  }

  Value Call(const syntax::CallExpression& e) {
    const llvm::StringRef name = e.function.text;
    if (name == "has") return Value::Bool(Soft(*e.arguments[0]).present());
    const Value a = Hard(*e.arguments[0]);
    if (name == "len") {
      return Value::Int(a.kind() == ValueKind::kString ? CodePoints(a.text())
                                                       : static_cast<std::int64_t>(a.list().size()));
    }
    if (name == "upper") return Upper(a);
    if (name == "contains")
      return Value::Bool(a.text().find(Hard(*e.arguments[1]).text()) != std::string_view::npos);
    if (name == "max") {
      const Value b = Hard(*e.arguments[1]);
      return Compare(a, b) < 0 ? b : a;
    }
    if (name == "abs") return Value::Float(std::fabs(a.number()));
    if (name == "float") return Value::Float(static_cast<double>(a.integer()));
    if (name == "string") return Value::String(fmt::format("{}", a.integer()));
    if (name == "int") {
      const double truncated = std::trunc(a.number());
      if (!(truncated >= -9223372036854775808.0 && truncated < 9223372036854775808.0))
        throw ExpressionError("range");
      return Value::Int(static_cast<std::int64_t>(truncated));
    }
    throw std::logic_error("the reference met a function that it does not know");
  }

  static Value Upper(const Value& text) {
    std::string upper(text.text());
    for (char& c : upper) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return Value::String(std::move(upper));
  }

  Value Record(const syntax::RecordExpression& e) {
    const auto& declarations = scope_.program.declarations;
    const auto& type = declarations.types[scope_.program.FactsOf(e).type];
    const auto& record = declarations.records[type.record()];
    mesh::ValueList members;
    for (const auto& member : record.members) {
      members.push_back(member.default_value ? ToValue(*member.default_value) : Value());
      for (const auto& entry : e.entries) {
        if (entry.key.text == member.name) members.back() = Hard(*entry.value);
      }
    }
    return Value::Record(std::move(members));
  }

  const ReferenceScope& scope_;
};

}  // namespace

Value Evaluate(const syntax::Expression& expression, const ReferenceScope& scope) {
  return Walker(scope).Hard(expression);
}

Value ToValue(const types::Constant& constant) {
  mesh::ValueList children;
  for (const auto& child : constant.children) children.push_back(ToValue(child));
  switch (constant.kind) {
    case types::ConstantKind::kNull: return Value();
    case types::ConstantKind::kBool: return Value::Bool(constant.boolean);
    case types::ConstantKind::kInt: return Value::Int(constant.integer);
    case types::ConstantKind::kFloat: return Value::Float(constant.number);
    case types::ConstantKind::kString: return Value::String(constant.text);
    case types::ConstantKind::kList: return Value::List(std::move(children));
    case types::ConstantKind::kRecord: return Value::Record(std::move(children));
    case types::ConstantKind::kUnion:
      return Value::Union(static_cast<std::uint32_t>(constant.integer), children[0]);
    case types::ConstantKind::kBytes:
    case types::ConstantKind::kTimestamp:
    case types::ConstantKind::kDuration:
    case types::ConstantKind::kMap: break;
  }
  throw std::logic_error("the reference does not know this constant");
}

}  // namespace meshc::property
