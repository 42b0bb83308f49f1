#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/build.h"

namespace meshc::syntax {
namespace {

namespace diag = diagnostics::diag;

struct OperatorRow {
  BinaryOperator op;
  int precedence;  // Higher binds tighter.
};

constexpr int kCoalesce = 5;
constexpr int kRelation = 4;
constexpr int kEquality = 3;

// The table of the language, section 6.
OperatorRow RowOf(std::size_t token) {
  switch (token) {
    case FlowParser::STAR: return {BinaryOperator::kMultiply, 7};
    case FlowParser::SLASH: return {BinaryOperator::kDivide, 7};
    case FlowParser::PERCENT: return {BinaryOperator::kRemainder, 7};
    case FlowParser::PLUS: return {BinaryOperator::kAdd, 6};
    case FlowParser::MINUS: return {BinaryOperator::kSubtract, 6};
    case FlowParser::COALESCE: return {BinaryOperator::kCoalesce, kCoalesce};
    case FlowParser::LESS: return {BinaryOperator::kLess, kRelation};
    case FlowParser::LESS_EQUAL: return {BinaryOperator::kLessEqual, kRelation};
    case FlowParser::GREATER: return {BinaryOperator::kGreater, kRelation};
    case FlowParser::GREATER_EQUAL: return {BinaryOperator::kGreaterEqual, kRelation};
    case FlowParser::IN: return {BinaryOperator::kIn, kRelation};
    case FlowParser::EQUAL: return {BinaryOperator::kEqual, kEquality};
    case FlowParser::NOT_EQUAL: return {BinaryOperator::kNotEqual, kEquality};
    case FlowParser::AND: return {BinaryOperator::kAnd, 2};
    default: return {BinaryOperator::kOr, 1};
  }
}

// An expression and its extent with parentheses, which leave no node.
struct Operand {
  const Expression* value = nullptr;
  SourceRange extent;
};

const Expression* BuildBase(Build& build, FlowParser::OperandContext* tree, const antlr4::Token* minus) {
  if (tree->literal != nullptr) return BuildLiteral(build, tree->literal, minus);
  if (tree->list != nullptr) {
    auto* list = build.NewWithId<ListExpression>(build.RangeOf(tree->list));
    llvm::SmallVector<const Expression*, 8> elements;
    for (auto* item : tree->list->items) elements.push_back(BuildExpression(build, item));
    list->elements = build.Keep(elements);
    return list;
  }
  if (tree->fields != nullptr) return BuildRecordLiteral(build, tree->fields);
  if (tree->inner != nullptr) return BuildExpression(build, tree->inner);
  if (IsBroken(tree->id)) return BuildInvalid(build, build.RangeOf(tree));
  if (tree->arguments == nullptr) {
    auto* name = build.NewWithId<NameExpression>(build.RangeOf(tree->id));
    name->name = BuildName(build, tree->id);
    return name;
  }
  auto* call = build.NewWithId<CallExpression>(build.RangeOf(tree->id->start, tree->arguments->stop));
  call->function = BuildName(build, tree->id);
  llvm::SmallVector<const Expression*, 4> arguments;
  for (auto* item : tree->arguments->items) arguments.push_back(BuildExpression(build, item));
  call->arguments = build.Keep(arguments);
  return call;
}

const Expression* BuildSuffix(Build& build, const Expression* base, const antlr4::Token* start,
                              FlowParser::SuffixContext* suffix) {
  const SourceRange range = build.RangeOf(start, suffix->stop);
  if (suffix->index != nullptr) {
    auto* index = build.NewWithId<IndexExpression>(range);
    index->base = base;
    index->index = BuildExpression(build, suffix->index);
    return index;
  }
  auto* member = build.NewWithId<MemberExpression>(range);
  member->base = base;
  member->name = BuildName(build, suffix->id);
  return member;
}

const Expression* BuildPrefixes(Build& build, const Expression* value, FlowParser::OperandContext* tree,
                                std::size_t count) {
  for (std::size_t i = count; i > 0; --i) {
    const antlr4::Token* prefix = tree->prefixes[i - 1];
    auto* unary = build.NewWithId<UnaryExpression>(build.RangeOf(prefix, tree->stop));
    unary->op = prefix->getType() == FlowParser::NOT ? UnaryOperator::kNot : UnaryOperator::kNegate;
    unary->operand = value;
    value = unary;
  }
  return value;
}

// The token behind the prefixes.
const antlr4::Token* BaseStart(FlowParser::OperandContext* tree) {
  return tree->prefixes.empty() ? tree->start : static_cast<const Token*>(tree->prefixes.back()) + 1;
}

Operand BuildOperand(Build& build, FlowParser::OperandContext* tree) {
  const SourceRange extent = build.RangeOf(tree);
  if (IsBroken(tree)) return {BuildInvalid(build, extent), extent};
  std::size_t prefixes = tree->prefixes.size();
  const bool number = tree->literal != nullptr && tree->literal->getType() == FlowParser::NUMBER;
  const bool folded = number && prefixes > 0 && tree->prefixes.back()->getType() == FlowParser::MINUS;
  const antlr4::Token* minus = folded ? tree->prefixes[--prefixes] : nullptr;
  const Expression* value = BuildBase(build, tree, minus);
  for (auto* suffix : tree->suffixes) {
    if (!IsBroken(suffix)) value = BuildSuffix(build, value, BaseStart(tree), suffix);
  }
  return {BuildPrefixes(build, value, tree, prefixes), extent};
}

// Operators wait on a stack until one comes that binds less tightly: no recursion, whatever the length.
class Climber {
 public:
  Climber(Build& build, Operand first) : build_(build) { operands_.push_back(first); }

