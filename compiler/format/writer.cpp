#include "compiler/format/writer.h"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <stdexcept>

#include "compiler/format/remark_text.h"

namespace meshc::format {
namespace {

bool IsInlined(const Trivia& trivia, std::size_t index) {
  return !trivia.remarks[index].EndsLine() && trivia.LineEndsBefore(index + 1) == 0;
}

/// The remarks from this one on stand before the token on its line.
std::size_t FirstInlined(const Trivia& trivia) {
  std::size_t first = trivia.remarks.size();
  while (first > 0 && IsInlined(trivia, first - 1)) --first;
  return first;
}

/// How many remarks stand on the line of the token before, up to the number `end`.
std::size_t CountTrailing(const Trivia& trivia, std::size_t end) {
  std::size_t count = 0;
  while (count < end && trivia.remarks[count].line_ends == 0) {
    if (trivia.remarks[count++].EndsLine()) break;
  }
  return count;
}

bool IsDoc(const Remark& remark) { return remark.kind == syntax::CommentKind::kDoc; }

}  // namespace

// ---- Tokens ----------------------------------------------------------------------------------------

void Writer::Word(std::string_view token) {
  if (!cursor_.IsAt(token)) throw std::logic_error(fmt::format("no `{}` at byte {}", token, cursor_.at()));
  Leaf(cursor_.at() + static_cast<std::uint32_t>(token.size()));
}

void Writer::NextWord(std::string_view token) {
  Blank();
  Word(token);
}

void Writer::Leaf(std::uint32_t end) {
  if (HasRemark()) Blank();
  document_.Text(cursor_.Take(end));
}

void Writer::Name() { Leaf(cursor_.at() + static_cast<std::uint32_t>(cursor_.Word().size())); }

// Not behind a doc comment: it would describe something else then.
void Writer::Attach(std::string_view sign) {
  if (llvm::any_of(cursor_.trivia().remarks, IsDoc)) return Word(sign);
  const bool beside = FirstInlined(cursor_.trivia()) == 0 && cursor_.trivia().LineEndsBefore(0) == 0;
  if (beside) {
    const Trivia trivia = cursor_.TakeTrivia();
    PutTrailing(trivia, trivia.remarks.size());
  }
  Drop(sign);
  document_.Text(sign);
}

void Writer::Drop(std::string_view token) {
  if (!cursor_.IsAt(token)) throw std::logic_error(fmt::format("no `{}` at byte {}", token, cursor_.at()));
  cursor_.TakeEarly(cursor_.at() + static_cast<std::uint32_t>(token.size()));
}

void Writer::DropAll(std::string_view sign) {
  while (cursor_.IsAt(sign)) Drop(sign);
}

// ---- Between tokens --------------------------------------------------------------------------------

// A comment in brackets that is followed by a break stands before or behind it: before it, only if
// the break is sure to become a line end.
void Writer::Separate(std::optional<Break> gap, Groups groups) {
  const Trivia trivia = cursor_.TakeTrivia();
  std::size_t inlined = FirstInlined(trivia);
  std::size_t leading = CountTrailing(trivia, inlined);
  const bool ended = leading > 0 && trivia.remarks[leading - 1].EndsLine();
  const bool must_end = ended || leading < inlined;
  if (!must_end && gap != Break::kAlways) leading = inlined = 0;
  const bool blank_line = groups == Groups::kAll && trivia.LineEndsBefore(leading) > 1;
  PutTrailing(trivia, leading);
  if (must_end || gap) {
    document_.AddBreak(must_end ? Break::kAlways : *gap, blank_line);
  } else {
    document_.Text(" ");
  }
  PutLeading(trivia, leading, inlined, groups);
}

void Writer::PutTrailing(const Trivia& trivia, std::size_t end) {
  for (std::size_t i = 0; i < end; ++i) {
    document_.Text(" ");
    Put(trivia.remarks[i]);
  }
}

void Writer::PutLeading(const Trivia& trivia, std::size_t begin, std::size_t inlined, Groups groups) {
  for (std::size_t i = begin; i < trivia.remarks.size(); ++i) {
    Put(trivia.remarks[i]);
    if (i < inlined) {
      document_.AddBreak(Break::kAlways, groups != Groups::kNone && trivia.LineEndsBefore(i + 1) > 1);
    } else {
      document_.Text(" ");
    }
  }
}

void Writer::Put(const Remark& remark) {
  const RemarkText text = ReadRemark(remark);
  if (!text.starred) {
    const llvm::StringRef joined = saver_.save(llvm::join(text.lines, "\n"));
    const std::string_view view(joined.data(), joined.size());
    return remark.kind == syntax::CommentKind::kBlock ? document_.Text(view) : document_.Remark(view);
  }
  for (const std::string& line : text.lines) {
    if (&line != &text.lines.front()) document_.AddBreak(Break::kAlways);
    const llvm::StringRef saved = saver_.save(line);
    document_.Text({saved.data(), saved.size()});
  }
}

void Writer::Blank() { Separate(std::nullopt, Groups::kNone); }

void Writer::Line(Break how, Groups groups) { Separate(how, groups); }

void Writer::EndIndent(Break how) {
  const Trivia trivia = cursor_.TakeTrivia();
  const std::size_t count = trivia.remarks.size();
  const std::size_t leading = CountTrailing(trivia, count);
  PutTrailing(trivia, leading);
  for (std::size_t i = leading; i < count; ++i) {
    document_.AddBreak(Break::kAlways, trivia.LineEndsBefore(i) > 1);
    Put(trivia.remarks[i]);
  }
  const bool ended = leading < count || (count > 0 && trivia.remarks.back().EndsLine());
  Dedent();
  document_.AddBreak(ended ? Break::kAlways : how);
}

void Writer::BeginFile() {
  if (AtEnd()) return;
  const Trivia trivia = cursor_.TakeTrivia();
  PutLeading(trivia, 0, FirstInlined(trivia), Groups::kAll);
}

void Writer::EndFile() {
  const Trivia trivia = cursor_.TakeTrivia();
  const bool begun = !text_.empty();
  std::size_t i = begun ? CountTrailing(trivia, trivia.remarks.size()) : 0;
  PutTrailing(trivia, i);
  for (; i < trivia.remarks.size(); ++i) {
    if (begun || i > 0) document_.AddBreak(Break::kAlways, trivia.LineEndsBefore(i) > 1);
    Put(trivia.remarks[i]);
  }
  if (begun || i > 0) document_.AddBreak(Break::kAlways);
  LayOut();
}

}  // namespace meshc::format
