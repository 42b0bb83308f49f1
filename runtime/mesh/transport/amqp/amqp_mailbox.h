// One mailbox of a transport on RabbitMQ, as this process sees it: who takes from it, and how much.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mesh/transport/amqp/amqp_loans.h"
#include "mesh/transport/ledger_mailbox.h"

namespace mesh::transport {

class AmqpTransport;

class AmqpMailbox final : public LedgerMailbox {
 public:
  AmqpMailbox(AmqpTransport& transport, const Clock& clock, std::string name);

  void Unsubscribe() override;
  void HandBack(Delivery delivery, std::int64_t delay_ns) override;
  bool Lends(const Delivery& delivery) const override;
  std::size_t depth() const override;
  Contents contents() const override;

  // Of the transport.

  /// A message that came to it; it is on loan to this process.
  void Arrive(Delivery delivery);
  /// Those of these loans that the consumer does not have are forgotten; which.
  std::vector<std::uint64_t> Forget(const std::set<std::uint64_t>& tags);
  /// One more of its loans has ended. True: the broker has to be told at once.
  bool Return() { return IsMuch(++returned_, prefetch_); }
  /// The broker has been told of so many, or has taken them back.
  void Told(std::size_t loans) { returned_ -= loans; }
  /// Takes out what has waited here since before `limit`.
  std::vector<Delivery> TakeOld(std::chrono::steady_clock::time_point limit);

 private:
  void Serve(std::uint32_t credit) override;
  AmqpTransport& transport_;
  std::atomic<std::uint16_t> prefetch_ = 0;
  std::atomic<std::size_t> returned_ = 0;  ///< The broker has not been told of them.
};

}  // namespace mesh::transport
