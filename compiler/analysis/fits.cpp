#include "compiler/analysis/fits.h"

#include <llvm/ADT/SmallVector.h>

#include <utility>

namespace meshc::analysis {
namespace {

using ir::Expression;
using ir::ExpressionId;
using ir::ExpressionKind;
using types::Constraint;
using types::Type;
using types::TypeId;
using types::TypeKind;

/// Goes through the parts of a value with a stack of its own: chains of `??` may be long.
class FitScan {
 public:
  explicit FitScan(const ir::Mesh& mesh) : mesh_(mesh) {}

  bool Run(ExpressionId value, TypeId target) {
    open_.push_back({value, target});
    while (!open_.empty()) {
      const auto [part, type] = open_.pop_back_val();
      if (!FitsItself(mesh_.expressions[part], types().Present(type))) return false;
    }
    return true;
  }

  /// True if every value of `from` is one of `to`.
  bool FitsType(TypeId from, TypeId to) const {
    while (types().Present(from) != types().Present(to)) {
      const Type& source = types()[types().Present(from)];
      const Type& target = types()[types().Present(to)];
      if (source.kind != target.kind || !target.constraint.empty()) return false;
      if (source.kind == TypeKind::kInt || source.kind == TypeKind::kFloat ||
          source.kind == TypeKind::kString)
        return true;
      if (source.kind != TypeKind::kList && source.kind != TypeKind::kMap) return false;
      from = source.element;
      to = target.element;
    }
    return true;
  }

 private:
  const types::TypeStore& types() const { return mesh_.declarations.types; }

  /// What only its parts can answer is put on the stack.
  bool FitsItself(const Expression& value, TypeId target) {
    const Type& type = types()[target];
    switch (value.kind) {
      case ExpressionKind::kConstant: return FitsConstant(value.constant, type.constraint);
      case ExpressionKind::kConditional: return Ask(value, 1, target) && Ask(value, 2, target);
      case ExpressionKind::kCoalesce: return Ask(value, 0, target) && Ask(value, 1, target);
      case ExpressionKind::kToFloat: return type.constraint.empty();
      case ExpressionKind::kList: return FitsList(value, type);
      case ExpressionKind::kMap: return type.kind == TypeKind::kMap && AskEach(value, 1, 2, type.element);
      case ExpressionKind::kRecord: return FitsRecord(value, type);
      case ExpressionKind::kUnion: return FitsUnion(value, type);
      default: return FitsType(value.type, target);
    }
  }

  bool Ask(const Expression& value, std::size_t operand, TypeId target) {
    open_.push_back({value.operands[operand], target});
    return true;
  }

  bool AskEach(const Expression& value, std::size_t first, std::size_t step, TypeId target) {
    for (std::size_t i = first; i < value.operands.size(); i += step) Ask(value, i, target);
    return true;
  }

  bool FitsList(const Expression& value, const Type& type) {
    const auto size = static_cast<std::int64_t>(value.operands.size());
    const Constraint& length = type.constraint;
    if (type.kind != TypeKind::kList || (length.min && size < *length.min)) return false;
    return !(length.max && size > *length.max) && AskEach(value, 0, 1, type.element);
  }

  bool FitsRecord(const Expression& value, const Type& type) {
    if (type.kind != TypeKind::kRecord) return false;
    const auto& members = mesh_.declarations.records[type.record()].members;
    for (std::size_t i = 0; i < members.size(); ++i) Ask(value, i, members[i].type);
    return true;
  }

  bool FitsUnion(const Expression& value, const Type& type) {
    if (type.kind != TypeKind::kUnion) return false;
    return Ask(value, 0, mesh_.declarations.unions[type.union_type()].tags[value.index].type);
  }

  /// Texts were held against their bounds where they are written; numbers may come in by `??`.
  static bool FitsConstant(const types::Constant& value, const Constraint& bounds) {
    if (value.kind == types::ConstantKind::kInt) {
      return !(bounds.min && value.integer < *bounds.min) && !(bounds.max && value.integer > *bounds.max);
    }
    if (value.kind == types::ConstantKind::kFloat) {
      return !(bounds.float_min && value.number < *bounds.float_min) &&
             !(bounds.float_max && value.number > *bounds.float_max);
    }
    return true;
  }

  struct Part {
    ExpressionId value;
    TypeId target;
  };

  const ir::Mesh& mesh_;
  llvm::SmallVector<Part, 8> open_;
};

}  // namespace

bool AlwaysFits(const ir::Mesh& mesh, ExpressionId value, TypeId target) {
  return FitScan(mesh).Run(value, target);
}

bool AlwaysFits(const ir::Mesh& mesh, TypeId from, TypeId target) {
  return FitScan(mesh).FitsType(from, target);
}

}  // namespace meshc::analysis
