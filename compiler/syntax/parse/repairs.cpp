#include "compiler/syntax/parse/repairs.h"

#include <algorithm>
#include <array>

namespace meshc::syntax {
namespace {

// In this order: what is most certain of its mistake comes first.
constexpr std::array<RepairKind, 11> kKinds{
    RepairArms,    RepairTypes,     RepairMembers,    RepairClauses,   RepairScenarios,   RepairSigns,
    RepairMethods, RepairOperators, RepairStatements, RepairArguments, RepairDeclarations};

Mistake MistakeOf(antlr4::Parser& parser, std::uint32_t at) {
  Mistake mistake{at, {}};
  for (antlr4::RuleContext* context = parser.getContext(); context != nullptr;
       context = static_cast<antlr4::RuleContext*>(context->parent)) {
    mistake.rules.push_back(context->getRuleIndex());
  }
  return mistake;
}

}  // namespace

bool Repairs::Try(antlr4::Parser& parser, std::uint32_t at) {
  const TokenSpan span = window_.span();
  tokens_parsed_ += span.end - span.begin;
  if (reporter_.Exhausted() || tokens_parsed_ > kMostTokens || count_ == kMostRepairs) return false;
  if (at >= span.end) return false;
  std::size_t& of_line = of_line_[reporter_.LineOf(window_.tokens()[at].begin())];
  if (of_line == kMostOfLine) return false;
  const Mistake mistake = MistakeOf(parser, at);
  Repair repair(window_, reporter_, meant_, mistake);
  const bool repaired =
      std::any_of(kKinds.begin(), kKinds.end(), [&](RepairKind kind) { return kind(repair); });
  if (!repaired) return false;
  ++of_line;
  ++count_;
  return true;
}

}  // namespace meshc::syntax
