#include "compiler/format/write.h"

namespace meshc::format {
namespace {

using syntax::TypeExpressionKind;

void WriteBound(Writer& writer, const syntax::Bound& bound) {
  if (!bound.present) return;
  if (writer.IsAt("-")) writer.Word("-");
  writer.Leaf(bound.range.end);
}

void WriteRange(Writer& writer, const syntax::ConstraintExpression& constraint) {
  WriteBound(writer, constraint.min);
  writer.Word("..");
  WriteBound(writer, constraint.max);
}

void WritePattern(Writer& writer, const syntax::ConstraintExpression& constraint) {
  writer.Word("pattern");
  writer.Blank();
  writer.Leaf(constraint.pattern_range.end);
}

void WriteConstraint(Writer& writer, const syntax::ConstraintExpression& constraint) {
  if (!constraint.present) return;
  writer.Word("(");
  const int count = (constraint.has_range ? 1 : 0) + (constraint.has_pattern ? 1 : 0);
  for (int i = 0; i < count; ++i) {
    if (i > 0) writer.Attach(",");
    if (i > 0) writer.Blank();
    writer.IsAt("pattern") ? WritePattern(writer, constraint) : WriteRange(writer, constraint);
  }
  writer.DropAll(",");
  writer.Word(")");
}

}  // namespace

void WriteType(Writer& writer, const syntax::TypeExpression& type) {
  switch (type.kind) {
    case TypeExpressionKind::kInvalid: return writer.Leaf(type.range.end);
    case TypeExpressionKind::kName:
      WriteName(writer, type.name);
      return WriteConstraint(writer, type.constraint);
    case TypeExpressionKind::kList:
      writer.Word("[");
      WriteType(writer, *type.element);
      writer.Word("]");
      return WriteConstraint(writer, type.constraint);
    case TypeExpressionKind::kMap:
      writer.Word("{");
      WriteType(writer, *type.element);
      writer.Word("}");
      return;
    case TypeExpressionKind::kOptional:
      WriteType(writer, *type.element);
      writer.Word("?");
      return;
  }
}

}  // namespace meshc::format
