#include "compiler/queries/changes/head_end.h"

#include <algorithm>

#include "compiler/syntax/tokens.h"

namespace meshc::queries {
namespace {

/// The semicolon may be missing: then behind the name.
std::uint32_t EndOfMeshLine(std::string_view text, std::uint32_t name_end) {
  for (const syntax::TextToken& token : syntax::ReadTokens(text.substr(name_end))) {
    const bool comment =
        token.kind == syntax::TokenKind::kComment || token.kind == syntax::TokenKind::kDocComment;
    if (comment) continue;
    return token.In(text.substr(name_end)) == ";" ? name_end + token.end : name_end;
  }
  return name_end;
}

}  // namespace

std::uint32_t EndOfHead(const CheckedRoot& root, const syntax::File& file) {
  std::string_view text = root.sources().Text(file.id);
  if (!file.declarations.empty()) text = text.substr(0, file.declarations.front()->range.begin);
  std::uint32_t end = file.mesh_range.has_value() ? EndOfMeshLine(text, file.mesh_range.end) : 0;
  for (const syntax::Declaration* declaration : file.declarations) {
    if (declaration->kind == syntax::DeclarationKind::kImport) end = std::max(end, declaration->range.end);
  }
  return end;
}

}  // namespace meshc::queries
