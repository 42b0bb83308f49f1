// A consumer that keeps what it is given.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "mesh/transport/transport.h"

namespace mesh::test {

/// Collects deliveries.
class Collector final : public transport::Consumer {
 public:
  void Take(transport::Delivery delivery) override {
    const std::lock_guard lock(mutex_);
    ids_.push_back(delivery.letter->body);
    deliveries_.push_back(std::move(delivery));
    taken_.notify_all();
  }
  /// Waits until `count` in all were taken; their ids in order.
  std::vector<std::string> WaitFor(std::size_t count) {
    std::unique_lock lock(mutex_);
    taken_.wait(lock, [&] { return ids_.size() >= count; });
    return ids_;
  }
  void WaitForCount(std::size_t count) {
    std::unique_lock lock(mutex_);
    taken_.wait(lock, [&] { return ids_.size() >= count; });
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return ids_.size();
  }
  /// Takes out the delivery that was taken as number `index`.
  transport::Delivery TakeOut(std::size_t index) {
    const std::lock_guard lock(mutex_);
    return std::move(deliveries_[index]);
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable taken_;
  std::vector<std::string> ids_;
  std::vector<transport::Delivery> deliveries_;
};

}  // namespace mesh::test
