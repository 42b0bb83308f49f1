// One mailbox of a transport on RabbitMQ, as this process sees it: who takes from it, and how much.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mesh/transport/transport.h"

namespace mesh::transport {

class AmqpTransport;

class AmqpMailbox final : public Mailbox {
 public:
  AmqpMailbox(AmqpTransport& transport, std::string name) : transport_(transport), name_(std::move(name)) {}

  [[nodiscard]] bool Send(Message message, std::int64_t delay_ns) override;
  void Subscribe(std::uint32_t credit, Consumer& consumer) override;
  void Unsubscribe() override;
  void Acknowledge(const Delivery& delivery) override;
  void HandBack(Delivery delivery, std::int64_t delay_ns) override;
  bool Lends(const Delivery& delivery) const override;
  std::size_t depth() const override;
  Contents contents() const override;

  const std::string& name() const { return name_; }

  // Of the transport.

  /// A message that came to it; it is on loan to this process.
  void Arrive(Delivery delivery);
  /// So many of those that the consumer had are dealt with.
  void Ended(std::uint32_t loans);
  /// Those of these loans that the consumer does not have are forgotten; which.
  std::vector<std::uint64_t> Forget(const std::set<std::uint64_t>& tags);
  /// Takes out what has waited here since before `limit`.
  std::vector<Delivery> TakeOld(std::chrono::steady_clock::time_point limit);

 private:
  struct Waiting {
    Delivery delivery;
    std::chrono::steady_clock::time_point since;
  };
  void DeliverWaiting();

  AmqpTransport& transport_;
  const std::string name_;
  mutable std::mutex mutex_;
  Consumer* consumer_ = nullptr;
  std::uint32_t credit_ = 0;
  std::uint32_t on_loan_ = 0;  ///< To the consumer.
  /// Taken ahead, so that the next one is there when one is done.
  std::deque<Waiting> waiting_;
};

}  // namespace mesh::transport
