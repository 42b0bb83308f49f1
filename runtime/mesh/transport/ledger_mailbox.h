// What mailboxes over a ledger have in common: what is sent and acknowledged is a transition of its own, and
// somebody takes so many deliveries at a time.
#pragma once

#include <cstdint>
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

 protected:
  /// Both outlive it.
  LedgerMailbox(Ledger& ledger, const Clock& clock, std::string name);

  /// There is a consumer, who may have so many at a time.
  virtual void Serve(std::uint32_t credit) = 0;

  // With `mutex_` held:
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
