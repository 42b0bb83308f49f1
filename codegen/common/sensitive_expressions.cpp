#include "codegen/common/sensitive_expressions.h"

#include <llvm/ADT/SmallVector.h>

#include <set>
#include <utility>

#include "compiler/ir/print_redacted.h"

namespace meshc::codegen {
namespace {

bool IsSensitiveMember(const ir::Mesh& mesh, const ir::Expression& expression) {
  const types::Type& base = mesh.declarations.types[mesh.expressions[expression.operands[0]].type];
  const types::Type& record =
      base.kind == types::TypeKind::kOptional ? mesh.declarations.types[base.element] : base;
  if (record.kind == types::TypeKind::kRecord) {
    return mesh.declarations.records[record.record()].members[expression.index].sensitive;
  }
  return record.kind == types::TypeKind::kUnion &&
         mesh.declarations.unions[record.union_type()].tags[expression.index].sensitive;
}

bool IsSensitive(const ir::Mesh& mesh, const ir::Expression& expression, const types::Envelope& envelope) {
  using Kind = ir::ExpressionKind;
  if (expression.kind == Kind::kField) return envelope.fields[expression.index].sensitive;
  const bool link = expression.kind == Kind::kMember || expression.kind == Kind::kTag;
  return link && IsSensitiveMember(mesh, expression);
}

}  // namespace

bool ReadsSensitive(const ir::Mesh& mesh, ir::ExpressionId id, types::EnvelopeId envelope) {
  llvm::SmallVector<ir::ExpressionId, 8> open;
  if (id.has_value()) open.push_back(id);
  while (!open.empty()) {
    const ir::Expression& expression = mesh.expressions[open.pop_back_val()];
    if (IsSensitive(mesh, expression, mesh.declarations.envelopes[envelope])) return true;
    open.append(expression.operands.begin(), expression.operands.end());
  }
  return false;
}

namespace {

/// Conditions that are joined by `&&` and `||` are looked at one by one.
std::set<ir::ExpressionId> HiddenConstants(const ir::Mesh& mesh, ir::ExpressionId id,
                                           types::EnvelopeId envelope) {
  using Kind = ir::ExpressionKind;
  std::set<ir::ExpressionId> hidden;
  llvm::SmallVector<std::pair<ir::ExpressionId, bool>, 8> open = {{id, false}};
  while (!open.empty()) {
    auto [next, hides] = open.pop_back_val();
    const ir::Expression& expression = mesh.expressions[next];
    const bool joins =
        expression.kind == Kind::kAnd || expression.kind == Kind::kOr || expression.kind == Kind::kNot;
    hides = hides || (!joins && ReadsSensitive(mesh, next, envelope));
    if (hides && expression.kind == Kind::kConstant) hidden.insert(next);
    if (!hides && !joins) continue;
    for (const ir::ExpressionId operand : expression.operands) open.emplace_back(operand, hides);
  }
  return hidden;
}

}  // namespace

std::string PrintForPeople(const ir::Mesh& mesh, ir::ExpressionId id, types::EnvelopeId envelope) {
  const auto hidden = HiddenConstants(mesh, id, envelope);
  return ir::PrintRedacted(mesh, id, envelope, [&](ir::ExpressionId each) { return hidden.count(each) > 0; });
}

}  // namespace meshc::codegen
