// Expressions as they would stand in a Flow file, with no more parentheses than they need.
//
// Operators to the left of each other may be many thousands deep, so the left spine of an
// expression is walked, not recursed into; what nests in brackets is bounded by the language.
#include <fmt/format.h>

#include <utility>

#include "compiler/ir/mesh.h"
#include "compiler/ir/print_constant.h"
#include "compiler/ir/print_redacted.h"

namespace meshc::ir {
namespace {

// Larger binds tighter.
enum Precedence : int {
  kConditionalLevel = 1,
  kOrLevel,
  kAndLevel,
  kEqualityLevel,
  kComparisonLevel,
  kCoalesceLevel,
  kSumLevel,
  kProductLevel,
  kPrefixLevel,
  kPathLevel,
};

struct Operator {
  int level = kPathLevel;
  const char* sign = nullptr;  // Null: no infix operator.
};

Operator OperatorOf(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::kOr: return {kOrLevel, "||"};
    case ExpressionKind::kAnd: return {kAndLevel, "&&"};
    case ExpressionKind::kEqual: return {kEqualityLevel, "=="};
    case ExpressionKind::kNotEqual: return {kEqualityLevel, "!="};
    case ExpressionKind::kLess: return {kComparisonLevel, "<"};
    case ExpressionKind::kLessEqual: return {kComparisonLevel, "<="};
    case ExpressionKind::kGreater: return {kComparisonLevel, ">"};
    case ExpressionKind::kGreaterEqual: return {kComparisonLevel, ">="};
    case ExpressionKind::kIn: return {kComparisonLevel, "in"};
    case ExpressionKind::kCoalesce: return {kCoalesceLevel, "??"};
    case ExpressionKind::kAdd: return {kSumLevel, "+"};
    case ExpressionKind::kSubtract: return {kSumLevel, "-"};
    case ExpressionKind::kMultiply: return {kProductLevel, "*"};
    case ExpressionKind::kDivide: return {kProductLevel, "/"};
    case ExpressionKind::kRemainder: return {kProductLevel, "%"};
    case ExpressionKind::kConditional: return {kConditionalLevel, nullptr};
    case ExpressionKind::kNot:
    case ExpressionKind::kNegate: return {kPrefixLevel, nullptr};
    case ExpressionKind::kConstant:
    case ExpressionKind::kField:
    case ExpressionKind::kParam:
    case ExpressionKind::kVariable:
    case ExpressionKind::kCaught:
    case ExpressionKind::kMember:
    case ExpressionKind::kTag:
    case ExpressionKind::kJsonMember:
    case ExpressionKind::kIndex:
    case ExpressionKind::kHas:
    case ExpressionKind::kToFloat:
    case ExpressionKind::kList:
    case ExpressionKind::kRecord:
    case ExpressionKind::kUnion:
    case ExpressionKind::kMap:
    case ExpressionKind::kCall: return {};
  }
  return {};
}

bool IsPathLink(ExpressionKind kind) {
  return kind == ExpressionKind::kMember || kind == ExpressionKind::kTag ||
         kind == ExpressionKind::kJsonMember || kind == ExpressionKind::kIndex;
}

const char* FunctionName(std::uint32_t function) {
  switch (static_cast<Function>(function)) {
    case Function::kLen: return "len";
    case Function::kLower: return "lower";
    case Function::kUpper: return "upper";
    case Function::kTrim: return "trim";
    case Function::kContains: return "contains";
    case Function::kStartsWith: return "starts_with";
    case Function::kEndsWith: return "ends_with";
    case Function::kMatches: return "matches";
    case Function::kMin: return "min";
    case Function::kMax: return "max";
    case Function::kAbs: return "abs";
    case Function::kToInt: return "int";
    case Function::kToFloat: return "float";
    case Function::kToString: return "string";
  }
  return "?";
}

class ExpressionPrinter {
 public:
  ExpressionPrinter(const Mesh& mesh, types::EnvelopeId envelope,
                    llvm::function_ref<bool(ExpressionId)> hides)
      : mesh_(mesh), envelope_(envelope), hides_(hides) {}

