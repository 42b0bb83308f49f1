// Envelopes that somebody wants cancelled. Asking costs one atomic read while there are none.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "mesh/envelope/envelope.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Cancellations {
 public:
  /// `root_id` shall be cancelled, and with it whatever children it has now.
  void Add(const std::string& root_id);
  /// True once for each envelope of a root that was added. When the root itself has been told, nobody
  /// else is: what it starts then belongs to how it ends.
  bool Take(const Envelope& envelope) { return size() > 0 && TakeAdded(envelope); }
  /// True if it was added and the root has not been told yet.
  bool Asked(const std::string& root_id);
  void Forget(const std::string& root_id);
  /// Roots that shall be cancelled and have not been told.
  std::size_t size() const { return count_.load(std::memory_order_acquire); }

 private:
  bool TakeAdded(const Envelope& envelope);

  std::atomic<std::size_t> count_ = 0;
  std::mutex mutex_;
  std::map<std::string, std::set<std::string>> told_;  ///< By root: ids of children.
};

}  // namespace mesh::host
