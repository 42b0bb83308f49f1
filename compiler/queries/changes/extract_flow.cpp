#include "compiler/queries/changes/extract_flow.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <functional>

#include "compiler/queries/name_at.h"
#include "compiler/queries/steps.h"
#include "compiler/syntax/statement_parts.h"

namespace meshc::queries {
namespace {

using source::SourceRange;
using syntax::Statement;
using syntax::StatementKind;
using Statements = std::vector<const Statement*>;

bool Holds(SourceRange outer, SourceRange inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// The whole statements that stand next to each other inside of `within`, outermost ones.
Statements StatementsIn(const syntax::FlowDeclaration& flow, SourceRange within) {
  Statements found;
  const std::function<void(const Statement&)> visit = [&](const Statement& statement) {
    if (Holds(within, statement.range)) {
      found.push_back(&statement);
      return;
    }
    syntax::ForEachPart(statement, [&](const Statement& part, bool) { visit(part); });
  };
  syntax::ForEachPart(flow, [&](const Statement& part, bool) { visit(part); });
  return found;
}

/// The flow, or the statement of it, that the statement stands directly in.
const void* ParentOf(const syntax::FlowDeclaration& flow, const Statement& wanted) {
  const void* parent = nullptr;
  const std::function<void(const Statement&)> visit = [&](const Statement& statement) {
    syntax::ForEachPart(statement, [&](const Statement& part, bool) {
      if (&part == &wanted) parent = &statement;
      visit(part);
    });
  };
  syntax::ForEachPart(flow, [&](const Statement& part, bool) {
    if (&part == &wanted) parent = &flow;
    visit(part);
  });
  return parent;
}

/// The branch of a `parallel` that the statement is; null: it is none.
const syntax::Branch* BranchOf(const syntax::FlowDeclaration& flow, const Statement& wanted) {
  const syntax::Branch* found = nullptr;
  const std::function<void(const Statement&, bool)> visit = [&](const Statement& statement, bool) {
    if (const auto* parallel = llvm::dyn_cast<syntax::ParallelStatement>(&statement)) {
      for (const syntax::Branch& branch : parallel->branches) {
        if (branch.body == &wanted) found = &branch;
      }
    }
    syntax::ForEachPart(statement, visit);
  };
  syntax::ForEachPart(flow, visit);
  return found;
}

/// A jump means something else in another flow, unless its loop comes along.
bool Jumps(const Statement& statement, bool in_loop) {
  switch (statement.kind) {
    case StatementKind::kReturn: return true;
    case StatementKind::kBreak:
    case StatementKind::kContinue: return !in_loop;
    case StatementKind::kRaise:
      if (static_cast<const syntax::RaiseStatement&>(statement).error.name.text.empty()) return true;
      break;
    default: break;
  }
  bool jumps = false;
  syntax::ForEachPart(statement, [&](const Statement& part, bool repeated) {
    jumps = jumps || Jumps(part, in_loop || repeated);
  });
  return jumps;
}

/// Variables belong to the flow that they are in.
bool UsesVariableFromOutside(const CheckedRoot& root, SourceRange range) {
  const auto mentions = MentionsIn(root, range);
  return std::any_of(mentions.begin(), mentions.end(), [&](const sema::Mention& mention) {
    const Declared* declared = root.names().Find(mention.declared);
    const bool variable = declared != nullptr && (declared->kind == DeclaredKind::kVariable ||
                                                  declared->kind == DeclaredKind::kClauseVariable);
    return variable && !Holds(range, declared->name);
  });
}

std::string FreshName(const CheckedRoot& root) {
  for (int number = 1;; ++number) {
    std::string name = number == 1 ? "extracted" : "extracted_" + std::to_string(number);
    const auto& all = root.names().all();
    if (std::none_of(all.begin(), all.end(), [&](const Declared& d) { return root.Text(d.name) == name; }))
      return name;
  }
}

/// Between statements of one block stand blanks, comments and `;` alone: a brace leads into another one.
bool AreOfOneBlock(const CheckedRoot& root, const syntax::FlowDeclaration& flow,
                   const Statements& statements) {
  const void* parent = ParentOf(flow, *statements.front());
  for (std::size_t i = 1; i < statements.size(); ++i) {
    if (ParentOf(flow, *statements[i]) != parent) return false;
    const SourceRange between{flow.range.file, statements[i - 1]->range.end, statements[i]->range.begin};
    if (root.Text(between).find_first_of("{}") != std::string_view::npos) return false;
  }
  return true;
}

/// An arm or branch without braces takes one statement, which has no `;` of its own everywhere.
bool StandsInBraces(std::string_view text, SourceRange range) {
  const std::size_t before = text.find_last_not_of(" \t\r\n", range.begin == 0 ? 0 : range.begin - 1);
  if (before == std::string_view::npos || range.begin == 0) return false;
  const char last = text[before];
  // Behind a comment anything may stand; then the user extracts by hand.
  return last == '{' || last == ';' || last == '}';
}

}  // namespace

std::optional<std::vector<diagnostics::Edit>> ExtractFlow(const CheckedRoot& root, SourceRange within) {
  const syntax::FlowDeclaration* flow = FlowAround(root, {within.file, within.begin});
  if (flow == nullptr || flow->recovered || root.program() == nullptr) return std::nullopt;
  const Statements statements = StatementsIn(*flow, within);
  if (statements.empty() || !AreOfOneBlock(root, *flow, statements)) return std::nullopt;
  // Branches run beside each other, steps of a flow one after the other.
  const syntax::Branch* branch = BranchOf(*flow, *statements.front());
  if (branch != nullptr && (branch->optional || statements.size() > 1)) return std::nullopt;
  const SourceRange range{within.file, statements.front()->range.begin, statements.back()->range.end};
  const std::string_view text = root.sources().Text(within.file);
  if (!StandsInBraces(text, range) || UsesVariableFromOutside(root, range)) return std::nullopt;
  if (std::any_of(statements.begin(), statements.end(), [](const auto* s) { return Jumps(*s, false); }))
    return std::nullopt;
  const std::string name = FreshName(root);
  const SourceRange behind{within.file, flow->range.end, flow->range.end};
  const std::string envelope(root.Text(flow->envelope.range));
  const std::string body(root.Text(range));
  return std::vector<diagnostics::Edit>{
      {range, name + ";"}, {behind, "\n\nflow " + name + " on " + envelope + " {\n  " + body + "\n}"}};
}

}  // namespace meshc::queries
