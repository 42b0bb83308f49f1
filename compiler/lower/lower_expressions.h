// Expressions: syntax and facts become typed expressions of the mesh.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include "compiler/ir/expression.h"
#include "compiler/lower/enclosure.h"
#include "compiler/sema/typed_program.h"

namespace meshc::lower {

/// Lowers expressions of one flow or scenario into `store`.
class ExpressionLowering {
 public:
  /// `enclosure` tells how far away the clause of a variable is; null where there are no clauses.
  ExpressionLowering(const sema::TypedProgram& program, ir::ExpressionStore& store,
                     const Enclosure* enclosure)
      : program_(program), store_(store), enclosure_(enclosure) {}

  ir::ExpressionId Lower(const syntax::Expression& expression);

  /// The value of an envelope's field, read at `origin`.
  ir::ExpressionId Field(const types::Envelope& envelope, std::uint32_t slot, source::SourceRange origin);
  /// Member `index` of `base`, which is a record.
  ir::ExpressionId Member(ir::ExpressionId base, std::uint32_t index, source::SourceRange origin);
  ir::ExpressionId Variable(sema::VariableId variable, llvm::StringRef name, types::TypeId type,
                            source::SourceRange origin);
  /// Param `index` of a call, or behind the params one of its results.
  ir::ExpressionId Argument(std::uint32_t index, types::TypeId type, source::SourceRange origin);
  ir::ExpressionId Constant(types::Constant value, types::TypeId type, source::SourceRange origin);
  ir::ExpressionId Binary(ir::ExpressionKind kind, ir::ExpressionId left, ir::ExpressionId right,
                          types::TypeId type, source::SourceRange origin);
  /// `value` itself, or the float of it if it is an int where `type` is a float.
  ir::ExpressionId Convert(ir::ExpressionId value, types::TypeId type);
  /// A record of `type`. `values` has one entry per member; null: its default, or absent.
  ir::ExpressionId Record(types::TypeId type, llvm::ArrayRef<const syntax::Expression*> values,
                          source::SourceRange origin);

  const types::Type& PresentType(types::TypeId type) const;

 private:
  const syntax::Expression* LeftOperand(const syntax::Expression& expression) const;
  ir::ExpressionId Combine(const syntax::Expression& expression, ir::ExpressionId left);
  ir::Expression CombineBinary(const syntax::BinaryExpression& expression, ir::ExpressionId left);
  bool IsNull(ir::ExpressionId id) const;
  ir::Expression CombineNullTest(const syntax::BinaryExpression& expression, ir::ExpressionId path);
  ir::Expression Link(const sema::ExpressionFacts& facts, llvm::StringRef name, ir::ExpressionId base) const;
  ir::Expression LowerLeaf(const syntax::Expression& expression);
  ir::Expression LowerName(const syntax::Expression& expression) const;
  ir::Expression LowerCaught(const syntax::Expression& expression, ir::CaughtPart part) const;
  ir::Expression LowerUnary(const syntax::UnaryExpression& expression);
  ir::Expression LowerConditional(const syntax::ConditionalExpression& expression);
  ir::Expression LowerCall(const syntax::CallExpression& expression);
  ir::Expression LowerList(const syntax::ListExpression& expression);
  ir::Expression LowerRecord(const syntax::RecordExpression& expression);
  ir::Expression MakeRecord(types::TypeId type, llvm::ArrayRef<const syntax::Expression*> values,
                            source::SourceRange origin);
  ir::Expression LowerMap(const syntax::RecordExpression& expression);
  ir::Expression LowerUnion(const syntax::RecordExpression& expression, const types::Type& type);
  ir::ExpressionId Finish(const syntax::Expression& expression, ir::Expression lowered);

  const sema::TypedProgram& program_;
  ir::ExpressionStore& store_;
  const Enclosure* enclosure_;
};

/// A literal as a constant, before any conversion.
types::Constant ConstantOf(const syntax::LiteralExpression& literal);
/// Nanoseconds of a duration.
std::int64_t DurationOf(const syntax::Quantity& quantity);

}  // namespace meshc::lower