  void Add(const antlr4::Token* token, Operand right) {
    const OperatorRow row = RowOf(token->getType());
    while (!pending_.empty() && pending_.back().row.precedence > row.precedence) Reduce();
    if (!pending_.empty() && pending_.back().row.precedence == row.precedence &&
        row.precedence != kCoalesce) {
      const bool chain = row.precedence == kRelation || row.precedence == kEquality;
      if (chain) ReportChain(token);
      Reduce();
      // One mistake: that a bool is compared again is no second one.
      if (chain) operands_.back().value = BuildInvalid(build_, operands_.back().extent);
    }
    pending_.push_back({row, build_.RangeOf(token)});
    operands_.push_back(right);
  }

  Operand Finish() {
    while (!pending_.empty()) Reduce();
    return operands_.back();
  }

 private:
  struct Pending {
    OperatorRow row;
    SourceRange range;
  };

  void Reduce() {
    const Operand right = operands_.pop_back_val();
    const Pending pending = pending_.pop_back_val();
    Operand& left = operands_.back();
    auto* binary = build_.NewWithId<BinaryExpression>(source::Cover(left.extent, right.extent));
    binary->op = pending.row.op;
    binary->op_range = pending.range;
    binary->left = left.value;
    binary->right = right.value;
    left = {binary, binary->range};
  }

  void ReportChain(const antlr4::Token* token) {
    build_.reporter.Report(diag::ChainedComparison, build_.RangeOf(token))
        .AddLabel(pending_.back().range, "the first comparison")
        .AddHelp("compare twice and join by `&&`, or use parentheses");
  }

  Build& build_;
  llvm::SmallVector<Operand, 8> operands_;
  llvm::SmallVector<Pending, 8> pending_;
};

const Expression* BuildFlat(Build& build, FlowParser::ExpressionContext* tree) {
  const Operand first = BuildOperand(build, tree->first);
  if (tree->rest.empty()) return first.value;
  Climber climber(build, first);
  for (auto* tail : tree->rest) {
    if (!IsBroken(tail)) climber.Add(tail->op, BuildOperand(build, tail->right));
  }
  return climber.Finish().value;
}

}  // namespace

const Expression* BuildInvalid(Build& build, SourceRange range) {
  return build.NewWithId<InvalidExpression>(range);
}

const Expression* BuildExpression(Build& build, FlowParser::ExpressionContext* tree) {
  if (IsBroken(tree) || tree->first == nullptr) return BuildInvalid(build, build.RangeOf(tree));
  const Expression* value = BuildFlat(build, tree);
  if (tree->thenValue == nullptr) return value;
  auto* conditional = build.NewWithId<ConditionalExpression>(build.RangeOf(tree));
  conditional->condition = value;
  conditional->then_value = BuildExpression(build, tree->thenValue);
  conditional->else_value = BuildExpression(build, tree->elseValue);
  return conditional;
}

const RecordExpression* BuildRecordLiteral(Build& build, FlowParser::RecordLiteralContext* tree) {
  if (IsBroken(tree)) return nullptr;
  auto* record = build.NewWithId<RecordExpression>(build.RangeOf(tree));
  llvm::SmallVector<RecordEntry, 8> entries;
  for (auto* item : tree->items) {
    if (IsBroken(item)) continue;
    RecordEntry& entry = entries.emplace_back();
    entry.range = build.RangeOf(item);
    entry.key_is_string = item->text != nullptr;
    entry.key = BuildName(build, item->key);
    if (entry.key_is_string) {
      entry.key.range = build.RangeOf(item->text);
      entry.key.text = BuildString(build, item->text);
    }
    entry.value = BuildExpression(build, item->value);
  }
  record->entries = build.Keep(entries);
  return record;
}

}  // namespace meshc::syntax
