#include "compiler/queries/changes/additions.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <functional>
#include <set>

#include "compiler/queries/steps.h"
#include "compiler/syntax/statement_parts.h"

namespace meshc::queries {
namespace {

using llvm::dyn_cast;
using Names = std::set<std::string>;

bool IsKnown(const CheckedRoot& root, source::SourceRange range, syntax::SyntaxId id) {
  const auto& known = root.program()->facts[range.file.index].index;
  return id < known.size() && known[id] != types::FlowId::kNone;
}

/// The innermost `route` or `match` of the flow around the place; null: none.
const syntax::Statement* ChoiceAround(const syntax::FlowDeclaration& flow, Place place) {
  const syntax::Statement* found = nullptr;
  const std::function<void(const syntax::Statement&)> visit = [&](const syntax::Statement& statement) {
    if (place.offset < statement.range.begin || place.offset > statement.range.end) return;
    const bool choice =
        statement.kind == syntax::StatementKind::kRoute || statement.kind == syntax::StatementKind::kMatch;
    if (choice) found = &statement;
    syntax::ForEachPart(statement, [&](const syntax::Statement& part, bool) { visit(part); });
  };
  syntax::ForEachPart(flow, [&](const syntax::Statement& part, bool) { visit(part); });
  return found;
}

template <typename Items>
std::vector<std::string> Missing(const Items& items, const Names& taken) {
  std::vector<std::string> missing;
  for (const auto& item : items) {
    if (!item.name.empty() && !taken.contains(item.name)) missing.push_back(item.name);
  }
  return missing;
}

std::vector<std::string> MissingLabels(const CheckedRoot& root, const syntax::RouteStatement& route) {
  const sema::CallFacts* facts = FactsOf(root, route.router);
  if (facts == nullptr || !facts->actor.has_value()) return {};
  Names taken;
  for (const syntax::RouteArm& arm : route.arms) {
    for (const syntax::Identifier& label : arm.labels) taken.insert(label.text.str());
  }
  return Missing(root.program()->declarations.actors[facts->actor].labels, taken);
}

std::vector<std::string> MissingValues(const CheckedRoot& root, const syntax::MatchStatement& match) {
  if (match.subject == nullptr || !IsKnown(root, match.range, match.id)) return {};
  Names taken;
  for (const syntax::MatchArm& arm : match.arms) {
    for (const syntax::Pattern& pattern : arm.patterns) {
      if (pattern.rest) return {};
      const auto* name = dyn_cast<syntax::NameExpression>(pattern.value);
      const auto* member = dyn_cast<syntax::MemberExpression>(pattern.value);
      if (name != nullptr) taken.insert(name->name.text.str());
      if (member != nullptr) taken.insert(member->name.text.str());
    }
  }
  const types::Declarations& declarations = root.program()->declarations;
  const types::TypeId subject = root.program()->FactsOf(*match.subject).type;
  const types::Type type = declarations.types[declarations.types.Present(subject)];
  if (type.kind == types::TypeKind::kEnum)
    return Missing(declarations.enums[type.enumeration()].values, taken);
  if (type.kind == types::TypeKind::kUnion)
    return Missing(declarations.unions[type.union_type()].tags, taken);
  return {};
}

/// The blanks that the line of the offset begins with.
std::string IndentAt(std::string_view text, std::uint32_t offset) {
  const std::size_t line = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  const std::size_t end = std::min(text.find_first_not_of(" \t", line), text.size());
  return std::string(text.substr(line, end - line));
}

void AddArms(const CheckedRoot& root, const syntax::Statement& choice, std::vector<Addition>& additions) {
  const auto* route = dyn_cast<syntax::RouteStatement>(&choice);
  const auto* match = dyn_cast<syntax::MatchStatement>(&choice);
  const auto missing = route != nullptr ? MissingLabels(root, *route) : MissingValues(root, *match);
  const std::string_view text = root.sources().Text(choice.range.file);
  const bool closed = choice.range.end > 0 && text[choice.range.end - 1] == '}';
  if (missing.empty() || !closed) return;
  const std::string indent = IndentAt(text, choice.range.begin);
  std::uint32_t at = choice.range.end - 1;
  while (at > choice.range.begin && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  const bool own_line = text[at - 1] == '\n';
  std::string arms;
  for (const std::string& name : missing)
    arms += (own_line ? "" : "\n") + indent + "  " + name + " => { }" + (own_line ? "\n" : "");
  if (!own_line) arms += "\n" + indent;
  additions.push_back(
      {"add the missing arms", {{choice.range.file, at, own_line ? at : choice.range.end - 1}, arms}});
}

void AddClauses(const CheckedRoot& root, const syntax::FlowDeclaration& flow,
                std::vector<Addition>& additions) {
  const types::FlowId id = IdOf(root, flow);
  const analysis::Facts* facts = root.facts();
  if (!id.has_value() || facts == nullptr || id.index >= facts->escapes.size()) return;
  for (const types::ErrorId error : *facts->escapes[id.index]) {
    const types::Error& declared = root.program()->declarations.errors[error];
    if (!declared.origin.range.has_value()) continue;
    const source::SourceRange end{flow.range.file, flow.range.end, flow.range.end};
    additions.push_back({"catch `" + declared.name + "`", {end, " on " + declared.name + " {\n}"}});
  }
}

}  // namespace

std::vector<Addition> AdditionsAt(const CheckedRoot& root, Place place) {
  std::vector<Addition> additions;
  const syntax::FlowDeclaration* flow = FlowAround(root, place);
  if (flow == nullptr || root.program() == nullptr) return additions;
  if (place.offset <= flow->header.end) AddClauses(root, *flow, additions);
  if (const syntax::Statement* choice = ChoiceAround(*flow, place)) AddArms(root, *choice, additions);
  return additions;
}

}  // namespace meshc::queries
