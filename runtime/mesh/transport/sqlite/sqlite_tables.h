// What is done with the tables of an SQLite transport, one statement each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/state/state.h"
#include "mesh/transport/clock.h"
#include "mesh/transport/ledger.h"
#include "mesh/transport/sqlite/sqlite_database.h"

namespace mesh::transport {

/// A message that was taken.
struct TakenLetter {
  std::int64_t seq = 0;
  std::uint32_t redeliveries = 0;
  Letter letter;
};

/// Messages. Belongs to whoever the database does.
class LetterTables {
 public:
  explicit LetterTables(Database& database);

  /// `due_ns`: the moment from which it may be taken; kNow: at once. `now_ns`: it is sent then.
  static constexpr std::int64_t kNow = 0;
  void Put(std::string_view mailbox, const Letter& letter, std::int64_t due_ns, std::int64_t now_ns);
  /// Lends up to `most` messages of a mailbox to `holder`.
  void Take(std::string_view mailbox, std::int64_t holder, std::int64_t now_ns, std::uint32_t most,
            std::vector<TakenLetter>& taken);
  /// Puts a message there that `holder` has taken already.
  TakenLetter PutLent(std::string_view mailbox, const Letter& letter, std::int64_t holder,
                      std::int64_t now_ns);
  /// False: it is not lent to `holder`.
  bool EndLoan(std::int64_t seq, std::int64_t holder);
  void Remove(std::int64_t seq);
  /// What is lent no more waits again: ahead of what waits, or from `due_ns` on.
  void HandBack(std::int64_t seq, std::string_view mailbox, std::int64_t due_ns);
  /// It is handed back by somebody who may have begun with it.
  void CountRedelivery(std::int64_t seq);
  /// The first moment after `now_ns` at which something of the mailbox may be taken.
  std::optional<std::int64_t> NextDue(std::string_view mailbox, std::int64_t now_ns);

  std::int64_t AddHolder();
  std::vector<std::int64_t> Holders();
  /// What a holder held waits again, and what it leased is gone. `died`: its messages are suspects.
  void RemoveHolder(std::int64_t holder, bool died);

 private:
  void AddBody(std::string_view mailbox, const Letter& letter, std::int64_t now_ns);
  void TakeRange(std::string_view mailbox, std::int64_t holder, std::int64_t from_ns, std::int64_t to_ns,
                 std::uint32_t most, std::vector<TakenLetter>& taken);

  Database& database_;
  Statement add_body_, add_ready_, is_ready_, find_ready_, read_body_, remove_ready_, lend_, remove_lent_,
      remove_body_, count_redelivery_, next_due_, add_holder_, holders_, lent_to_, suspect_, remove_holder_,
      remove_leased_state_;
};

/// State. Belongs to whoever the database does.
class StateTable final : public state::State {
 public:
  StateTable(Database& database, const Clock& clock);

  std::optional<std::string> Get(std::string_view key) const override;
  std::vector<state::Entry> Scan(std::string_view prefix) const override;
  std::size_t Count(std::string_view prefix) const override;

  bool Holds(const state::Condition& condition) const;
  void Make(const state::Change& change, std::int64_t holder);
  /// Some of what has expired is removed.
  void Sweep();

 private:
  const Clock& clock_;
  mutable Statement get_, scan_, count_;
  Statement put_, put_leased_, erase_, erase_range_, expire_range_, sweep_;
};

}  // namespace mesh::transport
