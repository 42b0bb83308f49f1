// Messages of the client library that nobody needs any more.
#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include <nats/nats.h>

namespace mesh::transport {

/// Destroys them many at a time: the library hands each one that is destroyed to a thread of its own, and
/// wakes that if it sleeps, which costs as much as to send it.
/// Fewer than 512 of them, with less than 1 MiB of bodies, wait for others.
///
/// Thread rule: every function may be called from any thread.
class NatsSpent {
 public:
  NatsSpent() = default;
  NatsSpent(const NatsSpent&) = delete;
  NatsSpent& operator=(const NatsSpent&) = delete;
  ~NatsSpent() { Destroy(messages_); }

  /// Takes a message; null: nothing.
  void Put(natsMsg* message) {
    if (message == nullptr) return;
    std::vector<natsMsg*> full;
    {
      const std::lock_guard lock(mutex_);
      messages_.push_back(message);
      bytes_ += static_cast<std::size_t>(natsMsg_GetDataLength(message));
      if (messages_.size() < kMostMessages && bytes_ < kMostBytes) return;
      full = std::exchange(messages_, {});
      bytes_ = 0;
    }
    Destroy(full);
  }

 private:
  static constexpr std::size_t kMostMessages = 512;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

  static void Destroy(const std::vector<natsMsg*>& messages) {
    for (natsMsg* message : messages) natsMsg_Destroy(message);
  }

  std::mutex mutex_;
  std::vector<natsMsg*> messages_;
  std::size_t bytes_ = 0;
};

}  // namespace mesh::transport
