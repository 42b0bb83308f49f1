// One mailbox of an SQLite transport, as this process sees it: who takes from it, and how much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "mesh/transport/ledger_mailbox.h"

namespace mesh::transport {

class SqliteTransport;

class SqliteMailbox final : public LedgerMailbox {
 public:
  SqliteMailbox(SqliteTransport& transport, const Clock& clock, std::string name);

  void Unsubscribe() override;
  void HandBack(Delivery delivery, std::int64_t delay_ns) override;
  std::size_t depth() const override;
  Contents contents() const override;

  /// How many more it may lend; 0 without a consumer.
  std::uint32_t Room() const;
  /// So many were lent.
  void Lent(std::uint32_t count);
  /// The consumer is done with a delivery, though it is not written yet: it may have the next one meanwhile.
  void Answered();
  /// Hands it to the consumer; false, and the delivery is left as it is: there is none.
  [[nodiscard]] bool Deliver(Delivery& delivery);

  /// The moment from which something may wait in the tables that can be taken; INT64_MAX: nothing waits that
  /// is known of. The committer's own, so that it does not look for nothing.
  std::int64_t& look_ns() { return look_ns_; }

 private:
  void Serve(std::uint32_t credit) override;
  SqliteTransport& transport_;
  std::int64_t look_ns_ = 0;
};

}  // namespace mesh::transport
