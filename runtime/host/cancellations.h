// Envelopes that somebody wants cancelled. Asking costs one atomic read while there are none.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Cancellations {
 public:
  void Add(std::string envelope_id);
  /// True once for each envelope that was added.
  bool Take(std::string_view envelope_id);

 private:
  std::atomic<std::size_t> count_ = 0;
  std::mutex mutex_;
  std::set<std::string, std::less<>> ids_;
};

}  // namespace mesh::host
