// The shape of a text: what folds, what a selection grows over, what leads to other files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/queries/checked_root.h"
#include "compiler/syntax/tokens.h"

namespace meshc::queries {

enum class FoldKind : std::uint8_t { kRegion, kComment, kImports };

/// From the begin of its first line to its last; at least two lines.
struct Fold {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  FoldKind kind = FoldKind::kRegion;
};

/// Of brackets, runs of comments and runs of imports. Of any text, broken or not.
std::vector<Fold> FoldsOf(std::string_view text, const std::vector<syntax::TextToken>& tokens);

/// Ranges around the place, each inside of the next: names, expressions, statements, brackets, declarations,
/// the file.
std::vector<source::SourceRange> SelectionsAt(const CheckedRoot& root, Place place);

struct FileLink {
  source::SourceRange range;  ///< Of the path as written, quotes included.
  std::string target;         ///< Name of the file as `LoadFiles` gives it.
  bool library = false;
};

/// Imports that were loaded, and files that scenarios are given.
std::vector<FileLink> LinksOf(const CheckedRoot& root, source::FileId file);

}  // namespace meshc::queries
