// Which expressions may raise `expression_error`.
#include "compiler/analysis/failures.h"

namespace meshc::analysis {
namespace {

using ir::Expression;
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
    switch (expression.kind) {
      case ExpressionKind::kConstant:
      case ExpressionKind::kField:
      case ExpressionKind::kParam:
      case ExpressionKind::kVariable:
      case ExpressionKind::kCaught: return false;
      case ExpressionKind::kMember:
      case ExpressionKind::kTag: return Base(expression, soft);
      case ExpressionKind::kJsonMember: return !soft || Base(expression, soft);
      case ExpressionKind::kIndex:
        return !soft || Base(expression, soft) || hard_[expression.operands[1].index];
      case ExpressionKind::kHas: return soft_[expression.operands[0].index];
      case ExpressionKind::kCoalesce: return soft_[expression.operands[0].index] || Base(expression, soft, 1);
      case ExpressionKind::kConditional:
        return hard_[expression.operands[0].index] || Base(expression, soft, 1) || Base(expression, soft, 2);
      case ExpressionKind::kToFloat: return Base(expression, soft);
      case ExpressionKind::kDivide:
      case ExpressionKind::kRemainder: return true;
      case ExpressionKind::kAdd:
      case ExpressionKind::kSubtract:
      case ExpressionKind::kMultiply:
        return KindOf(expression.operands[0]) != types::TypeKind::kString || AnyOperand(expression);
      case ExpressionKind::kNegate:
        return KindOf(expression.operands[0]) != types::TypeKind::kFloat || AnyOperand(expression);
      case ExpressionKind::kCall: return IsCallFallible(expression) || AnyOperand(expression);
      case ExpressionKind::kNot:
      case ExpressionKind::kEqual:
      case ExpressionKind::kNotEqual:
      case ExpressionKind::kLess:
      case ExpressionKind::kLessEqual:
      case ExpressionKind::kGreater:
      case ExpressionKind::kGreaterEqual:
      case ExpressionKind::kIn:
      case ExpressionKind::kAnd:
      case ExpressionKind::kOr:
      case ExpressionKind::kList:
      case ExpressionKind::kRecord:
      case ExpressionKind::kUnion:
      case ExpressionKind::kMap: return AnyOperand(expression);
    }
    return false;
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
      case ir::Function::kAbs: return KindOf(expression.operands[0]) == types::TypeKind::kInt;
      case ir::Function::kToInt:
      case ir::Function::kToFloat:
      case ir::Function::kToString: return true;
    }
    return true;
  }

  const ir::Mesh& mesh_;
  std::vector<bool> hard_;
  std::vector<bool> soft_;
};

}  // namespace

std::vector<bool> FindFallible(const ir::Mesh& mesh) { return FallibleScan(mesh).Run(); }

}  // namespace meshc::analysis
