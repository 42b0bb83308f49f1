#include "compiler/syntax/parse/nesting.h"
#include "compiler/diagnostics/diagnostics_1_syntax.h"

#include <FlowLexer.h>

#include <vector>

namespace meshc::syntax {
namespace {

namespace diag = diagnostics::diag;

enum class Role : std::uint8_t {
  kOther,
  kOpen,
  kClose,
  kSeparator,
  kTight,  ///< Binds more tightly than `??`, whose right side goes on behind it; a colon, too, wants an
           ///< operand.
  kLoose,
  kCoalesce,
  kQuestion,
  kMinus,
  kNot
};

Role RoleOf(std::size_t type) {
  switch (type) {
    case FlowLexer::LBRACE:
    case FlowLexer::LPAREN:
    case FlowLexer::LBRACKET: return Role::kOpen;
    case FlowLexer::RBRACE:
    case FlowLexer::RPAREN:
    case FlowLexer::RBRACKET: return Role::kClose;
    case FlowLexer::SEMICOLON:
    case FlowLexer::COMMA:
    case FlowLexer::ARM:
    case FlowLexer::ARROW:
    case FlowLexer::ASSIGN:
    case FlowLexer::ADD_ASSIGN:
    case FlowLexer::SUBTRACT_ASSIGN:
    case FlowLexer::MULTIPLY_ASSIGN: return Role::kSeparator;
    case FlowLexer::MINUS: return Role::kMinus;
    case FlowLexer::NOT: return Role::kNot;
    case FlowLexer::QUESTION: return Role::kQuestion;
    case FlowLexer::COALESCE: return Role::kCoalesce;
    case FlowLexer::COLON:
    case FlowLexer::DOT:
    case FlowLexer::STAR:
    case FlowLexer::SLASH:
    case FlowLexer::PERCENT:
    case FlowLexer::PLUS: return Role::kTight;
    case FlowLexer::LESS:
    case FlowLexer::LESS_EQUAL:
    case FlowLexer::GREATER:
    case FlowLexer::GREATER_EQUAL:
    case FlowLexer::IN:
    case FlowLexer::EQUAL:
    case FlowLexer::NOT_EQUAL:
    case FlowLexer::AND:
    case FlowLexer::OR: return Role::kLoose;
    default: return Role::kOther;
  }
}

// The expression that is being read, up to here. Chains of operators and paths are flat, however long.
struct Frame {
  std::uint32_t coalesces = 0;  // Whose right side goes on.
  std::uint32_t questions = 0;
  std::uint32_t prefixes = 0;  // Directly before the next operand.
  bool after_operand = false;

  std::uint32_t levels() const { return coalesces + questions + prefixes; }
};

class Counter {
 public:
  // The depth after `token`.
  std::uint32_t Step(const Token& token, const Token& next) {
    switch (RoleOf(token.type())) {
      case Role::kOpen: Open(token); break;
      case Role::kClose: Close(token, next); break;
      case Role::kSeparator: frame_ = {}; break;
      case Role::kTight: frame_.after_operand = false; break;
      case Role::kLoose: EndCoalesces(); break;
      case Role::kCoalesce: AddCoalesce(); break;
      case Role::kQuestion: AddQuestion(); break;
      case Role::kMinus: AddMinus(); break;
      case Role::kNot: AddPrefix(); break;
      case Role::kOther: EndOperand(); break;
    }
    return depth_ + frame_.levels();
  }

 private:
  void Open(const Token& token) {
    // A brace behind an operand is that of a block, which is no part of the condition before it.
    if (token.type() == FlowLexer::LBRACE && frame_.after_operand) frame_ = {};
    stack_.push_back(frame_);
    depth_ += frame_.levels() + 1;
    frame_ = {};
  }

  void Close(const Token& token, const Token& next) {
    if (!stack_.empty()) {
      frame_ = stack_.back();
      stack_.pop_back();
      depth_ -= frame_.levels() + 1;
    }
    EndOperand();
    // A `}` that no operator follows ends a statement, and with it the expression in its head.
    if (token.type() == FlowLexer::RBRACE && !Continues(next)) frame_ = {};
  }

  static bool Continues(const Token& next) {
    const Role role = RoleOf(next.type());
    return role == Role::kTight || role == Role::kLoose || role == Role::kCoalesce ||
           role == Role::kQuestion || role == Role::kMinus || next.type() == FlowLexer::LBRACKET;
  }

  void EndCoalesces() {
    frame_.coalesces = 0;
    frame_.after_operand = false;
  }
  void AddCoalesce() {
    ++frame_.coalesces;
    frame_.after_operand = false;
  }
  void AddQuestion() {
    EndCoalesces();
    ++frame_.questions;
  }
  void AddMinus() { frame_.after_operand ? void(frame_.after_operand = false) : AddPrefix(); }
  void AddPrefix() { ++frame_.prefixes; }
  void EndOperand() {
    frame_.prefixes = 0;
    frame_.after_operand = true;
  }

  std::vector<Frame> stack_;
  Frame frame_;
  std::uint32_t depth_ = 0;
};

}  // namespace

bool CheckNesting(const TokenList& list, Reporter& reporter) {
  Counter counter;
  for (std::size_t i = 0; i + 1 < list.tokens.size(); ++i) {
    const Token& token = list.tokens[i];
    if (counter.Step(token, list.tokens[i + 1]) <= kMaxNesting) continue;
    reporter
        .Report(diag::NestedTooDeep, reporter.Range(token.begin(), token.end()),
                diagnostics::Number{kMaxNesting})
        .AddHelp("move the inner part into a flow of its own, or split the expression");
    return false;
  }
  return true;
}

}  // namespace meshc::syntax
