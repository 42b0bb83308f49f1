#include "compiler/pipeline/load_root.h"

#include "compiler/diagnostics/check_text.h"
#include "compiler/pipeline/read_error.h"

namespace meshc::pipeline {

std::optional<source::FileId> LoadRoot(const source::FileSystem& files, Compilation& c) {
  auto read = files.Read(c.path);
  if (auto* text = std::get_if<std::string>(&read)) return AddRoot(std::move(*text), c);
  const auto error = std::get<source::ReadError>(read);
  if (error == source::ReadError::kTooLarge) {
    diagnostics::ReportTooLarge({c.sources.Add(c.path, ""), 0, 0}, c.diagnostics);
  } else {
    c.unreadable = DescribeReadError(c.path, error);
  }
  return std::nullopt;
}

std::optional<source::FileId> AddRoot(std::string text, Compilation& c) {
  const auto root = c.sources.Add(c.path, std::move(text));
  if (!diagnostics::CheckText(c.sources, root, c.diagnostics)) return std::nullopt;
  return root;
}

}  // namespace meshc::pipeline
