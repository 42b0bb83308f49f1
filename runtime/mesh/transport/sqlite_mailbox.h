// One mailbox of an SQLite transport, as this process sees it: who takes from it, and how much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "mesh/transport/transport.h"

namespace mesh::transport {

class SqliteTransport;

class SqliteMailbox final : public Mailbox {
 public:
  SqliteMailbox(SqliteTransport& transport, std::string name)
      : transport_(transport), name_(std::move(name)) {}

  [[nodiscard]] bool Send(Message message, std::int64_t delay_ns) override;
  void Subscribe(std::uint32_t credit, Consumer& consumer) override;
  void Unsubscribe() override;
  void Acknowledge(const Delivery& delivery) override;
  void HandBack(Delivery delivery, std::int64_t delay_ns) override;
  std::size_t depth() const override;
  Contents contents() const override;

  const std::string& name() const { return name_; }
  /// How many more it may lend when so many loans have ended; 0 without a consumer.
  std::uint32_t RoomAfter(std::uint32_t ended) const;
  /// So many were lent, so many loans have ended.
  void CountLoans(std::uint32_t lent, std::uint32_t ended);
  /// Hands it to the consumer; false, and the delivery is left as it is: there is none.
  [[nodiscard]] bool Deliver(Delivery& delivery);

 private:
  SqliteTransport& transport_;
  const std::string name_;
  mutable std::mutex mutex_;
  Consumer* consumer_ = nullptr;
  std::uint32_t credit_ = 0;
  std::uint32_t on_loan_ = 0;
};

}  // namespace mesh::transport
