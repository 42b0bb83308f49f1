// Standard error: whole lines from any thread, and below them one that tells how far a run is.
#pragma once

#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>

namespace mesh::program {

/// Thread rule: every function may be called from any thread.
class ErrorLines {
 public:
  /// The stream outlives it.
  explicit ErrorLines(std::ostream& stream) : stream_(stream) {}

  /// Words for people; what would end the line, or steer a terminal, becomes an escape.
  void Print(std::string_view text);
  /// A line as it is: of log_line.h.
  void PutLine(std::string_view line);
  /// Replaces the progress that is shown; empty: there is none any more. For terminals only.
  void ShowProgress(std::string progress);

 private:
  std::ostream& stream_;
  std::mutex mutex_;
  std::string progress_;
};

}  // namespace mesh::program
