// Text with the places where it may be broken, and its layout: as few lines as the page allows.
//
// A group is laid out flat if it fits on the rest of its line, else all of its breaks become line
// ends; inner groups are then tried on their own. A break that must be a line end breaks every
// group around it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace meshc::format {

/// Columns of a page, in code points. What cannot be broken may be longer.
inline constexpr std::uint32_t kPageWidth = 100;

enum class Break : std::uint8_t {
  kNothing,  ///< Nothing while its group is flat.
  kBlank,    ///< One blank while its group is flat.
  kFill,     ///< One blank if what follows up to the next break fits, whatever the group does.
  kAlways,   ///< A line end in any case.
};

/// A sequence of pieces. Texts are views, which must outlive the document.
class Document {
 public:
  void Text(std::string_view text) { Add({.kind = Kind::kText, .text = text}); }
  /// A comment that ends its line: it may be longer than the page.
  void Remark(std::string_view text) { Add({.kind = Kind::kRemark, .text = text}); }
  /// `blank_line`: if it becomes a line end, an empty line comes first.
  void AddBreak(Break how, bool blank_line = false) {
    Add({.kind = Kind::kBreak, .how = how, .blank_line = blank_line});
  }
  /// A comma if the innermost group is broken.
  void TrailingComma() { Add({.kind = Kind::kTrailingComma, .text = ","}); }
  void Open() { Add({.kind = Kind::kOpen}); }
  void Close() { Add({.kind = Kind::kClose}); }
  /// Lines that begin from here on stand `columns` further to the right, or left if negative.
  void Indent(std::int32_t columns) { Add({.kind = Kind::kIndent, .columns = columns}); }

  /// Appends the laid out text to `out`, where the cursor is behind the last byte, and forgets it.
  void LayOut(std::string& out);

 private:
  enum class Kind : std::uint8_t { kText, kRemark, kBreak, kTrailingComma, kOpen, kClose, kIndent };
  struct Piece {
    Kind kind = Kind::kText;
    Break how = Break::kNothing;
    bool blank_line = false;
    bool broken = false;  ///< kOpen: holds a line end.
    std::int32_t columns = 0;
    std::string_view text = {};
  };
  class Printer;

  void Add(const Piece& piece) { pieces_.push_back(piece); }
  void FindBroken();
  bool Fits(std::size_t from, std::uint32_t column) const;

  std::vector<Piece> pieces_;
};

}  // namespace meshc::format
