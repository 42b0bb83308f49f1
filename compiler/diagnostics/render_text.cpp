#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compiler/diagnostics/excerpt.h"
#include "compiler/diagnostics/plain_text.h"
#include "compiler/diagnostics/render.h"
#include "compiler/support/enumerator.h"

namespace meshc::diagnostics {
namespace {

enum class Style : std::uint8_t { kError, kWarning, kLabel, kStrong };

std::string_view Escape(Style style) {
  switch (style) {
    case Style::kError: return "\x1b[1;31m";
    case Style::kWarning: return "\x1b[1;33m";
    case Style::kLabel: return "\x1b[1;34m";
    case Style::kStrong: return "\x1b[1m";
  }
  NoSuchEnumerator();
}

/// The lines of one file that an excerpt shows, with their marks.
using MarkedLines = std::map<std::uint32_t, std::vector<Mark>>;

class TextRenderer {
 public:
  TextRenderer(const source::SourceManager& sources, bool colour) : sources_(sources), colour_(colour) {}

  std::string Render(const Diagnostic& diagnostic) {
    const bool error = diagnostic.severity == Severity::kError;
    style_ = error ? Style::kError : Style::kWarning;
    std::string text = Place(diagnostic.range);
    text += Paint(style_, fmt::format("{}[{}]", error ? "error" : "warning", PrintCode(diagnostic.code)));
    text += Paint(Style::kStrong, ": " + PlainText(diagnostic.message)) + "\n";
    text += Excerpts(diagnostic);
    for (const Note& note : diagnostic.notes) text += NoteLine(note);
    for (const Fix& fix : diagnostic.fixes)
      text += "  " + Paint(Style::kStrong, "help") + ": " + PlainText(fix.help) + "\n";
    if (!diagnostic.path.empty()) text += PathLine(diagnostic.path);
    return text;
  }

 private:
  std::string Paint(Style style, const std::string& text) const {
    return colour_ ? std::string(Escape(style)) + text + "\x1b[0m" : text;
  }

  /// `file:line:col: `, or nothing if there is no place.
  std::string Place(source::SourceRange range) const {
    if (!range.has_value()) return "";
    const auto at = sources_.Locate(range.file, range.begin);
    return fmt::format("{}:{}:{}: ", sources_.Name(range.file), at.line, at.column);
  }

  /// Adds the part of `range` that stands in its first line.
  void Add(MarkedLines& lines, source::SourceRange range, char sign, const std::string& text) const {
    const auto at = sources_.Locate(range.file, range.begin);
    const std::uint32_t begin = sources_.LineBegin(range.file, at.line);
    const auto length = static_cast<std::uint32_t>(sources_.Line(range.file, at.line).size());
    const std::uint32_t first = std::min(range.begin - begin, length);
    lines[at.line].push_back({first, std::clamp(range.end - begin, first, length), sign, text});
  }

  std::string Show(source::FileId file, const MarkedLines& lines) const {
    const auto digits = static_cast<int>(fmt::formatted_size("{}", lines.rbegin()->first));
    std::string text;
    std::uint32_t last = lines.begin()->first;
    for (const auto& [line, marks] : lines) {
      if (line > last + 1) text += Paint(Style::kLabel, fmt::format(" {:>{}}\n", "...", digits + 2));
      last = line;
      const Excerpt excerpt = MakeExcerpt(sources_.Line(file, line), marks);
      text += Paint(Style::kLabel, fmt::format(" {:>{}} |", line, digits)) + Indented(excerpt.line) + "\n";
      for (std::size_t i = 0; i < marks.size(); ++i) text += MarkLine(digits, excerpt.marks[i], marks[i]);
    }
    return text;
  }

  std::string MarkLine(int digits, const std::string& signs, const Mark& mark) const {
    const std::string text = mark.text.empty() ? signs : signs + " " + PlainText(mark.text);
    return Paint(Style::kLabel, fmt::format(" {:>{}} |", "", digits)) +
           Paint(mark.sign == '^' ? style_ : Style::kLabel, " " + text) + "\n";
  }

  static std::string Indented(const std::string& line) { return line.empty() ? "" : " " + line; }

  /// The primary file first, then other files in their order.
  std::string Excerpts(const Diagnostic& diagnostic) const {
    if (!diagnostic.range.has_value()) return "";
    std::map<std::uint32_t, MarkedLines> others;
    MarkedLines own;
    Add(own, diagnostic.range, '^', "");
    for (const Label& label : diagnostic.labels) {
      const bool here = label.range.file == diagnostic.range.file;
      Add(here ? own : others[label.range.file.index], label.range, '-', label.text);
    }
    std::string text = sources_.Text(diagnostic.range.file).empty() ? "" : Show(diagnostic.range.file, own);
    for (const auto& [file, lines] : others) {
      text +=
          Paint(Style::kLabel, "  in ") + std::string(sources_.Name({file})) + ":\n" + Show({file}, lines);
    }
    return text;
  }

  std::string NoteLine(const Note& note) const {
    std::string text = "  " + Paint(Style::kStrong, "note") + ": " + PlainText(note.text) + "\n";
    if (!note.range.has_value()) return text;
    MarkedLines lines;
    Add(lines, note.range, '-', "");
    return "  " + Place(note.range) + text.substr(2) + Show(note.range.file, lines);
  }

  std::string PathLine(const std::vector<std::string>& path) const {
    return "  " + Paint(Style::kStrong, "path") + ": " +
           PlainText(fmt::format("{}", fmt::join(path, " > "))) + "\n";
  }

  const source::SourceManager& sources_;
  bool colour_;
  Style style_ = Style::kError;
};

}  // namespace

std::string RenderText(const std::vector<Diagnostic>& diagnostics, const source::SourceManager& sources,
                       bool colour) {
  TextRenderer renderer(sources, colour);
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += "\n";
    text += renderer.Render(diagnostic);
  }
  return text;
}

}  // namespace meshc::diagnostics
