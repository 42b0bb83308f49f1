#include "compiler/queries/definition.h"

#include <llvm/Support/Casting.h>

#include "compiler/queries/name_at.h"
#include "compiler/queries/types_at.h"

namespace meshc::queries {
namespace {

using source::SourceRange;

/// The file that an import at the place has loaded.
std::vector<SourceRange> ImportedFile(const CheckedRoot& root, Place place) {
  const syntax::File* file = root.FileOf(place.file);
  if (file == nullptr) return {};
  std::size_t next = 0;
  for (const syntax::Declaration* declaration : file->declarations) {
    const auto* import = llvm::dyn_cast<syntax::ImportDeclaration>(declaration);
    if (import == nullptr) continue;
    const source::FileId target = next < file->imports.size() ? file->imports[next] : source::FileId{};
    ++next;
    const bool here = place.offset >= import->target_range.begin && place.offset <= import->target_range.end;
    if (here && target.has_value()) return {{target, 0, 0}};
  }
  return {};
}

}  // namespace

std::vector<SourceRange> FindDefinition(const CheckedRoot& root, Place place) {
  if (const auto name = FindNameAt(root, place)) return {name->declared->name};
  return ImportedFile(root, place);
}

std::vector<SourceRange> FindTypeDefinition(const CheckedRoot& root, Place place) {
  const auto name = FindNameAt(root, place);
  if (!name) return {};
  const Declared* type = TypeOf(root, *name->declared);
  if (type == nullptr) return {};
  return {type->name};
}

}  // namespace meshc::queries
