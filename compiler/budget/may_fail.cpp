#include "compiler/budget/may_fail.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

namespace meshc::budget {
namespace {

using llvm::cast;
using syntax::BinaryOperator;
using syntax::Expression;
using syntax::ExpressionKind;

/// With a stack of its own: operators stand in long chains.
class Scan {
 public:
  explicit Scan(const sema::TypedProgram& program) : program_(program) {}

  bool Run(const Expression& root) {
    open_.push_back(&root);
    while (!open_.empty()) {
      const Expression* next = open_.pop_back_val();
      if (next != nullptr && Fails(*next)) return true;
    }
    return false;
  }

 private:
  /// By itself; what it is made of is looked at later.
  bool Fails(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::kInvalid:
      case ExpressionKind::kLiteral:
      case ExpressionKind::kName: return false;
      case ExpressionKind::kIndex: return true;
      case ExpressionKind::kMember:
        open_.push_back(cast<syntax::MemberExpression>(e).base);
        return program_.FactsOf(e).reference == sema::ReferenceKind::kJsonMember;
      case ExpressionKind::kUnary:
        open_.push_back(cast<syntax::UnaryExpression>(e).operand);
        return cast<syntax::UnaryExpression>(e).op == syntax::UnaryOperator::kNegate;
      case ExpressionKind::kBinary: return Fails(cast<syntax::BinaryExpression>(e));
      case ExpressionKind::kConditional: {
        const auto& conditional = cast<syntax::ConditionalExpression>(e);
        open_.append({conditional.condition, conditional.then_value, conditional.else_value});
        return false;
      }
      case ExpressionKind::kCall: return Fails(cast<syntax::CallExpression>(e));
      case ExpressionKind::kList: {
        const auto& elements = cast<syntax::ListExpression>(e).elements;
        open_.append(elements.begin(), elements.end());
        return false;
      }
      case ExpressionKind::kRecord:
        for (const auto& entry : cast<syntax::RecordExpression>(e).entries) open_.push_back(entry.value);
        return false;
    }
    return true;
  }

  bool Fails(const syntax::BinaryExpression& e) {
    open_.append({e.left, e.right});
    switch (e.op) {
      case BinaryOperator::kMultiply:
      case BinaryOperator::kDivide:
      case BinaryOperator::kRemainder:
      case BinaryOperator::kSubtract: return true;
      case BinaryOperator::kAdd: {
        const types::TypeStore& types = program_.declarations.types;
        return types[types.Present(program_.FactsOf(e).type)].kind != types::TypeKind::kString;
      }
      case BinaryOperator::kCoalesce:
      case BinaryOperator::kLess:
      case BinaryOperator::kLessEqual:
      case BinaryOperator::kGreater:
      case BinaryOperator::kGreaterEqual:
      case BinaryOperator::kIn:
      case BinaryOperator::kEqual:
      case BinaryOperator::kNotEqual:
      case BinaryOperator::kAnd:
      case BinaryOperator::kOr: return false;
    }
    return true;
  }

  bool Fails(const syntax::CallExpression& e) {
    switch (static_cast<sema::Function>(program_.FactsOf(e).index)) {
      case sema::Function::kHas: return false;
      case sema::Function::kLen:
      case sema::Function::kLower:
      case sema::Function::kUpper:
      case sema::Function::kTrim:
      case sema::Function::kContains:
      case sema::Function::kStartsWith:
      case sema::Function::kEndsWith:
      case sema::Function::kMin:
      case sema::Function::kMax: open_.append(e.arguments.begin(), e.arguments.end()); return false;
      case sema::Function::kMatches:
      case sema::Function::kAbs:
      case sema::Function::kToInt:
      case sema::Function::kToFloat:
      case sema::Function::kToString: return true;
    }
    return true;
  }

  const sema::TypedProgram& program_;
  llvm::SmallVector<const Expression*, 16> open_;
};

}  // namespace

bool MayFail(const sema::TypedProgram& program, const Expression& expression) {
  return Scan(program).Run(expression);
}

}  // namespace meshc::budget
