#include "compiler/syntax/parse/tree_parser.h"

#include <fmt/format.h>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/expectation.h"
#include "compiler/syntax/parse/item_recovery.h"
#include "compiler/syntax/parse/large_block.h"

namespace meshc::syntax {
namespace {

using antlr4::atn::ParserATNSimulator;
using antlr4::atn::PredictionMode;
namespace diag = diagnostics::diag;

// The first stage: leaves at the first error.
class StopAtError final : public antlr4::ANTLRErrorStrategy {
 public:
  void reset(antlr4::Parser*) override {}
  antlr4::Token* recoverInline(antlr4::Parser*) override { throw antlr4::ParseCancellationException(); }
  void recover(antlr4::Parser*, std::exception_ptr) override { throw antlr4::ParseCancellationException(); }
  void sync(antlr4::Parser*) override {}
  bool inErrorRecoveryMode(antlr4::Parser*) override { return false; }
  void reportMatch(antlr4::Parser*) override {}
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}
};

}  // namespace

TreeParser::TreeParser(TokenWindow& window, Reporter& reporter, MeantTexts& meant, bool cut_short)
    : FlowParser(&window),
      window_(window),
      reporter_(reporter),
      repairs_(window, reporter, meant),
      stop_(std::make_shared<StopAtError>()),
      recover_(std::make_shared<ItemRecovery>(window, reporter, repairs_, cut_short)) {
  removeErrorListeners();
}

FlowParser::DeclarationContext* TreeParser::Parse(TokenSpan span) {
  // Indices are those of the file's tokens: before, the window may show those of a repaired declaration.
  window_.Open(span);
  const auto& tokens = window_.tokens();
  const bool last = span.end + 1 >= tokens.size();
  reporter_.EnterDeclaration(tokens[span.begin].begin(), last ? UINT32_MAX : tokens[span.end].begin());
  FlowParser::DeclarationContext* tree = ParseBy(&FlowParser::declaration);
  if (!IsTooLarge()) ReportRest();
  return tree;
}

FlowParser::StatementContext* TreeParser::ParseStatement() {
  window_.OpenRest();
  return ParseBy(&FlowParser::statement);
}

template <typename Context>
Context* TreeParser::ParseBy(Context* (FlowParser::*rule)()) {
  Context* tree = expects_error_ ? nullptr : Run(rule, PredictionMode::SLL, stop_);
  if (tree != nullptr) return tree;
  const int reported = reporter_.Count();
  if (expects_error_) token_count_ = 0;
  while (tree == nullptr && !IsTooLarge()) {
    const std::size_t repaired = repairs_.count();
    tree = Run(rule, PredictionMode::LL, recover_);
    if (repairs_.count() == repaired) break;
    tree = nullptr;
  }
  expects_error_ = reporter_.Count() > reported;
  return tree;
}

template <typename Context>
Context* TreeParser::Run(Context* (FlowParser::*rule)(), PredictionMode mode,
                         const Ref<antlr4::ANTLRErrorStrategy>& strategy) {
  getInterpreter<ParserATNSimulator>()->setPredictionMode(mode);
  getTreeTracker().reset();
  setErrorHandler(strategy);
  setContext(nullptr);
  window_.Rewind();
  token_count_ = 0;
  try {
    return (this->*rule)();
  } catch (const antlr4::ParseCancellationException&) {
    return nullptr;
  }
}

// What stands behind the declaration and begins none. Extra semicolons do no harm.
void TreeParser::ReportRest() {
  const TokenSpan span = window_.span();
  std::uint32_t index = window_.at();
  while (index < span.end && window_.tokens()[index].type() == FlowParser::SEMICOLON) ++index;
  if (index >= span.end) return;
  const Token& token = window_.tokens()[index];
  if (token.inserted() || !reporter_.IsFresh(token.begin())) return;
  reporter_.Report(diag::Expected, reporter_.Range(token.begin(), token.end()),
                   diagnostics::Reason{"a declaration"},
                   diagnostics::Reason{Quote(reporter_.Text(reporter_.Range(token.begin(), token.end())))});
}

// As the base class does, without a node for the token; the content of a large block is passed by.
antlr4::Token* TreeParser::consume() {
  auto* token = static_cast<Token*>(getCurrentToken());
  const std::uint32_t at = window_.at();
  window_.consume();
  if (token->type() == LBRACE && getContext()->getRuleIndex() == RuleBlock && IsLargeBlock(*token, at))
    window_.MoveTo(token->partner());
  if (++token_count_ > kMaxTokens) throw antlr4::ParseCancellationException();
  return token;
}

void TreeParser::addContextToParseTree() {
  auto* parent = static_cast<antlr4::ParserRuleContext*>(getContext()->parent);
  if (parent == nullptr) return;
  switch (parent->getRuleIndex()) {
    case RuleDeclaration:
      if (getContext()->getRuleIndex() != RuleAnyDeclaration) return;
      parent->children.push_back(getContext());
      return;
    case RuleAnyDeclaration:
    case RuleStatement:
    case RuleArmBody: parent->children.push_back(getContext()); return;
    default: return;
  }
}

}  // namespace meshc::syntax
