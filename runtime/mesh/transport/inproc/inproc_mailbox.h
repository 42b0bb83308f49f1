// One mailbox of the inproc transport: a queue, and a count of loans against credit. While nothing waits
// messages go straight to the consumer, and nobody meets a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "mesh/state/brief_mutex.h"
#include "mesh/transport/clock.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

class InprocMailbox final : public Mailbox, public std::enable_shared_from_this<InprocMailbox> {
 public:
  InprocMailbox(Clock& clock, bool closed) : clock_(clock), closed_(closed) {}

  [[nodiscard]] bool Send(Message message, std::int64_t delay_ns) override;
  void Subscribe(std::uint32_t credit, Consumer& consumer) override;
  void Unsubscribe() override;
  void Acknowledge(const Delivery& delivery) override;
  void HandBack(Delivery delivery, std::int64_t delay_ns) override;
  std::vector<std::unique_ptr<Envelope>> TakeAll() override;
  std::size_t depth() const override;
  Contents contents() const override;

  void Close();

 private:
  enum class Place : std::uint8_t { kBack, kFront };
  struct Delayed {
    Delivery delivery;
    Place place = Place::kBack;
  };

  void PutLater(Delivery delivery, std::int64_t delay_ns, Place place);
  /// Hands it to the consumer, unless something waits, there is no credit, or no consumer: then it is left as
  /// it is, and the answer is false.
  bool Lend(Delivery& delivery);
  // These are called with `mutex_` held.
  void Put(Delivery delivery, Place place);
  void DeliverWaiting();
  /// Returns when nobody is about to call the consumer.
  void ShutOff();

  // What `state_` is made of: loans, those who are about to call the consumer, and two flags.
  using State = std::uint64_t;
  static constexpr State kLoan = 1;
  static constexpr State kCaller = State{1} << 32U;
  static constexpr State kOpen = State{1} << 62U;  ///< There is a consumer.
  static constexpr State kWaits = State{1}
                                  << 63U;  ///< Something waits: every change is made with the lock held.
  static std::uint32_t LoansOf(State state) { return static_cast<std::uint32_t>(state); }
  static std::uint32_t CallersOf(State state) {
    return static_cast<std::uint32_t>((state & ~(kOpen | kWaits)) >> 32U);
  }

  Clock& clock_;
  std::atomic<State> state_ = 0;
  Consumer* consumer_ = nullptr;  ///< Changes while `state_` is not open.
  std::atomic<std::uint32_t> credit_ = 0;
  mutable state::BriefMutex mutex_;
  std::deque<Delivery> waiting_;
  std::map<std::uint64_t, Delayed> delayed_;  ///< By the number that its timer knows.
  std::uint64_t next_delayed_ = 0;
  bool closed_ = false;
};

}  // namespace mesh::transport
