#include "compiler/format/cursor.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "compiler/source/utf8.h"

namespace meshc::format {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool IsWordByte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         byte == '_';
}

}  // namespace

bool Remark::EndsLine() const {
  return kind != syntax::CommentKind::kBlock || text.find('\n') != std::string_view::npos;
}

Cursor::Cursor(const syntax::File& file, std::string_view text) : text_(text), comments_(file.comments) {
  if (text_.starts_with(source::kByteOrderMark)) token_ = source::kByteOrderMark.size();
  FindToken();
}

void Cursor::FindToken() {
  trivia_.line_ends = 0;
  for (; token_ < text_.size();) {
    if (kBlanks.find(text_[token_]) != std::string_view::npos) {
      trivia_.line_ends += text_[token_++] == '\n' ? 1 : 0;
      continue;
    }
    if (next_comment_ == comments_.size() || comments_[next_comment_].range.begin != token_) return;
    const syntax::Comment& comment = comments_[next_comment_++];
    const auto [file, begin, end] = comment.range;
    trivia_.remarks.push_back({comment.kind, text_.substr(begin, end - begin), trivia_.line_ends});
    trivia_.line_ends = 0;
    token_ = end;
  }
}

Trivia Cursor::TakeTrivia() { return {std::exchange(trivia_.remarks, {}), trivia_.line_ends}; }

bool Cursor::IsAt(std::string_view token) const {
  const std::string_view rest = text_.substr(token_);
  if (!rest.starts_with(token)) return false;
  return !IsWordByte(token.back()) || rest.size() == token.size() || !IsWordByte(rest[token.size()]);
}

std::string_view Cursor::Word() const {
  std::size_t end = token_;
  while (end < text_.size() && IsWordByte(text_[end])) ++end;
  return text_.substr(token_, end - token_);
}

std::string_view Cursor::Take(std::uint32_t end) {
  if (!trivia_.remarks.empty()) throw std::logic_error("a comment was left out");
  return TakeEarly(end);
}

std::string_view Cursor::TakeEarly(std::uint32_t end) {
  const bool holds_comment = next_comment_ < comments_.size() && comments_[next_comment_].range.begin < end;
  if (end <= token_ || end > text_.size() || holds_comment) {
    throw std::logic_error(fmt::format("no token from byte {} to {}", token_, end));
  }
  const std::string_view taken = text_.substr(token_, end - token_);
  token_ = end;
  FindToken();
  return taken;
}

}  // namespace meshc::format
