// Puts the tokens of a file into a document, in their order, and the comments where they belong.
//
// Every token of the source is written, or dropped on purpose: whoever names another one than
// comes next has made a mistake, and gets a std::logic_error.
#pragma once

#include <llvm/Support/Allocator.h>
#include <llvm/Support/StringSaver.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/format/cursor.h"
#include "compiler/format/document.h"

namespace meshc::format {

/// Columns by which blocks and lists stand to the right of what is around them.
inline constexpr std::int32_t kIndent = 2;
/// The same for the later lines of one statement, so that they differ from a block behind it.
inline constexpr std::int32_t kContinuation = 4;

/// Which empty lines of the source are kept where a line ends.
enum class Groups : std::uint8_t {
  kNone,
  kInner,  ///< Those behind the first comment, if there is one: after an opening bracket.
  kAll,
};

class Writer {
 public:
  Writer(const syntax::File& file, std::string_view text) : file_(file), cursor_(file, text) {}

  const syntax::File& file() const { return file_; }

  // ---- Tokens ----

  /// The keyword or sign that comes next.
  void Word(std::string_view token);
  /// The same behind a blank.
  void NextWord(std::string_view token);
  /// The token that ends at byte `end`.
  void Leaf(std::uint32_t end);
  /// A word, whatever it is.
  void Name();
  /// A sign directly behind the token before; comments before it come behind it.
  void Attach(std::string_view sign);
  /// Leaves out a token, but not the comments before it.
  void Drop(std::string_view token);
  /// Leaves out this sign as often as it comes next.
  void DropAll(std::string_view sign);
  /// A word that is dropped where it stands in the source.
  void Insert(std::string_view word) { document_.Text(word); }

  bool IsAt(std::string_view token) const { return cursor_.IsAt(token); }
  bool AtEnd() const { return cursor_.AtEnd(); }
  /// The offset of the token that comes next.
  std::uint32_t at() const { return cursor_.at(); }
  /// Its text if it ends at byte `end`.
  std::string_view Peek(std::uint32_t end) const { return cursor_.Peek(end); }
  /// True if a comment stands before it.
  bool HasRemark() const { return !cursor_.trivia().remarks.empty(); }

  // ---- Between tokens ----

  void Blank();
  void Line(Break how, Groups groups = Groups::kNone);
  /// The comments at the end of an indented part, the end of it, and the break behind.
  void EndIndent(Break how);
  /// The comments before the first token, and those behind the last.
  void BeginFile();
  void EndFile();

  void Open() { document_.Open(); }
  void Close() { document_.Close(); }
  void Indent(std::int32_t columns = kIndent) { document_.Indent(columns); }
  void Dedent(std::int32_t columns = kIndent) { document_.Indent(-columns); }
  void TrailingComma() { document_.TrailingComma(); }

  /// Lays out what was written so far. Only between declarations.
  void LayOut() { document_.LayOut(text_); }
  std::string TakeText() { return std::move(text_); }

 private:
  /// The comments before the next token, with the break among them; none: a blank.
  void Separate(std::optional<Break> gap, Groups groups);
  /// Those up to the number `end`, behind the token before.
  void PutTrailing(const Trivia& trivia, std::size_t end);
  /// Those from the number `begin` on, before the next token; from `inlined` on they are on its line.
  void PutLeading(const Trivia& trivia, std::size_t begin, std::size_t inlined, Groups groups);
  void Put(const Remark& remark);

  const syntax::File& file_;
  Cursor cursor_;
  Document document_;
  std::string text_;
  llvm::BumpPtrAllocator arena_;
  llvm::StringSaver saver_{arena_};
};

}  // namespace meshc::format
