// Which input an envelope belongs to, by the root of its family: for as long as anything of that lives.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "mesh/lines/inputs_under_way.h"
#include "mesh/state/brief_mutex.h"

namespace mesh::lines {

/// Thread rule: every function may be called from any thread.
class RootInputs {
 public:
  /// False: that root is known, and stays as it is.
  [[nodiscard]] bool Add(const std::string& root_id, InputPlace place) {
    const std::lock_guard lock(mutex_);
    return places_.try_emplace(root_id, place).second;
  }
  void Remove(const std::string& root_id) {
    const std::lock_guard lock(mutex_);
    places_.erase(root_id);
  }
  /// Zeros: none.
  InputPlace Find(std::string_view root_id) const {
    const std::lock_guard lock(mutex_);
    const auto at = places_.find(std::string(root_id));
    return at == places_.end() ? InputPlace{} : at->second;
  }

 private:
  mutable state::BriefMutex mutex_;
  std::unordered_map<std::string, InputPlace> places_;
};

}  // namespace mesh::lines
