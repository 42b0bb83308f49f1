// Room at the entrance of a mesh, as a value.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace mesh::lines {

/// Room for one envelope, given back when the credit goes. Whoever looks for room is not told: who gives
/// much back at once tells him once.
class Credit {
 public:
  Credit() = default;
  /// One of those that are counted there, which outlives it.
  explicit Credit(std::atomic<std::uint32_t>& taken) : taken_(&taken) { ++taken; }
  Credit(Credit&& other) noexcept : taken_(std::exchange(other.taken_, nullptr)) {}
  Credit& operator=(Credit&& other) noexcept {
    std::swap(taken_, other.taken_);
    return *this;
  }
  Credit(const Credit&) = delete;
  Credit& operator=(const Credit&) = delete;
  ~Credit() {
    if (taken_ != nullptr) --*taken_;
  }

 private:
  std::atomic<std::uint32_t>* taken_ = nullptr;
};

}  // namespace mesh::lines
