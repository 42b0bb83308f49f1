#include "compiler/diagnostics/diagnostics.h"

#include <algorithm>
#include <iterator>

namespace meshc::diagnostics {

Builder& Builder::AddLabel(source::SourceRange range, std::string text) {
  if (range.has_value()) diagnostic_.labels.push_back({range, std::move(text)});
  return *this;
}

Builder& Builder::AddNote(std::string text, source::SourceRange range) {
  diagnostic_.notes.push_back({std::move(text), range});
  return *this;
}

Builder& Builder::AddHelp(std::string help) { return AddFix(std::move(help), {}); }

Builder& Builder::AddFix(std::string help, std::vector<Edit> edits, Applicability applicability) {
  diagnostic_.fixes.push_back({std::move(help), std::move(edits), applicability});
  return *this;
}

Builder& Builder::SetPath(std::vector<std::string> path) {
  diagnostic_.path = std::move(path);
  return *this;
}

Builder Diagnostics::Add(Code code, Severity severity, std::string message, source::SourceRange range) {
  Diagnostic& added = all_.emplace_back();
  added.code = code;
  added.severity = severity;
  added.message = std::move(message);
  added.range = range;
  if (severity == Severity::kError) ++error_count_;
  return Builder(added);
}

void Diagnostics::Append(Diagnostics other) {
  error_count_ += other.error_count_;
  all_.insert(all_.end(), std::make_move_iterator(other.all_.begin()),
              std::make_move_iterator(other.all_.end()));
}

void Diagnostics::Add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::kError) ++error_count_;
  all_.push_back(std::move(diagnostic));
}

void Diagnostics::Sort() {
  SortBySource(all_);
  error_count_ = static_cast<std::size_t>(std::count_if(
      all_.begin(), all_.end(), [](const Diagnostic& d) { return d.severity == Severity::kError; }));
}

}  // namespace meshc::diagnostics
