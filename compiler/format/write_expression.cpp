#include <llvm/Support/Casting.h>

#include <utility>
#include <vector>

#include "compiler/format/lists.h"
#include "compiler/format/write.h"
#include "compiler/syntax/print_tree.h"

namespace meshc::format {
namespace {

using llvm::cast;
using syntax::BinaryExpression;
using syntax::BinaryOperator;
using syntax::Expression;
using syntax::ExpressionKind;

/// A minus is part of the literal, but a token of its own.
void WriteLiteral(Writer& writer, const Expression& literal) {
  if (writer.IsAt("-")) writer.Word("-");
  writer.Leaf(literal.range.end);
}

/// Parentheses leave no node: they are what stands before the range.
int OpenParentheses(Writer& writer, const Expression& expression) {
  int count = 0;
  for (; writer.at() < expression.range.begin; ++count) writer.Word("(");
  return count;
}

void CloseParentheses(Writer& writer, int count) {
  for (; count > 0; --count) writer.Word(")");
}

/// What a link of a path stands on; null: it is no link.
const Expression* BaseOf(const Expression& expression) {
  if (const auto* member = llvm::dyn_cast<syntax::MemberExpression>(&expression)) return member->base;
  if (const auto* index = llvm::dyn_cast<syntax::IndexExpression>(&expression)) return index->base;
  return nullptr;
}

/// A link without its base.
void WriteLink(Writer& writer, const Expression& link) {
  if (const auto* member = llvm::dyn_cast<syntax::MemberExpression>(&link)) {
    writer.Word(".");
    return WriteName(writer, member->name);
  }
  writer.Word("[");
  WriteExpression(writer, *cast<syntax::IndexExpression>(&link)->index);
  writer.Word("]");
}

void WriteUnary(Writer& writer, const syntax::UnaryExpression& unary) {
  writer.Word(unary.op == syntax::UnaryOperator::kNot ? "!" : "-");
  WriteExpression(writer, *unary.operand);
}

/// Equal for operators that bind alike and chain from the left.
BinaryOperator ChainOf(BinaryOperator op) {
  if (op == BinaryOperator::kSubtract) return BinaryOperator::kAdd;
  if (op == BinaryOperator::kDivide || op == BinaryOperator::kRemainder) return BinaryOperator::kMultiply;
  return op;
}

/// A chain of operators that bind alike breaks before all of them, or none. It may be as long as the file.
void WriteBinary(Writer& writer, const BinaryExpression& binary) {
  std::vector<const BinaryExpression*> chain{&binary};
  while (const auto* left = llvm::dyn_cast<BinaryExpression>(chain.back()->left)) {
    if (ChainOf(left->op) != ChainOf(binary.op) || writer.at() != left->range.begin) break;
    chain.push_back(left);
  }
  writer.Open();
  writer.Indent(kContinuation);
  WriteExpression(writer, *chain.back()->left);
  for (std::size_t i = chain.size(); i-- > 0;) {
    writer.Line(Break::kBlank);
    writer.Word(syntax::Spelling(chain[i]->op));
    writer.Blank();
    WriteExpression(writer, *chain[i]->right);
  }
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
    case ExpressionKind::kMember:
    case ExpressionKind::kIndex: return WriteLink(writer, expression);
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

// A path may be as long as the file: its links are written from the base on.
void WriteExpression(Writer& writer, const Expression& expression) {
  std::vector<std::pair<const Expression*, int>> links;
  for (const Expression* at = &expression; at != nullptr; at = BaseOf(*at))
    links.emplace_back(at, OpenParentheses(writer, *at));
  for (std::size_t i = links.size(); i-- > 0;) {
    WriteBare(writer, *links[i].first);
    CloseParentheses(writer, links[i].second);
  }
}

}  // namespace meshc::format
