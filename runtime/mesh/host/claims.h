// Effects that are under way: two envelopes may share one effect (`effect idempotent by … shared`),
// and while the first call runs there is no result yet that the second could be given.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Claims {
 public:
  /// False: somebody else holds it.
  [[nodiscard]] bool Take(std::string_view actor, std::string_view key) {
    const std::lock_guard lock(mutex_);
    return held_.emplace(actor, key).second;
  }

  void Release(std::string_view actor, std::string_view key) {
    const std::lock_guard lock(mutex_);
    held_.erase({std::string(actor), std::string(key)});
  }

 private:
  std::mutex mutex_;
  std::set<std::pair<std::string, std::string>> held_;
};

}  // namespace mesh::host
