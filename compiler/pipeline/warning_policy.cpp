#include "compiler/pipeline/warning_policy.h"

#include <fmt/format.h>

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::pipeline {
namespace {

using diagnostics::CodeRow;
using diagnostics::Severity;

const CodeRow* FindRow(std::string_view name) {
  const CodeRow* by_flag = diagnostics::FindFlag(name);
  return by_flag != nullptr ? by_flag : diagnostics::FindCode(name);
}

std::string UnknownWarning(std::string_view name) {
  std::vector<std::string_view> flags;
  for (const CodeRow& row : diagnostics::AllCodes()) {
    if (row.severity == Severity::kWarning) flags.push_back(row.flag);
  }
  std::string text = fmt::format("no warning is called `{}`", name);
  const std::string_view nearest = diagnostics::Nearest(name, flags).name;
  return nearest.empty() ? text : text + fmt::format("; did you mean `{}`?", nearest);
}

}  // namespace

std::optional<std::string> WarningPolicy::Apply(std::string_view word) {
  if (word == "error") {
    warnings_are_errors_ = true;
    return std::nullopt;
  }
  const bool off = word.starts_with("no-") && FindRow(word) == nullptr;
  if (off) word.remove_prefix(3);
  const CodeRow* row = FindRow(word);
  if (row == nullptr) return UnknownWarning(word);
  if (row->severity == Severity::kError) {
    return fmt::format("`{}` is an error, not a warning: it cannot be silenced", word);
  }
  if (off) {
    silent_.insert(row->code);
  } else {
    silent_.erase(row->code);
  }
  return std::nullopt;
}

bool WarningPolicy::Shows(const diagnostics::Diagnostic& diagnostic) const {
  return diagnostic.severity == Severity::kError || !silent_.contains(diagnostic.code);
}

}  // namespace meshc::pipeline
