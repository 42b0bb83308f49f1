// One mailbox of a transport on RabbitMQ, as this process sees it: who takes from it, and how much.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

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
  /// Takes out what has waited here since before `limit`.
  std::vector<Delivery> TakeOld(std::chrono::steady_clock::time_point limit);

 private:
  void Serve(std::uint32_t credit) override;
  AmqpTransport& transport_;
};

}  // namespace mesh::transport
