#include "compiler/diagnostics/mend.h"

#include <algorithm>
#include <iterator>

namespace meshc::diagnostics {
namespace {

const Fix* MachineFix(const Diagnostic& diagnostic) {
  for (const Fix& fix : diagnostic.fixes) {
    if (fix.applicability == Applicability::kMachine && !fix.edits.empty()) return &fix;
  }
  return nullptr;
}

/// The edits that go together. No two of one file share a byte, or begin at one place: insertions there would
/// have no order.
class AcceptedEdits {
 public:
  /// Takes all edits of a mend, or none.
  bool Take(const Fix& fix) {
    const bool collides =
        std::any_of(fix.edits.begin(), fix.edits.end(), [&](const Edit& edit) { return Collides(edit); });
    if (collides) return false;
    for (const Edit& edit : fix.edits) by_file_[edit.range.file].emplace(edit.range.begin, edit);
    return true;
  }

  using ByPlace = std::map<std::uint32_t, Edit>;
  const std::map<source::FileId, ByPlace>& by_file() const { return by_file_; }

 private:
  bool Collides(const Edit& edit) {
    const ByPlace& taken = by_file_[edit.range.file];
    const auto next = taken.lower_bound(edit.range.begin);
    if (next != taken.end() && (next->first == edit.range.begin || next->first < edit.range.end)) return true;
    return next != taken.begin() && std::prev(next)->second.range.end > edit.range.begin;
  }

  std::map<source::FileId, ByPlace> by_file_;
};

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

std::string Apply(std::string_view text, const AcceptedEdits::ByPlace& edits) {
  std::string mended;
  std::uint32_t at = 0;
  for (const auto& [begin, edit] : edits) {
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
  AcceptedEdits accepted;
  std::map<source::FileId, MendedFile> files;
  for (const Diagnostic& diagnostic : diagnostics) {
    const Fix* fix = MachineFix(diagnostic);
    if (fix != nullptr && accepted.Take(*fix)) ++files[fix->edits.front().range.file].mends;
  }
  for (auto& [file, edits] : accepted.by_file()) {
    if (!edits.empty()) files[file].text = Apply(sources.Text(file), edits);
  }
  return files;
}

}  // namespace meshc::diagnostics
