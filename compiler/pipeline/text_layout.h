// What stands where in the texts of a program.
#pragma once

#include <llvm/ADT/StringMap.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/source/source_manager.h"
#include "compiler/syntax/file.h"

namespace meshc::pipeline {

/// A declaration as it stood. Nothing here refers to its nodes, which move.
struct PlacedDeclaration {
  syntax::DeclarationKind kind{};
  source::SourceRange range;
  /// What stands behind this only the declaration itself and those near it see; its end: everybody sees all.
  std::uint32_t head_end = 0;
  bool mended = false;  ///< Something was reported of its text: it may be parsed otherwise elsewhere.
  std::vector<std::uint32_t> names;  ///< Flows and plans that it names, by their number.

  bool has_body() const { return head_end < range.end; }
};

struct PlacedFile {
  source::FileId id;
  std::string name;
  std::string text;
  std::uint32_t begin = 0;  ///< Its declarations, by number.
  std::uint32_t end = 0;
};

/// Declarations are numbered through all files, in the order of both.
struct TextLayout {
  std::vector<PlacedFile> files;
  std::vector<PlacedDeclaration> declarations;
  bool has_loose_errors = false;  ///< Errors of texts that stand in no declaration.

  /// The declaration around a place; none: it stands in none.
  std::optional<std::uint32_t> Around(source::SourceRange range) const;
};

/// `names` of the declarations are left empty.
TextLayout LayoutOf(const source::SourceManager& sources, const std::vector<syntax::File>& files,
                    const diagnostics::Diagnostics& of_texts);

/// Which flows and plans the texts of declarations name. Compared as words, so that rather too many are named
/// than too few.
class NamedFlows {
 public:
  NamedFlows(const TextLayout& layout, const std::vector<syntax::File>& files);
  /// What the declaration with that number names in `text`.
  std::vector<std::uint32_t> In(std::string_view text, std::uint32_t number) const;
  void FillIn(TextLayout& layout) const;

 private:
  llvm::StringMap<std::vector<std::uint32_t>> by_name_;
  std::vector<bool> looks_;  ///< By number: flows, plans and scenarios.
};

}  // namespace meshc::pipeline
