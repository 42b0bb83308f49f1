#include "mesh/program/error_lines.h"

#include <ostream>
#include <utility>

#include "mesh/lines/log_line.h"

namespace mesh::program {

namespace {

/// To the first column, and away with what stands there.
constexpr std::string_view kClear = "\r\x1b[K";

}  // namespace

void ErrorLines::Print(std::string_view text) { PutLine(lines::PlainLine(text)); }

void ErrorLines::PutLine(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (!progress_.empty()) stream_ << kClear;
  stream_ << line << '\n' << progress_ << std::flush;
}

void ErrorLines::ShowProgress(std::string progress) {
  const std::lock_guard lock(mutex_);
  if (progress == progress_) return;
  stream_ << kClear << progress << std::flush;
  progress_ = std::move(progress);
}

}  // namespace mesh::program