  // Prints `id` in a place that takes operators of `level` and tighter ones.
  void Print(ExpressionId id, int level) {
    llvm::SmallVector<ExpressionId, 4> spine;
    std::string opened;
    while (true) {
      const Expression& expression = mesh_.expressions[id];
      Operator op = OperatorOf(expression.kind);
      bool parenthesised = op.level < level;
      if (parenthesised) opened += '(';
      bool has_left = op.sign != nullptr || IsPathLink(expression.kind);
      if (!has_left) {
        text_ += opened;
        if (expression.kind == ExpressionKind::kConstant && hides_(id)) {
          text_ += "(redacted)";
        } else {
          PrintLeaf(expression);
        }
        if (parenthesised) text_ += ')';
        break;
      }
      // A parenthesised link of the spine is marked by a none behind it.
      if (parenthesised) spine.push_back({});
      spine.push_back(id);
      level = LeftLevel(expression.kind, op);
      id = expression.operands[0];
    }
    while (!spine.empty()) {
      ExpressionId link = spine.pop_back_val();
      if (link.has_value()) {
        PrintRight(mesh_.expressions[link]);
      } else {
        text_ += ')';
      }
    }
  }

  std::string text_;

 private:
  static int LeftLevel(ExpressionKind kind, Operator op) {
    bool needs_tighter =
        kind == ExpressionKind::kCoalesce || op.level == kComparisonLevel || op.level == kEqualityLevel;
    return needs_tighter ? op.level + 1 : op.level;
  }

  void PrintRight(const Expression& expression) {
    Operator op = OperatorOf(expression.kind);
    if (op.sign != nullptr) {
      text_ += fmt::format(" {} ", op.sign);
      Print(expression.operands[1], expression.kind == ExpressionKind::kCoalesce ? op.level : op.level + 1);
    } else if (expression.kind == ExpressionKind::kIndex) {
      text_ += '[';
      Print(expression.operands[1], 0);
      text_ += ']';
    } else {
      text_ += '.' + LinkName(expression);
    }
  }

  const types::Type& PresentType(types::TypeId id) const {
    return mesh_.declarations.types[mesh_.declarations.types.Present(id)];
  }

  std::string LinkName(const Expression& link) const {
    if (link.kind == ExpressionKind::kJsonMember) return link.constant.text;
    const types::Type& type = PresentType(mesh_.expressions[link.operands[0]].type);
    if (link.kind == ExpressionKind::kMember) {
      return mesh_.declarations.records[type.record()].members[link.index].name;
    }
    return mesh_.declarations.unions[type.union_type()].tags[link.index].name;
  }

  /// Enum values stand bare, as they are written.
  std::string PrintValue(const Expression& constant) const {
    const bool bare = constant.constant.kind == types::ConstantKind::kString &&
                      PresentType(constant.type).kind == types::TypeKind::kEnum;
    return bare ? constant.constant.text : PrintConstant(constant.constant);
  }

