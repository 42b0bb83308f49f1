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

  /// How many more it may lend when so many loans have ended; 0 without a consumer.
  std::uint32_t RoomAfter(std::uint32_t ended) const;
  /// So many were lent, so many loans have ended.
  void CountLoans(std::uint32_t lent, std::uint32_t ended);
  /// Hands it to the consumer; false, and the delivery is left as it is: there is none.
  [[nodiscard]] bool Deliver(Delivery& delivery);

  /// What the committer knows of what lies in the tables, so that it does not look for nothing. Its own.
  struct Waiting {
    bool perhaps = true;               ///< Something may be there to be taken.
    std::int64_t next_ns = INT64_MAX;  ///< The rest not before that moment.
  };
  Waiting& waiting() { return waiting_; }

 private:
  void Serve(std::uint32_t credit) override;
  SqliteTransport& transport_;
  Waiting waiting_;
};

}  // namespace mesh::transport
