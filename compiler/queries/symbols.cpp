#include "compiler/queries/symbols.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Casting.h>

namespace meshc::queries {
namespace {

bool IsDeprecated(const Declared& declared) {
  if (declared.leading == nullptr) return false;
  for (const syntax::Annotation& annotation : declared.leading->annotations) {
    if (annotation.name.text == "deprecated") return true;
  }
  return false;
}

std::string DetailOf(const CheckedRoot& root, const Declared& declared) {
  if (declared.type != nullptr) return std::string(root.Text(declared.type->range));
  const auto* flow = llvm::dyn_cast<syntax::FlowDeclaration>(declared.declaration);
  if (declared.kind == DeclaredKind::kFlow && flow != nullptr && flow->envelope.range.has_value())
    return "on " + std::string(root.Text(flow->envelope.range));
  return declared.is_part() ? "" : std::string(Noun(declared.kind));
}

}  // namespace

std::vector<Symbol> SymbolsOf(const CheckedRoot& root, source::FileId file) {
  std::vector<Symbol> symbols;
  for (const Declared& declared : root.names().all()) {
    if (declared.name.file != file || declared.kind == DeclaredKind::kVariable ||
        declared.kind == DeclaredKind::kClauseVariable)
      continue;
    Symbol symbol{std::string(root.Text(declared.name)),
                  DetailOf(root, declared),
                  &declared,
                  IsDeprecated(declared),
                  {}};
    const bool inside = declared.is_part() && !symbols.empty() &&
                        symbols.back().declared->declaration == declared.declaration;
    (inside ? symbols.back().parts : symbols).push_back(std::move(symbol));
  }
  return symbols;
}

bool MatchesLoosely(std::string_view pattern, std::string_view name) {
  std::size_t next = 0;
  for (const char c : name) {
    if (next < pattern.size() && llvm::toLower(pattern[next]) == llvm::toLower(c)) ++next;
  }
  return next == pattern.size();
}

}  // namespace meshc::queries
