#include "compiler/pipeline/follow_ups.h"

#include <algorithm>
#include <set>
#include <utility>

#include "compiler/diagnostics/diagnostics_1_syntax.h"

namespace meshc::pipeline {
namespace {

using diagnostics::Diagnostic;
namespace diag = diagnostics::diag;

/// What was meant is known all the same.
bool IsMended(const Diagnostic& found) {
  return found.code == diag::MissingSemicolon.code || found.code == diag::ForeignSpelling.code ||
         found.code == diag::SurplusWord.code;
}

class TornLines {
 public:
  TornLines(const source::SourceManager& sources, const diagnostics::Diagnostics& diagnostics)
      : sources_(sources) {
    for (const Diagnostic& found : diagnostics.all()) {
      const bool error = found.severity == diagnostics::Severity::kError;
      if (error && diagnostics::IsOfSyntax(found.code) && !IsMended(found) && found.range.has_value())
        lines_.insert(LineOf(found.range));
    }
  }

  bool empty() const { return lines_.empty(); }
  bool Hold(const Diagnostic& found) const {
    return !diagnostics::IsOfSyntax(found.code) && found.range.has_value() &&
           lines_.contains(LineOf(found.range));
  }

 private:
  /// The file and its line.
  std::pair<std::uint32_t, std::uint32_t> LineOf(source::SourceRange range) const {
    return {range.file.index, sources_.Locate(range.file, range.begin).line};
  }

  const source::SourceManager& sources_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> lines_;
};

}  // namespace

void DropFollowUps(const source::SourceManager& sources, diagnostics::Diagnostics& diagnostics) {
  const TornLines torn(sources, diagnostics);
  if (torn.empty()) return;
  diagnostics::Diagnostics left;
  for (Diagnostic& found : diagnostics.all()) {
    if (!torn.Hold(found)) left.Add(std::move(found));
  }
  diagnostics = std::move(left);
}

}  // namespace meshc::pipeline
