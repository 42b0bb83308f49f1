#include "compiler/queries/changes/formatting.h"

#include <algorithm>

#include "compiler/format/format.h"

namespace meshc::queries {
namespace {

/// None: it has syntax errors.
std::optional<std::string> Format(std::string_view text) {
  source::SourceManager sources;
  diagnostics::Diagnostics found;
  const syntax::File file = syntax::ParseFile(sources, sources.Add("", std::string(text)), found);
  if (found.HasErrors()) return std::nullopt;
  return format::Format(file, sources);
}

bool IsInside(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

/// The smallest replacement that makes `after` of `before`; none: they are equal.
std::optional<TextEdit> Difference(std::string_view before, std::string_view after, std::uint32_t at) {
  if (before == after) return std::nullopt;
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t front = 0;
  while (front < shorter && before[front] == after[front]) ++front;
  while (IsInside(before, front) || IsInside(after, front)) --front;
  std::size_t back = 0;
  while (back < shorter - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
  while (back > 0 && (IsInside(before, before.size() - back) || IsInside(after, after.size() - back))) --back;
  return TextEdit{at + static_cast<std::uint32_t>(front),
                  at + static_cast<std::uint32_t>(before.size() - back),
                  std::string(after.substr(front, after.size() - front - back))};
}

/// Where the comments and annotations before a declaration begin; they go with it.
std::uint32_t LeadingBegin(const syntax::File& file, const syntax::Declaration& declaration,
                           std::uint32_t after, std::string_view text) {
  std::uint32_t begin = declaration.range.begin;
  for (const syntax::Annotation& annotation : declaration.leading.annotations)
    begin = std::min(begin, annotation.range.begin);
  for (auto comment = file.comments.rbegin(); comment != file.comments.rend(); ++comment) {
    if (comment->range.begin < after || comment->range.end > begin) continue;
    const std::string_view between = text.substr(comment->range.end, begin - comment->range.end);
    const bool joined = between.find_first_not_of(" \t\r\n") == std::string_view::npos &&
                        std::count(between.begin(), between.end(), '\n') <= 1;
    if (!joined) break;
    begin = comment->range.begin;
  }
  return begin;
}

/// Each declaration that `begin` to `end` touches, formatted alone if it is healthy.
std::vector<TextEdit> FormatDeclarations(std::string_view text, std::uint32_t begin, std::uint32_t end) {
  source::SourceManager sources;
  diagnostics::Diagnostics found;
  const syntax::File file = syntax::ParseFile(sources, sources.Add("", std::string(text)), found);
  std::vector<TextEdit> edits;
  std::uint32_t after = 0;
  for (const syntax::Declaration* declaration : file.declarations) {
    const std::uint32_t from = LeadingBegin(file, *declaration, after, text);
    after = declaration->range.end;
    if (declaration->recovered || declaration->range.end < begin || from > end || from > after) continue;
    const std::string_view slice = text.substr(from, after - from);
    auto formatted = Format(slice);
    if (!formatted) continue;
    while (!formatted->empty() && formatted->back() == '\n') formatted->pop_back();
    if (auto edit = Difference(slice, *formatted, from)) edits.push_back(std::move(*edit));
  }
  return edits;
}

}  // namespace

std::vector<TextEdit> FormatText(std::string_view text) {
  const auto formatted = Format(text);
  if (!formatted) return FormatDeclarations(text, 0, static_cast<std::uint32_t>(text.size()));
  std::vector<TextEdit> edits;
  if (auto edit = Difference(text, *formatted, 0)) edits.push_back(std::move(*edit));
  return edits;
}

std::vector<TextEdit> FormatRange(std::string_view text, std::uint32_t begin, std::uint32_t end) {
  return FormatDeclarations(text, begin, end);
}

}  // namespace meshc::queries
