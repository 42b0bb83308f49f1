#include "compiler/syntax/parse/reporter.h"
#include "compiler/diagnostics/diagnostics_1_syntax.h"

namespace meshc::syntax {

bool Reporter::IsFresh(std::uint32_t offset) const {
  if (Exhausted()) return false;
  const std::uint32_t line = LineOf(offset);
  const auto error = errors_.lower_bound({line, begin_});
  return error == errors_.end() || error->first != line || error->second >= end_;
}

void Reporter::ReportLimit() {
  if (!Exhausted()) return;
  const auto end = static_cast<std::uint32_t>(text_.size());
  diagnostics_.Report(diagnostics::diag::TooManyErrors, Range(end, end), diagnostics::Number{kMaxErrors})
      .AddHelp("mend the first ones and check again");
}

bool Reporter::HasErrorIn(source::SourceRange range) const {
  if (errors_.empty()) return false;
  const auto error = errors_.lower_bound({LineOf(range.begin), 0});
  return error != errors_.end() && error->first <= LineOf(range.end);
}

diagnostics::Diagnostics& Reporter::Sink(diagnostics::Severity severity, source::SourceRange range) {
  const bool is_error = severity == diagnostics::Severity::kError;
  if (is_error && !Exhausted()) errors_.emplace(LineOf(range.begin), range.begin);
  int& count = is_error ? error_count_ : warning_count_;
  if (count++ < (is_error ? kMaxErrors : kMaxWarnings)) return diagnostics_;
  surplus_ = {};
  return surplus_;
}

}  // namespace meshc::syntax
