#include "codegen/route_table/program_builder.h"

#include <llvm/ADT/SmallVector.h>

#include <utility>

#include "codegen/common/contract_kinds.h"

namespace meshc::codegen {
namespace {

using contract::Index;
using contract::Op;
using ir::Expression;
using ir::ExpressionClass;
using ir::ExpressionKind;
using types::Constant;

/// Only these links yield nothing where a value of type `T?` was left out; an index or a tag
/// that is not there is an error whatever stands behind it.
bool MayBeLeftOut(const Expression& e) {
  return e.kind == ExpressionKind::kField || e.kind == ExpressionKind::kParam ||
         e.kind == ExpressionKind::kMember;
}

}  // namespace

Index ProgramBuilder::Build(ir::ExpressionId id, bool soft) {
  if (!id.has_value()) return contract::kNone;
  Emit(id, soft ? Absence::kStays : Absence::kBecomesNull);
  return Finish(mesh_.expressions[id].type);
}

Index ProgramBuilder::BuildEffectKey(const types::Actor& actor) {
  if (!actor.effect.has_key) return contract::kNone;
  const types::Declarations& declarations = mesh_.declarations;
  Add(Op::kParam, actor.effect.param);
  types::TypeId type = actor.params[actor.effect.param].type;
  for (const std::uint32_t member : actor.effect.path) {
    Add(Op::kMember, member);
    const types::Type& record = declarations.types[declarations.types.Present(type)];
    type = declarations.records[record.record()].members[member].type;
  }
  return Finish(type);
}

Index ProgramBuilder::Finish(types::TypeId result) {
  auto& code = pool_.pool().code;
  const contract::Span span{static_cast<Index>(code.size()), static_cast<Index>(code_.size())};
  code.insert(code.end(), code_.begin(), code_.end());
  code_.clear();
  const Index type = pool_.AddType(result);
  pool_.pool().programs.push_back({span, type});
  return static_cast<Index>(pool_.pool().programs.size() - 1);
}

void ProgramBuilder::AddConstant(const Constant& constant) {
  Add(Op::kConstant, pool_.AddConstant(constant));
}

std::size_t ProgramBuilder::AddJump(Op op) {
  Add(op);
  return code_.size() - 1;
}

void ProgramBuilder::Land(std::size_t jump) { code_[jump].a = static_cast<Index>(code_.size()); }

/// What becomes of the operand that `e` stands to the right of; none: there is none.
std::optional<ProgramBuilder::Absence> ProgramBuilder::AbsenceOfLeft(const Expression& e, Absence absence) {
  if (!ir::StandsRightOfOperand(e.kind)) return std::nullopt;
  if (e.kind == ExpressionKind::kCoalesce) return Absence::kStays;
  const bool stays = ClassOf(e.kind) == ExpressionClass::kLink && absence == Absence::kStays;
  return stays ? Absence::kStays : Absence::kRaises;
}

/// Left operands may be many thousands deep, so they are no recursion.
void ProgramBuilder::Emit(ir::ExpressionId id, Absence absence) {
  llvm::SmallVector<std::pair<ir::ExpressionId, Absence>, 8> spine{{id, absence}};
  while (const auto left = AbsenceOfLeft(mesh_.expressions[spine.back().first], spine.back().second)) {
    spine.push_back({mesh_.expressions[spine.back().first].operands[0], *left});
  }
  while (!spine.empty()) {
    const auto [outer, wanted] = spine.pop_back_val();
    EmitLast(mesh_.expressions[outer], wanted);
  }
}

/// `e` without the operand that it stands to the right of.
void ProgramBuilder::EmitLast(const Expression& e, Absence absence) {
  switch (e.kind) {
    case ExpressionKind::kConstant: return AddConstant(e.constant);
    case ExpressionKind::kVariable: return Add(Op::kVariable, e.index);
    case ExpressionKind::kCaught: return Add(Op::kCaught, static_cast<Index>(e.part), e.index);
    case ExpressionKind::kField: return EmitLink(e, Op::kField, Op::kFieldSoft, absence);
    case ExpressionKind::kParam: return EmitLink(e, Op::kParam, Op::kParamSoft, absence);
    case ExpressionKind::kMember: return EmitLink(e, Op::kMember, Op::kMemberSoft, absence);
    case ExpressionKind::kTag: return EmitLink(e, Op::kTag, Op::kTagSoft, absence);
    case ExpressionKind::kJsonMember: return EmitLink(e, Op::kJsonMember, Op::kJsonMemberSoft, absence);
    case ExpressionKind::kIndex: return EmitLink(e, Op::kIndex, Op::kIndexSoft, absence);
    case ExpressionKind::kHas: Emit(e.operands[0], Absence::kStays); return Add(Op::kIsPresent);
    case ExpressionKind::kCoalesce: return EmitCoalesce(e, absence);
    case ExpressionKind::kConditional: return EmitConditional(e, absence);
    case ExpressionKind::kToFloat: return EmitToFloat(e, absence);
    case ExpressionKind::kNot: Emit(e.operands[0], Absence::kRaises); return Add(Op::kNot);
    case ExpressionKind::kNegate: Emit(e.operands[0], Absence::kRaises); return Add(Op::kNegate);
    case ExpressionKind::kAnd: return EmitAnd(e);
    case ExpressionKind::kOr: return EmitOr(e);
    case ExpressionKind::kAdd: return EmitOperation(e, Op::kAdd);
    case ExpressionKind::kSubtract: return EmitOperation(e, Op::kSubtract);
    case ExpressionKind::kMultiply: return EmitOperation(e, Op::kMultiply);
    case ExpressionKind::kDivide: return EmitOperation(e, Op::kDivide);
    case ExpressionKind::kRemainder: return EmitOperation(e, Op::kRemainder);
    case ExpressionKind::kEqual: return EmitOperation(e, Op::kEqual);
    case ExpressionKind::kNotEqual: return EmitOperation(e, Op::kNotEqual);
    case ExpressionKind::kLess: return EmitOperation(e, Op::kLess);
    case ExpressionKind::kLessEqual: return EmitOperation(e, Op::kLessEqual);
    case ExpressionKind::kGreater: return EmitOperation(e, Op::kGreater);
    case ExpressionKind::kGreaterEqual: return EmitOperation(e, Op::kGreaterEqual);
    case ExpressionKind::kIn: return EmitOperation(e, Op::kIn);
    case ExpressionKind::kList:
    case ExpressionKind::kRecord:
    case ExpressionKind::kUnion:
    case ExpressionKind::kMap: return EmitComposite(e);
    case ExpressionKind::kCall: return EmitCall(e);
  }
}

void ProgramBuilder::EmitComposite(const Expression& e) {
  EmitOperands(e, Absence::kBecomesNull);
  const auto count = static_cast<Index>(e.operands.size());
  if (e.kind == ExpressionKind::kList) return Add(Op::kList, count);
  if (e.kind == ExpressionKind::kMap) return Add(Op::kMap, count / 2);
  const Index type = pool_.AddType(e.type);
  e.kind == ExpressionKind::kRecord ? Add(Op::kRecord, type) : Add(Op::kUnion, type, e.index);
}

void ProgramBuilder::EmitCall(const Expression& e) {
  EmitOperands(e, Absence::kRaises);
  Add(Op::kCall, static_cast<Index>(ToContract(static_cast<ir::Function>(e.index))),
      static_cast<Index>(e.operands.size()));
}

void ProgramBuilder::EmitOperands(const Expression& e, Absence absence) {
  for (const ir::ExpressionId operand : e.operands) Emit(operand, absence);
}

void ProgramBuilder::EmitOperation(const Expression& e, Op op) {
  Emit(e.operands[1], Absence::kRaises);
  Add(op);
}

/// The number that the link's instruction takes.
Index ProgramBuilder::LinkOperand(const Expression& e) {
  if (e.kind == ExpressionKind::kJsonMember) return pool_.AddString(e.constant.text);
  return e.kind == ExpressionKind::kIndex ? 0 : e.index;
}

void ProgramBuilder::EmitLink(const Expression& e, Op hard, Op soft, Absence absence) {
  const bool becomes_null =
      absence == Absence::kBecomesNull && mesh_.declarations.types.IsOptional(e.type) && MayBeLeftOut(e);
  // What stands inside the brackets is no link of the path.
  if (e.kind == ExpressionKind::kIndex) Emit(e.operands[1], Absence::kRaises);
  Add(absence == Absence::kStays || becomes_null ? soft : hard, LinkOperand(e));
  if (!becomes_null) return;
  const std::size_t present = AddJump(Op::kJumpIfPresent);
  AddConstant(Constant::Null());
  Land(present);
}

void ProgramBuilder::EmitCoalesce(const Expression& e, Absence absence) {
  const std::size_t present = AddJump(Op::kJumpIfPresent);
  Emit(e.operands[1], absence);
  Land(present);
}

void ProgramBuilder::EmitConditional(const Expression& e, Absence absence) {
  Emit(e.operands[0], Absence::kRaises);
  const std::size_t otherwise = AddJump(Op::kJumpIfFalse);
  Emit(e.operands[1], absence);
  const std::size_t end = AddJump(Op::kJump);
  Land(otherwise);
  Emit(e.operands[2], absence);
  Land(end);
}

void ProgramBuilder::EmitAnd(const Expression& e) {
  const std::size_t is_false = AddJump(Op::kJumpIfFalse);
  Emit(e.operands[1], Absence::kRaises);
  const std::size_t end = AddJump(Op::kJump);
  Land(is_false);
  AddConstant(Constant::Bool(false));
  Land(end);
}

void ProgramBuilder::EmitOr(const Expression& e) {
  const std::size_t is_false = AddJump(Op::kJumpIfFalse);
  AddConstant(Constant::Bool(true));
  const std::size_t end = AddJump(Op::kJump);
  Land(is_false);
  Emit(e.operands[1], Absence::kRaises);
  Land(end);
}

void ProgramBuilder::EmitToFloat(const Expression& e, Absence absence) {
  const bool optional = mesh_.declarations.types.IsOptional(mesh_.expressions[e.operands[0]].type);
  if (absence == Absence::kRaises || (absence == Absence::kBecomesNull && !optional)) {
    Emit(e.operands[0], Absence::kRaises);
    return Add(Op::kToFloat);
  }
  // Nothing is no number. What is absent is looked up once more, for no instruction pushes "absent".
  Emit(e.operands[0], Absence::kStays);
  const std::size_t present = AddJump(Op::kJumpIfPresent);
  Emit(e.operands[0], absence);
  const std::size_t end = AddJump(Op::kJump);
  Land(present);
  Add(Op::kToFloat);
  Land(end);
}

}  // namespace meshc::codegen
