// Visits that failed for good, counted by error.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace mesh::host {

class Failures {
 public:
  void Add(std::string_view error) {
    const std::lock_guard lock(mutex_);
    const auto at = counts_.find(error);
    if (at == counts_.end()) {
      counts_.emplace(error, 1);
    } else {
      ++at->second;
    }
  }

  std::map<std::string, std::uint64_t> Read() const {
    const std::lock_guard lock(mutex_);
    return {counts_.begin(), counts_.end()};
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

}  // namespace mesh::host
