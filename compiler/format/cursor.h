// Reads a source file token by token, with what stands between the tokens.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/syntax/file.h"

namespace meshc::format {

/// A comment as it stands in the source.
struct Remark {
  syntax::CommentKind kind = syntax::CommentKind::kLine;
  std::string_view text;
  int line_ends = 0;  ///< Between what stands before and this.

  /// True if nothing may follow on its line.
  bool EndsLine() const;
};

/// The comments before a token.
struct Trivia {
  std::vector<Remark> remarks;
  int line_ends = 0;  ///< Between the last of them, or else the token before, and the token.

  /// Line ends before the remark of this number; the token comes behind the last.
  int LineEndsBefore(std::size_t index) const {
    return index < remarks.size() ? remarks[index].line_ends : line_ends;
  }
};

/// Stands before a token of a file without syntax errors. The file must outlive it.
class Cursor {
 public:
  Cursor(const syntax::File& file, std::string_view text);

  /// The comments that nobody has taken yet.
  const Trivia& trivia() const { return trivia_; }
  /// The same; there are none afterwards.
  Trivia TakeTrivia();

  /// The offset of the token; that of the end if there is none.
  std::uint32_t at() const { return token_; }
  bool AtEnd() const { return token_ == text_.size(); }
  /// True if the token is this word, or begins with this sign.
  bool IsAt(std::string_view token) const;
  /// The word that the cursor stands before; empty: it is none.
  std::string_view Word() const;

  /// The text up to `end`.
  std::string_view Peek(std::uint32_t end) const { return text_.substr(token_, end - token_); }

  /// The same, where a token ends; moves behind it.
  std::string_view Take(std::uint32_t end);

  /// As `Take`, but keeps the comments before the token for the next one.
  std::string_view TakeEarly(std::uint32_t end);

 private:
  void FindToken();

  std::string_view text_;
  const std::vector<syntax::Comment>& comments_;
  std::size_t next_comment_ = 0;
  std::uint32_t token_ = 0;
  Trivia trivia_;
};

}  // namespace meshc::format
