// State in memory: for one process, and for tests of what stands on it.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "mesh/state/state.h"

namespace mesh::state {

/// Thread rule: every function may be called from any thread.
class MemoryStore final : public Store {
 public:
  explicit MemoryStore(std::function<std::int64_t()> now_ns) : now_ns_(std::move(now_ns)) {}

  std::optional<std::string> Get(std::string_view key) const override;
  std::vector<Entry> Scan(std::string_view prefix) const override;
  [[nodiscard]] bool Apply(const std::vector<Condition>& conditions,
                           const std::vector<Change>& changes) override;

  std::size_t size() const;

 private:
  struct Kept {
    std::string value;
    std::int64_t expires_ns = kNeverExpires;
  };
  /// Called with `mutex_` held. Null: nothing is there.
  const Kept* Find(std::string_view key) const;
  void Make(const Change& change);

  const std::function<std::int64_t()> now_ns_;
  mutable std::mutex mutex_;
  std::map<std::string, Kept, std::less<>> kept_;
};

}  // namespace mesh::state
