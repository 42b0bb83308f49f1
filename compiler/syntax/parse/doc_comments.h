// Which doc comment belongs to what.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Allocator.h>

#include <cstdint>
#include <vector>

#include "compiler/syntax/file.h"
#include "compiler/syntax/parse/reporter.h"

namespace meshc::syntax {

class DocComments {
 public:
  DocComments(const std::vector<Comment>& comments, Reporter& reporter, llvm::BumpPtrAllocator& arena);

  /// The doc comments within the bytes [begin, end), joined by line ends, without markers. They count
  /// as attached from then on.
  llvm::StringRef Take(std::uint32_t begin, std::uint32_t end);
  /// As if all within the bytes [begin, end) had been taken.
  void Attach(std::uint32_t begin, std::uint32_t end);
  /// True if all within the bytes [begin, end) are attached.
  bool AreAttached(std::uint32_t begin, std::uint32_t end);

  /// Warns of those that belong to nothing.
  void ReportDangling() const;

 private:
  struct Doc {
    source::SourceRange range;
    bool taken = false;
  };
  llvm::MutableArrayRef<Doc> Within(std::uint32_t begin, std::uint32_t end);
  llvm::StringRef TextOf(const Doc& doc) const;
  bool Adjoin(const Doc& before, const Doc& after) const;
  diagnostics::Edit Unmark(const Doc& doc) const;

  Reporter& reporter_;
  llvm::BumpPtrAllocator& arena_;
  std::vector<Doc> docs_;  // In source order.
};

}  // namespace meshc::syntax
