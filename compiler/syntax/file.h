// A parsed file: the AST, its arena and the comments beside it.
#pragma once

#include <llvm/Support/Allocator.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/source/source_manager.h"
#include "compiler/syntax/declaration.h"

namespace meshc::syntax {

enum class CommentKind : std::uint8_t { kLine, kBlock, kDoc };

struct Comment : Node {
  CommentKind kind = CommentKind::kLine;
};

/// Always well formed: where recovery happened stand Invalid nodes and empty names, and the
/// problem has been reported. Movable; nodes keep their addresses.
struct File {
  source::FileId id;
  llvm::StringRef mesh;  ///< Dotted name of the `mesh` line; empty: none.
  SourceRange mesh_range;
  std::vector<const Declaration*> declarations;  ///< In source order, imports included.
  /// What each ImportDeclaration loaded, in source order; none: it could not be loaded. Filled in
  /// by `loading::LoadFiles`.
  std::vector<source::FileId> imports;
  /// Annotations of what takes none and keeps none (reported): of `mesh` and `reserved` lines, in
  /// source order.
  std::vector<Annotation> misplaced;
  std::vector<Comment> comments;  ///< In source order.
  SyntaxId id_count = 0;          ///< Ids of this file are below it.
  std::unique_ptr<llvm::BumpPtrAllocator> arena;
};

/// Parses one file that is valid UTF-8. Problems go to `diagnostics`; a File comes back in any case.
/// Re-entrant: different files may be parsed by different threads at once.
File ParseFile(const source::SourceManager& sources, source::FileId id,
               diagnostics::Diagnostics& diagnostics);

/// The AST as an indented tree, for `--print ast`; stable.
std::string PrintTree(const File& file, const source::SourceManager& sources);

}  // namespace meshc::syntax
