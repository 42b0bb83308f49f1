#include "compiler/support/markdown.h"

#include <algorithm>

namespace meshc {
namespace {

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::string EscapeProse(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\n') {
      escaped += "<br>";
    } else if (c == '<' || c == '>' || c == '&') {
      escaped += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
    } else {
      if (std::string_view("\\`*_[]#|~!@$").find(c) != std::string_view::npos) escaped += '\\';
      escaped += IsControl(c) ? ' ' : c;
    }
  }
  return escaped;
}

/// Longer than any run of back quotes in `text`.
std::string FenceFor(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(longest + 1, '`');
}

}  // namespace

std::string MarkdownText(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('`'), text.size());
    const std::size_t close = open == text.size() ? open : text.find('`', open + 1);
    const bool whole = open < text.size() && close != std::string_view::npos && close > open + 1;
    const std::size_t end = whole ? close + 1 : std::min(open + 1, text.size());
    result += EscapeProse(text.substr(0, whole ? open : end));
    if (whole) result += MarkdownCode(text.substr(open + 1, close - open - 1));
    text.remove_prefix(end);
  }
  return result;
}

std::string MarkdownCode(std::string_view text) {
  if (text.empty()) return "";
  std::string shown(text);
  std::ranges::replace_if(shown, IsControl, ' ');
  const std::string fence = FenceFor(shown);
  // Blanks keep back quotes at the ends from the fence; Markdown takes one off at each end.
  const bool pad =
      shown.front() == '`' || shown.back() == '`' || (shown.front() == ' ' && shown.back() == ' ');
  const std::string blank = pad ? " " : "";
  return fence + blank + shown + blank + fence;
}

std::string MarkdownCell(std::string_view text) {
  std::string cell;
  for (const char c : MarkdownCode(text)) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

}  // namespace meshc
