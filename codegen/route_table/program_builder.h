// Typed expressions become programs of the runtime's stack machine.
#pragma once

#include <optional>
#include <vector>

#include "codegen/common/pool_builder.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen {

class ProgramBuilder {
 public:
  /// Both outlive the builder.
  ProgramBuilder(const ir::Mesh& mesh, PoolBuilder& pool) : mesh_(mesh), pool_(pool) {}

  /// The index of the expression's program; kNone for no expression. A soft program ends with
  /// "absent" where a hard one raises `expression_error`.
  contract::Index Build(ir::ExpressionId expression, bool soft = false);
  /// The program of an actor's effect key: a path below a param. kNone: the key is the call.
  contract::Index BuildEffectKey(const types::Actor& actor);

 private:
  /// What becomes of a path that finds nothing.
  enum class Absence { kRaises, kBecomesNull, kStays };

  void Emit(ir::ExpressionId id, Absence absence);
  static std::optional<Absence> AbsenceOfLeft(const ir::Expression& e, Absence absence);
  // Of links and infix operators, operand 0 stands on the stack already.
  void EmitLast(const ir::Expression& e, Absence absence);
  contract::Index LinkOperand(const ir::Expression& e);
  void EmitLink(const ir::Expression& e, contract::Op hard, contract::Op soft, Absence absence);
  void EmitCoalesce(const ir::Expression& e, Absence absence);
  void EmitAnd(const ir::Expression& e);
  void EmitOr(const ir::Expression& e);
  void EmitOperation(const ir::Expression& e, contract::Op op);
  void EmitConditional(const ir::Expression& e, Absence absence);
  void EmitToFloat(const ir::Expression& e, Absence absence);
  void EmitComposite(const ir::Expression& e);
  void EmitCall(const ir::Expression& e);
  void EmitOperands(const ir::Expression& e, Absence absence);

  void Add(contract::Op op, contract::Index a = 0, contract::Index b = 0) { code_.push_back({op, a, b}); }
  void AddConstant(const types::Constant& constant);
  /// A jump whose goal is not known yet; Land makes it go to what is added next.
  std::size_t AddJump(contract::Op op);
  void Land(std::size_t jump);
  contract::Index Finish(types::TypeId result);

  const ir::Mesh& mesh_;
  PoolBuilder& pool_;
  std::vector<contract::Instruction> code_;
};

}  // namespace meshc::codegen
