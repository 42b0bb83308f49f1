// Where ended envelopes are kept in files, beside the sink.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "mesh/archive/segment.h"

namespace mesh::archive {

struct ArchiveOptions {
  std::string folder = {};
  std::string mesh = {};
  /// Told when nothing can be written, and when it can again (empty), from the archive's thread. May be
  /// empty.
  std::function<void(const std::string& problem)> on_problem = {};
  std::uint64_t segment_bytes = std::uint64_t{64} << 20U;
  std::chrono::seconds segment_age{3600};
  std::chrono::milliseconds pause{1000};  ///< Before what failed is tried again.
};

/// Thread rule: every function may be called from any thread.
class Archive {
 public:
  /// Makes the folder where there is none. The text says why it cannot be.
  static std::variant<std::unique_ptr<Archive>, std::string> Open(ArchiveOptions options);
  explicit Archive(ArchiveOptions options);
  /// As Abandon.
  ~Archive();
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  /// Keeps one line, without its end. `safe` is called once it is, from the archive's thread; it must not
  /// wait. It is never called for lines that are abandoned.
  void Add(std::string line, std::function<void()> safe);
  /// Waits until all that was added is safe, or cannot be written just now.
  void Flush();
  /// Nothing more is written, and nobody is called any more.
  void Abandon();
  /// Why nothing can be written just now; empty: it can.
  std::string problem() const;

 private:
  struct Batch {
    std::string lines;
    std::vector<std::function<void()>> safe;
  };

  void Run();
  std::string Write(const Batch& batch);
  std::string OpenSegment();
  void Tell(const std::string& problem);

  const ArchiveOptions options_;
  // Of the thread.
  const std::string process_;  ///< Tells those apart that share the folder, wherever they run.
  std::unique_ptr<Segment> segment_;
  std::chrono::steady_clock::time_point segment_began_;
  std::uint64_t segments_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Batch waiting_;
  bool busy_ = false;
  bool leaving_ = false;
  std::string problem_;
  std::thread thread_;
};

}  // namespace mesh::archive
