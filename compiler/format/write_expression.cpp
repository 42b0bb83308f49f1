#include <llvm/Support/Casting.h>

#include "compiler/format/lists.h"
#include "compiler/format/write.h"
#include "compiler/syntax/print_tree.h"

namespace meshc::format {
namespace {

using llvm::cast;
using syntax::BinaryExpression;
using syntax::Expression;
using syntax::ExpressionKind;

/// A minus is part of the literal, but a token of its own.
void WriteLiteral(Writer& writer, const Expression& literal) {
  if (writer.IsAt("-")) writer.Word("-");
  writer.Leaf(literal.range.end);
}

void WriteMember(Writer& writer, const syntax::MemberExpression& member) {
  WriteExpression(writer, *member.base);
  writer.Word(".");
  WriteName(writer, member.name);
}

void WriteIndex(Writer& writer, const syntax::IndexExpression& index) {
  WriteExpression(writer, *index.base);
  writer.Word("[");
  WriteExpression(writer, *index.index);
  writer.Word("]");
}

void WriteUnary(Writer& writer, const syntax::UnaryExpression& unary) {
  writer.Word(unary.op == syntax::UnaryOperator::kNot ? "!" : "-");
  WriteExpression(writer, *unary.operand);
}

/// A chain of one operator breaks before all of them, or none.
void WriteOperands(Writer& writer, const BinaryExpression& binary) {
  const auto* left = llvm::dyn_cast<BinaryExpression>(binary.left);
  const bool chained = left != nullptr && left->op == binary.op && writer.at() == left->range.begin;
  chained ? WriteOperands(writer, *left) : WriteExpression(writer, *binary.left);
  writer.Line(Break::kBlank);
  writer.Word(syntax::Spelling(binary.op));
  writer.Blank();
  WriteExpression(writer, *binary.right);
}

void WriteBinary(Writer& writer, const BinaryExpression& binary) {
  writer.Open();
  writer.Indent(kContinuation);
  WriteOperands(writer, binary);
  writer.Dedent(kContinuation);
  writer.Close();
}

void WriteConditional(Writer& writer, const syntax::ConditionalExpression& choice) {
  writer.Open();
  WriteExpression(writer, *choice.condition);
  writer.Indent(kContinuation);
  writer.Line(Break::kBlank);
  writer.Word("?");
  writer.Blank();
  WriteExpression(writer, *choice.then_value);
  writer.Line(Break::kBlank);
  writer.Word(":");
  writer.Blank();
  WriteExpression(writer, *choice.else_value);
  writer.Dedent(kContinuation);
  writer.Close();
}

template <typename Items>
void WriteElements(Writer& writer, std::string_view opener, std::string_view closer, const Items& items) {
  WriteList(writer, opener, closer, Break::kNothing, items,
            [&](const Expression* item) { WriteExpression(writer, *item); });
}

void WriteRecord(Writer& writer, const syntax::RecordExpression& record) {
  WriteList(writer, "{", "}", Break::kBlank, record.entries, [&](const syntax::RecordEntry& entry) {
    WriteName(writer, entry.key);
    writer.Attach(":");
    writer.Blank();
    WriteExpression(writer, *entry.value);
  });
}

void WriteBare(Writer& writer, const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kInvalid:
    case ExpressionKind::kName: return writer.Leaf(expression.range.end);
    case ExpressionKind::kLiteral: return WriteLiteral(writer, expression);
    case ExpressionKind::kMember: return WriteMember(writer, *cast<syntax::MemberExpression>(&expression));
    case ExpressionKind::kIndex: return WriteIndex(writer, *cast<syntax::IndexExpression>(&expression));
    case ExpressionKind::kUnary: return WriteUnary(writer, *cast<syntax::UnaryExpression>(&expression));
    case ExpressionKind::kBinary: return WriteBinary(writer, *cast<BinaryExpression>(&expression));
    case ExpressionKind::kConditional:
      return WriteConditional(writer, *cast<syntax::ConditionalExpression>(&expression));
    case ExpressionKind::kCall: {
      const auto* call = cast<syntax::CallExpression>(&expression);
      WriteName(writer, call->function);
      return WriteElements(writer, "(", ")", call->arguments);
    }
    case ExpressionKind::kList:
      return WriteElements(writer, "[", "]", cast<syntax::ListExpression>(&expression)->elements);
    case ExpressionKind::kRecord: return WriteRecord(writer, *cast<syntax::RecordExpression>(&expression));
  }
}

}  // namespace

// Parentheses leave no node: they are what stands before the range.
void WriteExpression(Writer& writer, const Expression& expression) {
  int parentheses = 0;
  for (; writer.at() < expression.range.begin; ++parentheses) writer.Word("(");
  WriteBare(writer, expression);
  for (; parentheses > 0; --parentheses) writer.Word(")");
}

}  // namespace meshc::format
