// Declarations of the last text of a file, which the next one may have too.
#pragma once

#include <llvm/Support/Allocator.h>

#include <memory>
#include <vector>

#include "compiler/syntax/build.h"
#include "compiler/syntax/declaration.h"
#include "compiler/syntax/parse/text_change.h"

namespace meshc::syntax {

/// What one declaration was made of: the bytes from the end of the one before it to its own, with comments.
struct DeclarationText {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t token_count = 0;

  friend bool operator==(const DeclarationText&, const DeclarationText&) = default;
};

/// Keeps only declarations of which nothing was reported: whatever stands around them, they parse the same.
class KeptDeclarations {
 public:
  using Arena = std::shared_ptr<llvm::BumpPtrAllocator>;

  /// A text is parsed that differs so from the last one; new nodes go to `arena`.
  void Begin(const TextChange& change, Arena arena);
  /// The declaration as it stood in the last text, moved to where it stands now and attached to its
  /// comments; null: it was another one, or something is reported of it now. Asked in the order of places.
  const Declaration* Take(const DeclarationText& text, Build& build);
  /// One that was built with ids from `first_id` on, and of which nothing was reported.
  void Keep(const DeclarationText& text, const Declaration& node, SyntaxId first_id, const Build& build);
  /// Lets go what the text did not have.
  void End() { before_.clear(); }

 private:
  struct Kept {
    DeclarationText text;
    const Declaration* node = nullptr;
    SyntaxId first_id = 0;
    SyntaxId id_count = 0;
    Arena arena;
  };
  std::vector<Kept> before_, now_;  // In the order of places.
  std::size_t next_ = 0;            // Those of `before_` before it stand before all that is asked for.
  TextChange change_;
  Arena arena_;
};

}  // namespace meshc::syntax
