#include "compiler/format/document.h"

#include "compiler/source/utf8.h"

namespace meshc::format {
namespace {

/// The text up to its first line end.
std::string_view FirstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

bool HoldsLineEnd(std::string_view text) { return text.find('\n') != std::string_view::npos; }

}  // namespace

/// Marks the groups that hold a line end, theirs or an inner group's.
void Document::FindBroken() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    if (piece.kind == Kind::kOpen) open.push_back(i);
    const bool line_end = (piece.kind == Kind::kBreak && piece.how == Break::kAlways) ||
                          (piece.kind == Kind::kText && HoldsLineEnd(piece.text));
    if (line_end && !open.empty()) pieces_[open.back()].broken = true;
    if (piece.kind != Kind::kClose) continue;
    const bool broken = pieces_[open.back()].broken;
    open.pop_back();
    if (broken && !open.empty()) pieces_[open.back()].broken = true;
  }
}

/// True if the text from piece `from` up to the next break fits behind `column`. A group that
/// begins in it is flat; behind its end any break will do.
bool Document::Fits(std::size_t from, std::uint32_t column) const {
  int depth = 0;
  bool behind = false;
  for (std::size_t i = from; i < pieces_.size() && column <= kPageWidth; ++i) {
    const Piece& piece = pieces_[i];
    switch (piece.kind) {
      case Kind::kText:
        column += source::CountCodePoints(FirstLine(piece.text));
        if (HoldsLineEnd(piece.text)) return column <= kPageWidth;
        break;
      case Kind::kTrailingComma: column += behind ? 1 : 0; break;
      case Kind::kBreak:
        if (behind || depth <= 0 || piece.how == Break::kAlways) return true;
        column += piece.how == Break::kNothing ? 0 : 1;
        break;
      case Kind::kOpen: ++depth; break;
      case Kind::kClose: behind |= --depth <= 0; break;
      case Kind::kRemark:
      case Kind::kIndent: break;
    }
  }
  return column <= kPageWidth;
}

/// Puts the pieces out, one after the other.
class Document::Printer {
 public:
  Printer(const Document& document, std::string& out) : document_(document), out_(out) {}

  void Print() {
    for (std::size_t i = 0; i < document_.pieces_.size(); ++i) Print(i);
  }

 private:
  void Print(std::size_t index) {
    const Piece& piece = document_.pieces_[index];
    switch (piece.kind) {
      case Kind::kText:
      case Kind::kRemark: return Put(piece.text);
      case Kind::kTrailingComma:
        if (Broken()) Put(piece.text);
        return;
      case Kind::kBreak: return PutBreak(index, piece);
      case Kind::kOpen:
        groups_.push_back(Broken() && (piece.broken || !document_.Fits(index, column_)));
        return;
      case Kind::kClose: groups_.pop_back(); return;
      case Kind::kIndent: indent_ += piece.columns; return;
    }
  }

  /// Text outside of all groups is broken.
  bool Broken() const { return groups_.empty() || groups_.back(); }

  /// Blanks at the begin of a line wait for its text: a line end may follow instead.
  void Put(std::string_view text) {
    if (begins_line_) out_.append(column_, ' ');
    begins_line_ = false;
    column_ += source::CountCodePoints(text);
    out_ += text;
    const std::size_t line_end = text.rfind('\n');
    if (line_end != std::string_view::npos) column_ = source::CountCodePoints(text.substr(line_end + 1));
  }

  bool BecomesLineEnd(std::size_t index, const Piece& piece) const {
    if (piece.how == Break::kAlways) return true;
    return Broken() && (piece.how != Break::kFill || !document_.Fits(index + 1, column_ + 1));
  }

  void PutBreak(std::size_t index, const Piece& piece) {
    if (BecomesLineEnd(index, piece)) {
      out_ += piece.blank_line ? "\n\n" : "\n";
      column_ = static_cast<std::uint32_t>(indent_);
      begins_line_ = true;
    } else if (piece.how != Break::kNothing) {
      Put(" ");
    }
  }

  const Document& document_;
  std::string& out_;
  std::vector<bool> groups_;  ///< True: broken.
  std::int32_t indent_ = 0;
  std::uint32_t column_ = 0;
  bool begins_line_ = false;
};

void Document::LayOut(std::string& out) {
  FindBroken();
  Printer(*this, out).Print();
  pieces_.clear();
}

}  // namespace meshc::format
