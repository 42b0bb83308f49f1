// Which slots of a station are free: taken and returned without a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mesh::host {

/// Numbers from 0 on, all free at first. Thread rule: every function may be called from any thread.
class FreeSlots {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  explicit FreeSlots(std::uint32_t count) : slots_(count) {
    for (std::uint32_t i = 0; i < count; ++i) slots_[i].below = i + 1 < count ? i + 1 : kNone;
    top_ = count == 0 ? kNone : 0;
  }

  /// The one that was returned last; kNone: all are taken.
  std::uint32_t Take() {
    std::uint64_t top = top_.load(std::memory_order_acquire);
    while (NumberOf(top) != kNone) {
      // If somebody has taken it meanwhile this is of no use, and the exchange fails.
      const std::uint32_t below = slots_[NumberOf(top)].below.load(std::memory_order_relaxed);
      if (top_.compare_exchange_weak(top, Next(top, below), std::memory_order_acq_rel)) break;
    }
    if (NumberOf(top) != kNone) slots_[NumberOf(top)].taken.store(true, std::memory_order_relaxed);
    return NumberOf(top);
  }

  void Return(std::uint32_t number) {
    slots_[number].taken.store(false, std::memory_order_relaxed);
    std::uint64_t top = top_.load(std::memory_order_acquire);
    do {
      slots_[number].below.store(NumberOf(top), std::memory_order_relaxed);
    } while (!top_.compare_exchange_weak(top, Next(top, number), std::memory_order_acq_rel));
  }

  /// So many are taken: looks at each.
  std::size_t CountTaken() const {
    std::size_t count = 0;
    for (const Slot& slot : slots_) count += slot.taken.load(std::memory_order_relaxed) ? 1 : 0;
    return count;
  }

 private:
  struct Slot {
    std::atomic<std::uint32_t> below = kNone;  ///< Of a free one: the next one that is.
    std::atomic<bool> taken = false;
  };
  static std::uint32_t NumberOf(std::uint64_t top) { return static_cast<std::uint32_t>(top); }
  /// A count of changes stands before the number: what was taken and has come back looks new.
  static std::uint64_t Next(std::uint64_t top, std::uint32_t number) {
    return ((top >> 32U) + 1) << 32U | number;
  }

  std::vector<Slot> slots_;
  std::atomic<std::uint64_t> top_;
};

}  // namespace mesh::host
