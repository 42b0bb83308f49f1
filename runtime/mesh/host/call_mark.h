// Which call a slot works on, written so that the signal handler of a process that crashes can read it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <string_view>

#include <pthread.h>

namespace mesh::host {

/// The thread that calls a handler sets and clears it; anybody may read it at any moment, and finds a
/// whole text, the beginning of one, or nothing.
class CallMark {
 public:
  void Set(std::string_view actor, std::string_view envelope_id) {
    Copy(actor, actor_);
    Copy(envelope_id, envelope_id_);
    thread_.store(pthread_self(), std::memory_order_relaxed);
    set_.store(true, std::memory_order_release);
  }
  void Clear() { set_.store(false, std::memory_order_release); }

  bool set() const { return set_.load(std::memory_order_acquire); }
  bool is_of(pthread_t thread) const { return thread_.load(std::memory_order_relaxed) == thread; }
  /// Shortened if they are long. They end with a zero.
  const char* actor() const { return actor_.data(); }
  const char* envelope_id() const { return envelope_id_.data(); }

 private:
  /// An id that this program made has 36 characters.
  using Text = std::array<char, 64>;

  static void Copy(std::string_view from, Text& to) {
    const std::size_t length = from.copy(to.data(), to.size() - 1);
    to[length] = '\0';
  }

  std::atomic<bool> set_ = false;
  std::atomic<pthread_t> thread_ = {};
  Text actor_ = {};
  Text envelope_id_ = {};
};

}  // namespace mesh::host
