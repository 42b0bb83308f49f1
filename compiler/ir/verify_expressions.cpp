// Every expression on its own: operands, their number and order, indices into types.
#include <fmt/format.h>

#include <limits>

#include "compiler/ir/verify_parts.h"

namespace meshc::ir {
namespace {

struct Arity {
  std::size_t least = 0;
  std::size_t most = 0;
};

constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

Arity ArityOfCall(std::uint32_t function) {
  const auto called = static_cast<Function>(function);
  return called == Function::kMin || called == Function::kMax ? Arity{1, kAnyNumber} : Arity{1, 2};
}

Arity ArityOf(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kConstant:
    case ExpressionKind::kField:
    case ExpressionKind::kParam:
    case ExpressionKind::kVariable:
    case ExpressionKind::kCaught: return {0, 0};
    case ExpressionKind::kMember:
    case ExpressionKind::kTag:
    case ExpressionKind::kJsonMember:
    case ExpressionKind::kHas:
    case ExpressionKind::kNot:
    case ExpressionKind::kNegate:
    case ExpressionKind::kToFloat:
    case ExpressionKind::kUnion: return {1, 1};
    case ExpressionKind::kIndex:
    case ExpressionKind::kCoalesce:
    case ExpressionKind::kAdd:
    case ExpressionKind::kSubtract:
    case ExpressionKind::kMultiply:
    case ExpressionKind::kDivide:
    case ExpressionKind::kRemainder:
    case ExpressionKind::kEqual:
    case ExpressionKind::kNotEqual:
    case ExpressionKind::kLess:
    case ExpressionKind::kLessEqual:
    case ExpressionKind::kGreater:
    case ExpressionKind::kGreaterEqual:
    case ExpressionKind::kIn:
    case ExpressionKind::kAnd:
    case ExpressionKind::kOr: return {2, 2};
    case ExpressionKind::kConditional: return {3, 3};
    case ExpressionKind::kCall: return ArityOfCall(expression.index);
    case ExpressionKind::kList:
    case ExpressionKind::kRecord:
    case ExpressionKind::kMap: return {0, kAnyNumber};
  }
  return {};
}

// How many indices `expression` may choose from in the type that it looks into; none: not bounded.
std::size_t IndexLimit(const Mesh& mesh, const Expression& expression) {
  const types::Declarations& declarations = mesh.declarations;
  auto present = [&](types::TypeId id) { return declarations.types[declarations.types.Present(id)]; };
  auto operand = [&] { return present(mesh.expressions[expression.operands[0]].type); };
  if (expression.kind == ExpressionKind::kMember) {
    types::Type record = operand();
    if (record.kind != types::TypeKind::kRecord) return 0;
    return declarations.records[record.record()].members.size();
  }
  if (expression.kind == ExpressionKind::kTag || expression.kind == ExpressionKind::kUnion) {
    types::Type type = expression.kind == ExpressionKind::kTag ? operand() : present(expression.type);
    if (type.kind != types::TypeKind::kUnion) return 0;
    return declarations.unions[type.union_type()].tags.size();
  }
  return kAnyNumber;
}

bool OperandsPrecede(const Mesh& mesh, ExpressionId id) {
  for (ExpressionId operand : mesh.expressions[id].operands) {
    if (operand.index >= id.index) return false;
  }
  return true;
}

}  // namespace

void VerifyExpressions(const Mesh& mesh, Problems& problems) {
  for (ExpressionId id : mesh.expressions.ids()) {
    const Expression& expression = mesh.expressions[id];
    Arity arity = ArityOf(expression);
    std::size_t count = expression.operands.size();
    auto complain = [&](const char* what) {
      problems.push_back(fmt::format("expression {}: {}", id.index, what));
    };
    if (count < arity.least || count > arity.most) {
      complain("has a wrong number of operands");
    } else if (!OperandsPrecede(mesh, id)) {
      complain("stands before its operands");
    } else if (expression.type.index >= mesh.declarations.types.size()) {
      complain("has no type");
    } else if (expression.index >= IndexLimit(mesh, expression)) {
      complain("looks for a member that is not there");
    }
  }
}

}  // namespace meshc::ir
