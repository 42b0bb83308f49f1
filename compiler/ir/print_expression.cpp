// Expressions as they would stand in a Flow file, with no more parentheses than they need.
//
// Operators to the left of each other may be many thousands deep, so the left spine of an
// expression is walked, not recursed into; what nests in brackets is bounded by the language.
#include <fmt/format.h>

#include <utility>

#include "compiler/ir/mesh.h"
#include "compiler/ir/print_constant.h"
#include "compiler/ir/print_redacted.h"
#include "compiler/support/enumerator.h"

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

Precedence LevelOf(ExpressionKind kind) {
  switch (ClassOf(kind)) {
    case ExpressionClass::kConditional: return kConditionalLevel;
    case ExpressionClass::kOr: return kOrLevel;
    case ExpressionClass::kAnd: return kAndLevel;
    case ExpressionClass::kEquality: return kEqualityLevel;
    case ExpressionClass::kComparison: return kComparisonLevel;
    case ExpressionClass::kCoalesce: return kCoalesceLevel;
    case ExpressionClass::kSum: return kSumLevel;
    case ExpressionClass::kProduct: return kProductLevel;
    case ExpressionClass::kPrefix: return kPrefixLevel;
    case ExpressionClass::kConstant:
    case ExpressionClass::kRoot:
    case ExpressionClass::kArgument:
    case ExpressionClass::kLink:
    case ExpressionClass::kHas:
    case ExpressionClass::kConversion:
    case ExpressionClass::kComposite:
    case ExpressionClass::kCall: break;
  }
  return kPathLevel;
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
  NoSuchEnumerator();
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
      const bool parenthesised = LevelOf(expression.kind) < level;
      if (parenthesised) {
        opened += '(';
        // A parenthesised link of the spine is marked by a none behind it.
        spine.push_back({});
      }
      spine.push_back(id);
      if (!StandsRightOfOperand(expression.kind)) break;
      level = LeftLevel(expression.kind);
      id = expression.operands[0];
    }
    text_ += opened;
    while (!spine.empty()) {
      const ExpressionId link = spine.pop_back_val();
      if (link.has_value()) {
        PrintLast(link);
      } else {
        text_ += ')';
      }
    }
  }

  std::string text_;

 private:
  static int LeftLevel(ExpressionKind kind) {
    const Precedence level = LevelOf(kind);
    const bool needs_tighter =
        level == kCoalesceLevel || level == kComparisonLevel || level == kEqualityLevel;
    return needs_tighter ? level + 1 : level;
  }

  // `id` without the operand that it stands to the right of.
  void PrintLast(ExpressionId id) {
    const Expression& expression = mesh_.expressions[id];
    switch (ClassOf(expression.kind)) {
      case ExpressionClass::kConstant: text_ += hides_(id) ? "(redacted)" : PrintValue(expression); return;
      case ExpressionClass::kRoot: return PrintRoot(expression);
      case ExpressionClass::kArgument: text_ += fmt::format("param#{}", expression.index); return;
      case ExpressionClass::kLink: return PrintLink(expression);
      case ExpressionClass::kHas: return PrintCall("has", expression);
      case ExpressionClass::kConversion: return PrintCall("float", expression);
      case ExpressionClass::kCall: return PrintCall(FunctionName(expression.index), expression);
      case ExpressionClass::kConditional: return PrintConditional(expression);
      case ExpressionClass::kPrefix: return PrintPrefix(expression);
      case ExpressionClass::kComposite: return PrintComposite(expression);
      case ExpressionClass::kOr:
      case ExpressionClass::kAnd:
      case ExpressionClass::kEquality:
      case ExpressionClass::kComparison:
      case ExpressionClass::kCoalesce:
      case ExpressionClass::kSum:
      case ExpressionClass::kProduct: return PrintInfix(expression);
    }
  }

  void PrintInfix(const Expression& expression) {
    const Precedence level = LevelOf(expression.kind);
    text_ += fmt::format(" {} ", TraitsOf(expression.kind).sign);
    Print(expression.operands[1], level == kCoalesceLevel ? level : level + 1);
  }

  void PrintLink(const Expression& link) {
    if (link.kind != ExpressionKind::kIndex) {
      text_ += '.' + LinkName(link);
      return;
    }
    text_ += '[';
    Print(link.operands[1], 0);
    text_ += ']';
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

  void PrintRoot(const Expression& root) {
    if (root.kind == ExpressionKind::kCaught) return PrintCaught(root);
    text_ += root.kind == ExpressionKind::kField
                 ? mesh_.declarations.envelopes[envelope_].fields[root.index].name
                 : root.constant.text;
  }

  void PrintComposite(const Expression& expression) {
    if (expression.kind == ExpressionKind::kList) return PrintList(expression);
    if (expression.kind == ExpressionKind::kRecord) return PrintRecord(expression);
    expression.kind == ExpressionKind::kUnion ? PrintUnion(expression) : PrintMap(expression);
  }

  void PrintCaught(const Expression& expression) {
    static constexpr const char* kParts[] = {"name", "message", "actor", "detail"};
    text_ += fmt::format("{}.{}", expression.constant.text, kParts[static_cast<int>(expression.part)]);
  }

  void PrintPrefix(const Expression& expression) {
    text_ += TraitsOf(expression.kind).sign;
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
