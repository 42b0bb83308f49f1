// What mailboxes over a ledger have in common: what is sent and acknowledged is a transition of its own,
// somebody takes so many deliveries at a time, and some are taken ahead.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>

#include "mesh/transport/clock.h"
#include "mesh/transport/ledger.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

class LedgerMailbox : public Mailbox {
 public:
  [[nodiscard]] bool Send(Message message, std::int64_t delay_ns) final;
  void Subscribe(std::uint32_t credit, Consumer& consumer) final;
  void Acknowledge(const Delivery& delivery) final;

  const std::string& name() const { return name_; }
  /// The consumer is done with so many of those that it had.
  void Ended(std::uint32_t loans);

 protected:
  /// Both outlive it.
  LedgerMailbox(Ledger& ledger, const Clock& clock, std::string name);

  /// There is a consumer, who may have so many at a time.
  virtual void Serve(std::uint32_t credit) = 0;

  /// Gives a message that is on loan to this process to the consumer, now or when it is its turn. False, and
  /// it is left as it is: there is none.
  [[nodiscard]] bool Keep(Delivery& delivery);
  /// Nobody consumes from now on; what has been taken ahead.
  std::deque<Delivery> EndConsuming();

  // With `mutex_` held:
  void DeliverWaiting();
  struct Waiting {
    Delivery delivery;
    std::chrono::steady_clock::time_point since;
  };
  /// Taken ahead, so that the next one is there when one is done.
  std::deque<Waiting> waiting_;
  Consumer* consumer_ = nullptr;
  std::uint32_t credit_ = 0;
  std::uint32_t on_loan_ = 0;  ///< To the consumer.
  mutable std::mutex mutex_;

 private:
  Ledger& ledger_;
  const Clock& clock_;
  const std::string name_;
};

}  // namespace mesh::transport
