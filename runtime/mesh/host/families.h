// Root envelopes with all that descends from them: children of forks, copies of taps. A family lives
// for as long as one of them does, which may be longer than its root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "mesh/state/brief_mutex.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Families {
 public:
  using Gone = std::function<void(const std::string& root)>;

  /// A root enters. False: a family of that id is alive. `gone` is called when the last one has ended, in
  /// its thread; it must not wait. May be empty.
  [[nodiscard]] bool Begin(const std::string& root, Gone gone = {}) {
    const std::lock_guard lock(mutex_);
    return alive_.try_emplace(root, Family{1, std::move(gone)}).second;
  }
  /// One more of a family that is alive.
  void Add(const std::string& root) {
    const std::lock_guard lock(mutex_);
    ++alive_[root].members;
  }
  /// One of them has ended. True: it was the last one.
  [[nodiscard]] bool Remove(const std::string& root) {
    Gone gone;
    {
      const std::lock_guard lock(mutex_);
      const auto at = alive_.find(root);
      if (at == alive_.end() || --at->second.members > 0) return false;
      gone = std::move(at->second.gone);
      alive_.erase(at);
    }
    if (gone) gone(root);
    return true;
  }
  /// The root never came in: nobody is told that it has gone.
  void Withdraw(const std::string& root) {
    const std::lock_guard lock(mutex_);
    alive_.erase(root);
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return alive_.size();
  }

 private:
  struct Family {
    std::uint64_t members = 0;
    Gone gone = {};
  };

  mutable state::BriefMutex mutex_;
  std::unordered_map<std::string, Family> alive_;  ///< By root id.
};

}  // namespace mesh::host
