// What the broker has lent by one opening of a channel, and how little has to be said to give it back: it
// works for each acknowledgement that it hears as much as for a message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace mesh::transport {

/// Half of what a queue may lend: whoever has little on loan would wait for more, if that waited to be told.
constexpr bool IsMuch(std::size_t returned, std::uint16_t prefetch) { return 2 * returned >= prefetch; }

/// For one thread.
class AmqpLoans {
 public:
  struct Acknowledgement {
    std::uint64_t tag = 0;
    bool multiple = false;  ///< It holds for all before, too.
    friend bool operator==(const Acknowledgement&, const Acknowledgement&) = default;
  };

  /// Tags of deliveries ascend.
  void Lend(std::uint64_t tag) { lent_.push_back({.tag = tag}); }
  /// A second time for one loan is not heard, because the broker would close the channel: false.
  bool Return(std::uint64_t tag);
  /// How many were since Take.
  std::size_t returned() const { return returned_; }
  /// What tells the broker of all that was returned since.
  std::vector<Acknowledgement> Take();
  void Clear() {
    lent_.clear();
    returned_ = 0;
  }

 private:
  struct Lent {
    std::uint64_t tag = 0;
    bool returned = false;
  };

  std::deque<Lent> lent_;  ///< By tag.
  std::size_t returned_ = 0;
};

}  // namespace mesh::transport
