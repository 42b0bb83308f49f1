// Places in source text: byte offsets only. Lines and columns exist when something is printed.
#pragma once

#include <cstdint>

#include "compiler/support/id.h"

namespace meshc::source {

using FileId = Id<struct FileTag>;

/// The bytes [begin, end) of one file. A default-made range is "nowhere" (no file).
struct SourceRange {
  FileId file;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool has_value() const { return file.has_value(); }
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

/// The smallest range that covers both; either may be nowhere.
inline SourceRange Cover(SourceRange a, SourceRange b) {
  if (!a.has_value()) return b;
  if (!b.has_value() || a.file != b.file) return a;
  return {a.file, a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

}  // namespace meshc::source