  void PrintLeaf(const Expression& expression) {
    switch (expression.kind) {
      case ExpressionKind::kConstant: text_ += PrintValue(expression); return;
      case ExpressionKind::kField:
        text_ += mesh_.declarations.envelopes[envelope_].fields[expression.index].name;
        return;
      case ExpressionKind::kParam: text_ += fmt::format("param#{}", expression.index); return;
      case ExpressionKind::kVariable: text_ += expression.constant.text; return;
      case ExpressionKind::kCaught: PrintCaught(expression); return;
      case ExpressionKind::kHas: PrintCall("has", expression); return;
      case ExpressionKind::kNot: PrintPrefix("!", expression); return;
      case ExpressionKind::kNegate: PrintPrefix("-", expression); return;
      case ExpressionKind::kConditional: PrintConditional(expression); return;
      case ExpressionKind::kToFloat: PrintCall("float", expression); return;
      case ExpressionKind::kList: PrintList(expression); return;
      case ExpressionKind::kRecord: PrintRecord(expression); return;
      case ExpressionKind::kUnion: PrintUnion(expression); return;
      case ExpressionKind::kMap: PrintMap(expression); return;
      case ExpressionKind::kCall: PrintCall(FunctionName(expression.index), expression); return;
      case ExpressionKind::kMember:
      case ExpressionKind::kTag:
      case ExpressionKind::kJsonMember:
      case ExpressionKind::kIndex:
      case ExpressionKind::kCoalesce:
      case ExpressionKind::kAdd:
      case ExpressionKind::kSubtract:
      case ExpressionKind::kMultiply:
      case ExpressionKind::kDivide:
      case ExpressionKind::kRemainder:
      case ExpressionKind::kEqual:
      case ExpressionKind::kNotEqual:
      case ExpressionKind::kLess:
      case ExpressionKind::kLessEqual:
      case ExpressionKind::kGreater:
      case ExpressionKind::kGreaterEqual:
      case ExpressionKind::kIn:
      case ExpressionKind::kAnd:
      case ExpressionKind::kOr: return;  // On the spine.
    }
  }

  void PrintCaught(const Expression& expression) {
    static constexpr const char* kParts[] = {"name", "message", "actor", "detail"};
    text_ += fmt::format("{}.{}", expression.constant.text, kParts[static_cast<int>(expression.part)]);
  }

  void PrintPrefix(const char* sign, const Expression& expression) {
    text_ += sign;
    Print(expression.operands[0], kPrefixLevel);
  }

  void PrintConditional(const Expression& expression) {
    Print(expression.operands[0], kOrLevel);
    text_ += " ? ";
    Print(expression.operands[1], kConditionalLevel);
    text_ += " : ";
    Print(expression.operands[2], kConditionalLevel);
  }

  void PrintOperands(const Expression& expression) {
    for (std::size_t i = 0; i < expression.operands.size(); ++i) {
      if (i > 0) text_ += ", ";
      Print(expression.operands[i], 0);
    }
  }

  void PrintCall(const char* name, const Expression& expression) {
    text_ += fmt::format("{}(", name);
    PrintOperands(expression);
    text_ += ')';
  }

  void PrintList(const Expression& expression) {
    text_ += '[';
    PrintOperands(expression);
    text_ += ']';
  }

  void PrintRecord(const Expression& expression) {
    const auto& members = mesh_.declarations.records[PresentType(expression.type).record()].members;
    text_ += '{';
    for (std::size_t i = 0; i < expression.operands.size() && i < members.size(); ++i) {
      text_ += fmt::format("{}{}: ", i > 0 ? ", " : " ", members[i].name);
      Print(expression.operands[i], 0);
    }
    text_ += " }";
  }

  void PrintUnion(const Expression& expression) {
    const auto& tags = mesh_.declarations.unions[PresentType(expression.type).union_type()].tags;
    text_ += fmt::format("{{ {}: ", tags[expression.index].name);
    Print(expression.operands[0], 0);
    text_ += " }";
  }

  void PrintMap(const Expression& expression) {
    text_ += '{';
    for (std::size_t i = 0; i + 1 < expression.operands.size(); i += 2) {
      text_ += i > 0 ? ", " : " ";
      Print(expression.operands[i], 0);
      text_ += ": ";
      Print(expression.operands[i + 1], 0);
    }
    text_ += " }";
  }

  const Mesh& mesh_;
  types::EnvelopeId envelope_;
  llvm::function_ref<bool(ExpressionId)> hides_;
};

}  // namespace

std::string PrintRedacted(const Mesh& mesh, ExpressionId id, types::EnvelopeId envelope,
                          llvm::function_ref<bool(ExpressionId)> hides) {
  ExpressionPrinter printer(mesh, envelope, hides);
  printer.Print(id, 0);
  return std::move(printer.text_);
}

std::string PrintExpression(const Mesh& mesh, ExpressionId id, types::EnvelopeId envelope) {
  return PrintRedacted(mesh, id, envelope, [](ExpressionId) { return false; });
}

}  // namespace meshc::ir
