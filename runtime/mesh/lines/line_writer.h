// Lines into a descriptor, by a thread of its own: a reader that does not read holds up nobody else. A line
// waits a moment for others, and goes out with them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "mesh/lines/line_output.h"

namespace mesh::lines {

class LineWriter final : public LineOutput {
 public:
  /// The descriptor stays the caller's. `changed` is called from the writer's thread when it has written
  /// something, given up, or found a reader that takes nothing; it must not wait. May be empty.
  LineWriter(int descriptor, std::function<void()> changed);
  /// Drops what is not written.
  ~LineWriter() override;
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  void Put(Line line) override;
  bool idle() const override;
  std::string problem() const override;
  /// Lines of which every byte has been written.
  std::uint64_t lines_written() const { return lines_written_; }
  /// Whoever reads takes nothing just now.
  bool blocked() const { return blocked_; }

 private:
  /// What goes out together.
  struct Lines {
    std::string text = {};
    std::vector<Credit> credits = {};  ///< One for each line.
    /// Ready to be filled again.
    void Clear();
  };

  void Run();
  /// Swaps `lines`, which are empty, for what was put. False: the writer leaves.
  bool TakePut(Lines& lines);
  /// The error number; 0: it is written, or nobody wants it any more.
  int Write(std::string_view text);
  bool WaitWritable();

  const int descriptor_;
  const int leave_event_;
  const bool blocks_;  ///< A write may wait for a reader.
  const std::function<void()> changed_;
  mutable std::mutex mutex_;
  std::condition_variable put_;
  Lines waiting_;
  bool writing_ = false;
  bool leaving_ = false;
  std::atomic<bool> blocked_ = false;
  std::atomic<std::uint64_t> lines_written_ = 0;
  int error_ = 0;
  std::thread thread_;
};

}  // namespace mesh::lines
