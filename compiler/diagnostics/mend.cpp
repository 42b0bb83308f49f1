#include "compiler/diagnostics/mend.h"

#include <algorithm>

namespace meshc::diagnostics {
namespace {

const Fix* MachineFix(const Diagnostic& diagnostic) {
  for (const Fix& fix : diagnostic.fixes) {
    if (fix.applicability == Applicability::kMachine && !fix.edits.empty()) return &fix;
  }
  return nullptr;
}

bool Collide(const Edit& a, const Edit& b) {
  if (a.range.file != b.range.file) return false;
  // Two insertions at one place have no order.
  return a.range.begin == b.range.begin || (a.range.begin < b.range.end && b.range.begin < a.range.end);
}

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

/// The range to cut: the whole line if the edit leaves nothing in it.
source::SourceRange Widened(std::string_view text, const Edit& edit) {
  source::SourceRange range = edit.range;
  if (!edit.text.empty() || range.begin == range.end) return range;
  while (range.begin > 0 && IsBlank(text[range.begin - 1])) --range.begin;
  while (range.end < text.size() && (IsBlank(text[range.end]) || text[range.end] == '\r')) ++range.end;
  const bool alone = (range.begin == 0 || text[range.begin - 1] == '\n') && range.end < text.size() &&
                     text[range.end] == '\n';
  if (!alone) return edit.range;
  ++range.end;
  return range;
}

std::string Apply(std::string_view text, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return a.range.begin < b.range.begin; });
  std::string mended;
  std::uint32_t at = 0;
  for (const Edit& edit : edits) {
    const source::SourceRange range = Widened(text, edit);
    mended += text.substr(at, std::max(at, range.begin) - at);
    mended += edit.text;
    at = std::max(at, range.end);
  }
  return mended + std::string(text.substr(at));
}

}  // namespace

std::map<source::FileId, MendedFile> ApplyMends(const std::vector<Diagnostic>& diagnostics,
                                                const source::SourceManager& sources) {
  std::vector<Edit> accepted;
  std::map<source::FileId, MendedFile> files;
  for (const Diagnostic& diagnostic : diagnostics) {
    const Fix* fix = MachineFix(diagnostic);
    if (fix == nullptr) continue;
    const bool collides = std::any_of(fix->edits.begin(), fix->edits.end(), [&](const Edit& edit) {
      return std::any_of(accepted.begin(), accepted.end(),
                         [&](const Edit& other) { return Collide(edit, other); });
    });
    if (collides) continue;
    accepted.insert(accepted.end(), fix->edits.begin(), fix->edits.end());
    ++files[fix->edits.front().range.file].mends;
  }
  std::map<source::FileId, std::vector<Edit>> by_file;
  for (const Edit& edit : accepted) by_file[edit.range.file].push_back(edit);
  for (auto& [file, edits] : by_file) files[file].text = Apply(sources.Text(file), std::move(edits));
  return files;
}

}  // namespace meshc::diagnostics
