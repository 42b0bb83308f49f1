#include "compiler/syntax/parse/item_extents.h"

#include <FlowParser.h>

#include <algorithm>

#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

bool ContinuesStatement(std::size_t type) {
  return type == FlowParser::ELSE || type == FlowParser::UNTIL || type == FlowParser::ON ||
         type == FlowParser::FINALLY || type == FlowParser::COLLECT;
}

}  // namespace

Extent ExtentOf(std::size_t rule) {
  switch (rule) {
    case FlowParser::RuleStatement:
    case FlowParser::RuleMember:
    case FlowParser::RuleProperty:
    case FlowParser::RuleScenarioItem:
    case FlowParser::RuleSetting:
    case FlowParser::RuleMatchArm:
    case FlowParser::RuleRouteArm: return Extent::kItem;
    case FlowParser::RuleParameter:
    case FlowParser::RuleEnumValue:
    case FlowParser::RuleBinding:
    case FlowParser::RuleTarget:
    case FlowParser::RuleRecordEntry:
    case FlowParser::RuleConstraintItem:
    case FlowParser::RuleExpression:
    case FlowParser::RuleType: return Extent::kElement;
    default: return Extent::kNone;
  }
}

bool IsList(std::size_t rule) {
  switch (rule) {
    case FlowParser::RuleValueList:
    case FlowParser::RuleParameterList:
    case FlowParser::RuleStepList:
    case FlowParser::RuleBindingList:
    case FlowParser::RuleTargetList:
    case FlowParser::RuleArgumentList:
    case FlowParser::RuleListLiteral:
    case FlowParser::RuleRecordLiteral:
    case FlowParser::RuleConstraint: return true;
    default: return false;
  }
}

std::size_t ItemExtents::TypeAt(std::uint32_t index) const {
  return index < window_.span().end ? window_.tokens()[index].type() : antlr4::Token::EOF;
}

bool ItemExtents::BeginsLine(std::uint32_t index) const {
  if (index == 0) return true;
  const source::SourceRange gap = reporter_.Range(At(index - 1).end(), At(index).begin());
  return reporter_.Text(gap).find('\n') != std::string_view::npos;
}

std::uint32_t ItemExtents::Walk(std::uint32_t from, std::uint32_t to) const {
  while (from < to) from = IsOpener(TypeAt(from)) ? At(from).partner() + 1 : from + 1;
  return std::min(from, window_.span().end);
}

std::uint32_t ItemExtents::EndOfItem(std::uint32_t from, std::uint32_t mistake) const {
  for (std::uint32_t index = from;; index = Walk(index, index + 1)) {
    const std::size_t type = TypeAt(index);
    if (type == antlr4::Token::EOF || IsCloser(type)) return index;
    if (index > mistake) {
      if (TypeAt(index - 1) == FlowParser::RBRACE && !ContinuesStatement(type)) return index;
      if (BeginsStatement(type) && BeginsLine(index)) return index;
    }
    if (type == FlowParser::SEMICOLON) return index + 1;
  }
}

std::uint32_t ItemExtents::EndOfElement(std::uint32_t from, std::size_t rule) const {
  for (std::uint32_t index = from;; index = Walk(index, index + 1)) {
    const std::size_t type = TypeAt(index);
    if (type == antlr4::Token::EOF || IsCloser(type)) return index;
    if (type == FlowParser::COMMA || type == FlowParser::SEMICOLON) return index;
    const bool expression =
        rule == FlowParser::RuleExpression && (type == FlowParser::LBRACE || type == FlowParser::ARM);
    const bool written =
        rule == FlowParser::RuleType && (type == FlowParser::ASSIGN || type == FlowParser::INTO);
    if (expression || written) return index;
  }
}

}  // namespace meshc::syntax
