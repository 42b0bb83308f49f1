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

  /// How many more it may lend; 0 without a consumer. Beyond what the consumer may have, as many as it has
  /// answered within about a second: so nothing waits here for long that another process could work off.
  std::uint32_t Room() const;
  /// So many were lent.
  void Lent(std::uint32_t count);
  /// A message that was lent and is safe.
  void Arrive(Delivery delivery);
  /// The consumer is done with a delivery, though it is not written yet: it may have the next one meanwhile.
  void Answered(bool worked_off);
  /// A message that was lent goes back, and the consumer never had it.
  void Returned();

  /// The moment from which something may wait in the tables that can be taken; INT64_MAX: nothing waits that
  /// is known of. Of the committer that writes, so that it does not look for nothing.
  std::int64_t& look_ns() { return look_ns_; }

 private:
  void Serve(std::uint32_t credit) override;
  // With `mutex_` held:
  std::uint32_t AnswersOfLate() const;
  void CountAnswer();

  SqliteTransport& transport_;
  const Clock& clock_;
  std::int64_t look_ns_ = 0;
  std::uint32_t lent_ = 0;  ///< To this process, and not answered.
  std::uint32_t answers_ = 0, answers_before_ = 0;
  std::int64_t counted_since_ns_ = 0;
};

}  // namespace mesh::transport
