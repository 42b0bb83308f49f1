#include "compiler/source/source_manager.h"

#include <algorithm>
#include <utility>

#include "compiler/source/utf8.h"

namespace meshc::source {

namespace {

bool IsSameLine(const std::vector<std::uint32_t>& starts, std::ptrdiff_t line, std::uint32_t offset) {
  const auto next = static_cast<std::size_t>(line);
  return next == starts.size() || offset < starts[next];
}

}  // namespace

FileId SourceManager::Add(std::string name, std::string text) {
  files_.push_back({std::move(name), std::move(text), {}, {}});
  return FileId{static_cast<std::uint32_t>(files_.size() - 1)};
}

std::string_view SourceManager::Name(FileId file) const { return files_[file.index].name; }

std::string_view SourceManager::Text(FileId file) const { return files_[file.index].text; }

std::string_view SourceManager::Text(SourceRange range) const {
  return Text(range.file).substr(range.begin, range.end - range.begin);
}

std::uint32_t SourceManager::FileCount() const { return static_cast<std::uint32_t>(files_.size()); }

SourceManager SourceManager::Renamed(const std::function<std::string(std::string_view)>& rename) const {
  SourceManager renamed = *this;
  for (File& file : renamed.files_) file.name = rename(file.name);
  return renamed;
}

const std::vector<std::uint32_t>& SourceManager::LineStarts(const File& file) const {
  if (file.line_starts.empty()) {
    file.line_starts.push_back(0);
    for (std::size_t at = file.text.find('\n'); at != std::string::npos; at = file.text.find('\n', at + 1)) {
      file.line_starts.push_back(static_cast<std::uint32_t>(at + 1));
    }
  }
  return file.line_starts;
}

LineColumn SourceManager::Locate(FileId id, std::uint32_t offset) const {
  const File& file = files_[id.index];
  const auto& starts = LineStarts(file);
  offset = std::min(offset, static_cast<std::uint32_t>(file.text.size()));
  const auto line = std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin();

  // What is located next is mostly near: going on from the last place, back too, keeps long lines linear.
  std::uint32_t from = starts[static_cast<std::size_t>(line - 1)];
  if (from == 0 && file.text.starts_with(kByteOrderMark))
    from = std::min(offset, static_cast<std::uint32_t>(kByteOrderMark.size()));
  std::uint32_t column = 1;
  const std::string_view text = file.text;
  const bool goes_on = file.last.column > 0 && file.last.offset >= from;
  if (goes_on && file.last.offset <= offset) {
    column = file.last.column + CountCodePoints(text.substr(file.last.offset, offset - file.last.offset));
  } else if (goes_on && file.last.offset - offset < offset - from &&
             IsSameLine(starts, line, file.last.offset)) {
    column = file.last.column - CountCodePoints(text.substr(offset, file.last.offset - offset));
  } else {
    column += CountCodePoints(text.substr(from, offset - from));
  }
  file.last = {offset, column};
  return {static_cast<std::uint32_t>(line), column};
}

std::string_view SourceManager::Line(FileId id, std::uint32_t line) const {
  const File& file = files_[id.index];
  const auto& starts = LineStarts(file);
  if (line == 0 || line > starts.size()) return {};
  const std::size_t begin = starts[line - 1];
  const std::size_t end = line < starts.size() ? starts[line] - 1 : file.text.size();
  std::string_view text = std::string_view(file.text).substr(begin, end - begin);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

std::uint32_t SourceManager::LineBegin(FileId id, std::uint32_t line) const {
  const auto& starts = LineStarts(files_[id.index]);
  return starts[std::min<std::size_t>(line, starts.size()) - 1];
}

}  // namespace meshc::source
