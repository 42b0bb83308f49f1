// Which expressions may raise `expression_error`.

#include "compiler/analysis/failures.h"
#include "compiler/support/enumerator.h"

namespace meshc::analysis {
namespace {

using ir::Expression;
using ir::ExpressionClass;
using ir::ExpressionId;
using ir::ExpressionKind;

class FallibleScan {
 public:
  explicit FallibleScan(const ir::Mesh& mesh)
      : mesh_(mesh), hard_(mesh.expressions.size()), soft_(mesh.expressions.size()) {}

  // Operands stand before what they are operands of.
  std::vector<bool> Run() && {
    for (ExpressionId id : mesh_.expressions.ids()) {
      soft_[id.index] = IsFallible(mesh_.expressions[id], true);
      hard_[id.index] = IsFallible(mesh_.expressions[id], false);
    }
    return std::move(hard_);
  }

 private:
  types::TypeKind KindOf(ExpressionId id) const {
    return mesh_.declarations.types[mesh_.declarations.types.Present(mesh_.expressions[id].type)].kind;
  }

  bool AnyOperand(const Expression& expression) const {
    for (ExpressionId operand : expression.operands) {
      if (hard_[operand.index]) return true;
    }
    return false;
  }

  // `soft`: absent links of the path are covered by `??` or `has`.
  bool IsFallible(const Expression& expression, bool soft) const {
    switch (ClassOf(expression.kind)) {
      case ExpressionClass::kConstant:
      case ExpressionClass::kRoot:
      case ExpressionClass::kArgument: return false;
      case ExpressionClass::kLink: return IsLinkFallible(expression, soft);
      case ExpressionClass::kHas: return soft_[expression.operands[0].index];
      case ExpressionClass::kCoalesce:
        return soft_[expression.operands[0].index] || Base(expression, soft, 1);
      case ExpressionClass::kConditional:
        return hard_[expression.operands[0].index] || Base(expression, soft, 1) || Base(expression, soft, 2);
      case ExpressionClass::kConversion: return Base(expression, soft);
      case ExpressionClass::kProduct: return true;
      case ExpressionClass::kSum:
        return KindOf(expression.operands[0]) != types::TypeKind::kString || AnyOperand(expression);
      case ExpressionClass::kPrefix: return IsPrefixFallible(expression) || AnyOperand(expression);
      case ExpressionClass::kCall: return IsCallFallible(expression) || AnyOperand(expression);
      case ExpressionClass::kEquality:
      case ExpressionClass::kComparison:
      case ExpressionClass::kAnd:
      case ExpressionClass::kOr:
      case ExpressionClass::kComposite: return AnyOperand(expression);
    }
    NoSuchEnumerator();
  }

  bool IsLinkFallible(const Expression& link, bool soft) const {
    const bool looks_up = link.kind == ExpressionKind::kIndex || link.kind == ExpressionKind::kJsonMember;
    if ((looks_up && !soft) || Base(link, soft)) return true;
    return link.kind == ExpressionKind::kIndex && hard_[link.operands[1].index];
  }

  bool IsPrefixFallible(const Expression& expression) const {
    return expression.kind == ExpressionKind::kNegate &&
           KindOf(expression.operands[0]) != types::TypeKind::kFloat;
  }

  bool Base(const Expression& expression, bool soft, std::size_t operand = 0) const {
    std::uint32_t base = expression.operands[operand].index;
    return soft ? soft_[base] : hard_[base];
  }

  bool IsCallFallible(const Expression& expression) const {
    switch (static_cast<ir::Function>(expression.index)) {
      case ir::Function::kLen:
      case ir::Function::kLower:
      case ir::Function::kUpper:
      case ir::Function::kTrim:
      case ir::Function::kContains:
      case ir::Function::kStartsWith:
      case ir::Function::kEndsWith:
      case ir::Function::kMin:
      case ir::Function::kMax: return false;
      case ir::Function::kMatches:
        return mesh_.expressions[expression.operands.back()].kind != ExpressionKind::kConstant;
      // The smallest one has no opposite; a float has.
      case ir::Function::kAbs: return KindOf(expression.operands[0]) != types::TypeKind::kFloat;
      case ir::Function::kToInt:
      case ir::Function::kToFloat:
      case ir::Function::kToString: return true;
    }
    NoSuchEnumerator();
  }

  const ir::Mesh& mesh_;
  std::vector<bool> hard_;
  std::vector<bool> soft_;
};

}  // namespace

std::vector<bool> FindFallible(const ir::Mesh& mesh) { return FallibleScan(mesh).Run(); }

}  // namespace meshc::analysis
