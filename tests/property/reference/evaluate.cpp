#include "tests/property/reference/evaluate.h"

#include <llvm/Support/Casting.h>

#include <cstdint>

#include "tests/property/reference/duration.h"
#include "tests/property/reference/functions.h"
#include "tests/property/reference/operators.h"

namespace meshc::property {
namespace {

using llvm::cast;
using mesh::Value;
using mesh::ValueKind;
using syntax::BinaryOperator;
using syntax::ExpressionKind;

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
      case ExpressionKind::kName: return Name(cast<syntax::NameExpression>(e), soft);
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
          elements.push_back(Element(*element));
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
      case syntax::LiteralKind::kQuantity: return Value::Span({Nanoseconds(e.quantity)});
    }
    throw std::logic_error("the reference met a literal that it does not know");
  }

  static bool IsNull(const syntax::Expression& e) {
    const auto* literal = llvm::dyn_cast<syntax::LiteralExpression>(&e);
    return literal != nullptr && literal->literal == syntax::LiteralKind::kNull;
  }

  Value EnumValue(const sema::ExpressionFacts& facts) {
    const auto& declarations = scope_.program.declarations;
    const auto& type = declarations.types[declarations.types.Present(facts.type)];
    return Value::String(declarations.enums[type.enumeration()].values[facts.index].name);
  }

  Value Name(const syntax::NameExpression& e, bool soft) {
    const auto& facts = scope_.program.FactsOf(e);
    if (facts.reference == sema::ReferenceKind::kField || facts.reference == sema::ReferenceKind::kParam) {
      const Value& value = scope_.fields[facts.index];
      return value.kind() == ValueKind::kAbsent ? Missing(soft) : value;
    }
    if (facts.reference == sema::ReferenceKind::kEnumValue) return EnumValue(facts);
    if (facts.reference == sema::ReferenceKind::kVariable) return Variable(facts.variable);
    throw std::logic_error("the reference met a name that it does not know");
  }

  Value Variable(sema::VariableId variable) {
    for (const BoundElement& element : scope_.elements) {
      if (element.variable == variable) return element.value;
    }
    throw std::logic_error("an `each` variable outside its body");
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
      case sema::ReferenceKind::kJsonMember:
        return Entry(soft ? Soft(*e.base) : Hard(*e.base), e.name.text.str(), soft);
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
    const Value key = Hard(*e.index);
    if (key.kind() == ValueKind::kString) return Entry(base, key.text(), soft);
    // Only json holds another kind here.
    if (base.kind() != ValueKind::kList) return Missing(soft);
    const auto& list = base.list();
    const std::int64_t index = key.integer();
    if (index < 0 || index >= static_cast<std::int64_t>(list.size())) return Missing(soft);
    return list[static_cast<std::size_t>(index)];
  }

  static Value Entry(const Value& base, std::string_view key, bool soft) {
    if (base.kind() != ValueKind::kMap) return Missing(soft);
    const auto found = base.map().find(key);
    return found == base.map().end() ? Missing(soft) : found->second;
  }

  Value Unary(const syntax::UnaryExpression& e) {
    const Value operand = Hard(*e.operand);
    if (e.op == syntax::UnaryOperator::kNot) return Value::Bool(!operand.boolean());
    return Negated(operand);
  }

  Value Binary(const syntax::BinaryExpression& e) {
    if (e.op == BinaryOperator::kAnd) return Hard(*e.left).boolean() ? Hard(*e.right) : Value::Bool(false);
    if (e.op == BinaryOperator::kOr) return Hard(*e.left).boolean() ? Value::Bool(true) : Hard(*e.right);
    if (e.op == BinaryOperator::kCoalesce) {
      Value left = Soft(*e.left);
      return left.present() ? left : Hard(*e.right);
    }
    if (e.op == BinaryOperator::kEqual || e.op == BinaryOperator::kNotEqual) {
      const bool equal = e.op == BinaryOperator::kEqual;
      // `x == null` is `!has(x)`.
      if (IsNull(*e.right)) return Value::Bool(Soft(*e.left).present() != equal);
      if (IsNull(*e.left)) return Value::Bool(Soft(*e.right).present() != equal);
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
        if (b.kind() == ValueKind::kMap) return Value::Bool(b.map().contains(a.text()));
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
    mesh::ValueList arguments;
    for (const auto* argument : e.arguments) arguments.push_back(Hard(*argument));
    return CallFunction(name, arguments);
  }

  /// What lists, maps and json hold: null is a value there.
  Value Element(const syntax::Expression& e) {
    Value value = Hard(e);
    return value.present() ? value : Value::Null();
  }

  Value Record(const syntax::RecordExpression& e) {
    const auto& declarations = scope_.program.declarations;
    const auto& type = declarations.types[scope_.program.FactsOf(e).type];
    if (type.kind == types::TypeKind::kMap) return Map(e);
    if (type.kind == types::TypeKind::kUnion) return Union(e, declarations.unions[type.union_type()]);
    mesh::ValueList members;
    for (const auto& member : declarations.records[type.record()].members) {
      members.push_back(member.default_value ? ToValue(*member.default_value) : Value());
      for (const auto& entry : e.entries) {
        if (entry.key.text == member.name) members.back() = Hard(*entry.value);
      }
    }
    return Value::Record(std::move(members));
  }

  Value Map(const syntax::RecordExpression& e) {
    mesh::ValueMap entries;
    for (const auto& entry : e.entries) entries.insert_or_assign(entry.key.text.str(), Element(*entry.value));
    return Value::Map(std::move(entries));
  }

  Value Union(const syntax::RecordExpression& e, const types::Union& type) {
    const auto& entry = e.entries[0];
    std::uint32_t tag = 0;
    while (type.tags[tag].name != entry.key.text.str()) ++tag;
    return Value::Union(tag, Element(*entry.value));
  }

  const ReferenceScope& scope_;
};

}  // namespace

Value Evaluate(const syntax::Expression& expression, const ReferenceScope& scope) {
  return Walker(scope).Hard(expression);
}

Value EvaluateSoft(const syntax::Expression& expression, const ReferenceScope& scope) {
  return Walker(scope).Soft(expression);
}

Value TagName(const sema::TypedProgram& program, const syntax::Expression& subject, const Value& value) {
  const auto& declarations = program.declarations;
  const auto& type = declarations.types[declarations.types.Present(program.FactsOf(subject).type)];
  return Value::String(declarations.unions[type.union_type()].tags[value.tag()].name);
}

}  // namespace meshc::property
