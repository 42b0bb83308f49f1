#include "compiler/diagnostics/excerpt.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Unicode.h>

#include <algorithm>

#include "compiler/diagnostics/plain_text.h"
#include "compiler/source/utf8.h"

namespace meshc::diagnostics {
namespace {

constexpr std::uint32_t kTabWidth = 4;
constexpr std::uint32_t kMaxWidth = 100;      // Columns of source that are shown.
constexpr std::uint32_t kMarkAt = 40;         // Where the first mark stands in a clipped line.
constexpr std::uint32_t kBytesAround = 1024;  // A line of megabytes is not laid out whole.

/// What one code point looks like.
struct Cell {
  std::uint32_t offset = 0;  ///< Byte in the line.
  std::uint32_t column = 0;  ///< From 0.
  std::string text;
};

struct Layout {
  std::vector<Cell> cells;
  std::uint32_t begin = 0;  ///< First byte that was laid out.
  std::uint32_t end = 0;
  std::uint32_t width = 0;
};

/// The text that stands for a code point, and its width.
std::pair<std::string, std::uint32_t> Show(std::string_view code_point, std::uint32_t column) {
  if (code_point == "\t") {
    const std::uint32_t width = kTabWidth - column % kTabWidth;
    return {std::string(width, ' '), width};
  }
  if (!IsSeen(code_point)) return {"\xEF\xBF\xBD", 1};
  const int width = llvm::sys::unicode::columnWidthUTF8({code_point.data(), code_point.size()});
  return {std::string(code_point), static_cast<std::uint32_t>(width)};
}

Layout LayOut(std::string_view line, std::uint32_t around) {
  Layout layout;
  layout.begin = around > kBytesAround ? around - kBytesAround : 0;
  while (layout.begin > 0 && source::IsContinuation(line[layout.begin])) --layout.begin;
  const std::size_t stop = std::min<std::size_t>(line.size(), around + std::size_t{kBytesAround});
  for (std::size_t at = layout.begin; at < stop;) {
    const std::uint32_t length = std::max(1U, source::CodePointLength(line.substr(at)));
    auto [text, width] = Show(line.substr(at, length), layout.width);
    layout.cells.push_back({static_cast<std::uint32_t>(at), layout.width, std::move(text)});
    layout.width += width;
    at += length;
    layout.end = static_cast<std::uint32_t>(at);
  }
  return layout;
}

std::uint32_t ColumnOf(const Layout& layout, std::uint32_t offset) {
  const auto found = std::lower_bound(layout.cells.begin(), layout.cells.end(), offset,
                                      [](const Cell& cell, std::uint32_t o) { return cell.offset < o; });
  return found == layout.cells.end() ? layout.width : found->column;
}

/// The columns that are shown.
struct Window {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  bool cut_before = false;
  bool cut_after = false;
};

Window Choose(const Layout& layout, std::string_view line, std::uint32_t mark) {
  Window window{0, layout.width, layout.begin > 0, layout.end < line.size()};
  if (layout.width <= kMaxWidth) return window;
  window.from = mark > kMarkAt ? mark - kMarkAt : 0;
  window.to = std::min(window.from + kMaxWidth, layout.width);
  window.cut_before |= window.from > 0;
  window.cut_after |= window.to < layout.width;
  return window;
}

std::string ShowLine(const Layout& layout, const Window& window) {
  std::string text = window.cut_before ? "…" : "";
  for (const Cell& cell : layout.cells) {
    if (cell.column >= window.from && cell.column < window.to) text += cell.text;
  }
  while (text.ends_with(' ')) text.pop_back();
  return window.cut_after ? text + "…" : text;
}

std::string ShowMark(const Layout& layout, const Window& window, const Mark& mark) {
  const std::uint32_t begin = std::clamp(ColumnOf(layout, mark.begin), window.from, window.to);
  const std::uint32_t end = std::clamp(ColumnOf(layout, mark.end), begin, window.to);
  const std::uint32_t indent = begin - window.from + (window.cut_before ? 1 : 0);
  return std::string(indent, ' ') + std::string(std::max(1U, end - begin), mark.sign);
}

}  // namespace

Excerpt MakeExcerpt(std::string_view line, const std::vector<Mark>& marks) {
  const std::uint32_t first = marks.empty() ? 0 : marks.front().begin;
  const Layout layout = LayOut(line, first);
  const Window window = Choose(layout, line, ColumnOf(layout, first));
  Excerpt excerpt{ShowLine(layout, window), {}};
  for (const Mark& mark : marks) excerpt.marks.push_back(ShowMark(layout, window, mark));
  return excerpt;
}

}  // namespace meshc::diagnostics
