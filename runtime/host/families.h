// Root envelopes with all that descends from them: children of forks, copies of taps. A family lives
// for as long as one of them does, which may be longer than its root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Families {
 public:
  /// A root enters. False: a family of that id is alive.
  [[nodiscard]] bool Begin(const std::string& root) {
    const std::lock_guard lock(mutex_);
    return alive_.try_emplace(root, 1).second;
  }
  /// One more of a family that is alive.
  void Add(const std::string& root) {
    const std::lock_guard lock(mutex_);
    ++alive_[root];
  }
  /// One of them has ended. True: it was the last one.
  [[nodiscard]] bool Remove(const std::string& root) {
    const std::lock_guard lock(mutex_);
    const auto at = alive_.find(root);
    if (at == alive_.end() || --at->second > 0) return false;
    alive_.erase(at);
    return true;
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return alive_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::uint64_t> alive_;  ///< How many of each, by root id.
};

}  // namespace mesh::host
