// Owns the text of every file of a compilation; all later text is a view into it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source_range.h"

namespace meshc::source {

/// A place as people count: line and column from 1, columns in code points.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

/// Append-only. Views handed out stay valid for the manager's life. Not thread-safe while adding or
/// locating (places are cached).
class SourceManager {
 public:
  /// `name` is the path as it shall be printed; `text` is taken over as it is.
  FileId Add(std::string name, std::string text);

  std::string_view Name(FileId file) const;
  std::string_view Text(FileId file) const;
  std::string_view Text(SourceRange range) const;
  std::uint32_t FileCount() const;

  /// The same texts under the names that `rename` makes of them; ids and offsets stay.
  SourceManager Renamed(const std::function<std::string(std::string_view)>& rename) const;

  LineColumn Locate(FileId file, std::uint32_t offset) const;
  /// Line number `line`, from 1, without its line end (LF or CRLF); empty if there is none.
  std::string_view Line(FileId file, std::uint32_t line) const;
  /// The offset of the first byte of line number `line`.
  std::uint32_t LineBegin(FileId file, std::uint32_t line) const;

 private:
  struct File {
    std::string name;
    std::string text;
    mutable std::vector<std::uint32_t> line_starts;  ///< Filled at the first Locate.
    struct Located {
      std::uint32_t offset = 0;
      std::uint32_t column = 0;  ///< 0: nothing was located yet.
    };
    mutable Located last;
  };
  const std::vector<std::uint32_t>& LineStarts(const File& file) const;
  std::deque<File> files_;
};

/// The offset of the first byte that is not valid UTF-8, if any.
std::optional<std::uint32_t> FindInvalidUtf8(std::string_view text);

}  // namespace meshc::source
