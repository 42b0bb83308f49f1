// Every expression on its own: operands, their number and order, indices into types.
#include <fmt/format.h>

#include "compiler/ir/verify_parts.h"

namespace meshc::ir {
namespace {

/// Fewest and most operands.
struct Arity {
  std::size_t fewest;
  std::size_t most;
};

Arity ArityOf(const Expression& expression) {
  const ExpressionTraits& traits = TraitsOf(expression.kind);
  if (expression.kind != ExpressionKind::kCall) return {traits.fewest, traits.most};
  const auto called = static_cast<Function>(expression.index);
  return {traits.fewest, called == Function::kMin || called == Function::kMax ? kAnyNumber : 2};
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
    const Arity arity = ArityOf(expression);
    std::size_t count = expression.operands.size();
    auto complain = [&](const char* what) {
      problems.push_back(fmt::format("expression {}: {}", id.index, what));
    };
    if (count < arity.fewest || count > arity.most) {
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
