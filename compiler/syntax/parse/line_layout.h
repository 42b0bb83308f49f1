// How lines are indented: what was meant where brackets do not tell.
#pragma once

#include <cstdint>
#include <string_view>

namespace meshc::syntax {

class LineLayout {
 public:
  /// `text` must outlive it.
  explicit LineLayout(std::string_view text) : text_(text) {}

  /// Looks back a little only, so that a file of one long line costs no more than others.
  std::uint32_t BeginOf(std::uint32_t offset) const {
    constexpr std::uint32_t kFarthest = 200;
    const std::uint32_t from = offset > kFarthest ? offset - kFarthest : 0;
    const std::size_t newline = text_.substr(from, offset - from).rfind('\n');
    return newline == std::string_view::npos ? from : from + static_cast<std::uint32_t>(newline) + 1;
  }

  /// Of the line that begins there: how many blanks and tabs.
  std::uint32_t Indentation(std::uint32_t line) const {
    std::uint32_t end = line;
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) ++end;
    return end - line;
  }

 private:
  std::string_view text_;
};

}  // namespace meshc::syntax
