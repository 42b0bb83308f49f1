// Deliveries of an actor whose calls do not come back: they wait until some do, or until their deadline
// has passed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string_view>
#include <vector>

#include "mesh/host/timers.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// Closed at first. Thread rule: every function may be called from any thread.
class Backlog {
 public:
  /// `release` gets a delivery back whose time to wait is over before the backlog is closed, from any
  /// thread; it must not wait.
  Backlog(Timers& timers, std::function<void(transport::Delivery)> release)
      : timers_(timers), release_(std::move(release)) {}

  void Open();
  /// All that wait, in the order of coming; nothing is kept any more.
  std::vector<transport::Delivery> Close();

  /// Keeps the delivery, unless it is closed: then it is left as it is, and the answer is false.
  /// `deadline_ns`: released when it has passed; kNever: it has none.
  static constexpr std::int64_t kNever = INT64_MAX;
  [[nodiscard]] bool Keep(transport::Delivery& delivery, std::int64_t deadline_ns);
  /// Releases what belongs to that root envelope.
  void ReleaseOf(std::string_view root);

  std::size_t size() const;

 private:
  struct Kept {
    transport::Delivery delivery;
    transport::TimerId timer = {};
  };
  void Release(std::uint64_t number);

  Timers& timers_;
  const std::function<void(transport::Delivery)> release_;
  mutable std::mutex mutex_;
  bool open_ = false;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Kept> kept_;  ///< In the order of coming.
};

}  // namespace mesh::host
