#include "mesh/transport/sqlite/sqlite_tables.h"

#include <limits>

#include "mesh/transport/behind.h"

namespace mesh::transport {

namespace {

/// Where what was handed back waits: ahead of all.
constexpr std::int64_t kFirst = -1;

}  // namespace

LetterTables::LetterTables(Database& database)
    : database_(database),
      add_body_(database,
                "INSERT INTO body(mailbox, id, bytes, redeliveries, suspect, first_ns, sent_ns, reply) "
                "VALUES (?, ?, ?, 0, ?, ?, ?, ?)"),
      add_ready_(database, "INSERT INTO ready VALUES (?, ?, ?)"),
      is_ready_(database, "SELECT 1 FROM ready WHERE mailbox = ? AND due_ns <= ? LIMIT 1"),
      find_ready_(database,
                  "SELECT due_ns, seq FROM ready WHERE mailbox = ? AND due_ns BETWEEN ? AND ? "
                  "ORDER BY due_ns, seq LIMIT ?"),
      read_body_(database,
                 "SELECT id, bytes, redeliveries, suspect, first_ns, reply FROM body WHERE seq = ?"),
      remove_ready_(database, "DELETE FROM ready WHERE mailbox = ? AND due_ns = ? AND seq = ?"),
      lend_(database, "INSERT INTO leased VALUES (?, ?)"),
      remove_lent_(database, "DELETE FROM leased WHERE seq = ? AND holder = ?"),
      remove_body_(database, "DELETE FROM body WHERE seq = ?"),
      count_redelivery_(database, "UPDATE body SET redeliveries = redeliveries + 1 WHERE seq = ?"),
      next_due_(database, "SELECT min(due_ns) FROM ready WHERE mailbox = ? AND due_ns > ?"),
      add_holder_(database, "INSERT INTO holder DEFAULT VALUES"),
      holders_(database, "SELECT id FROM holder ORDER BY id"),
      lent_to_(database,
               "SELECT seq, mailbox FROM leased JOIN body USING (seq) WHERE holder = ? ORDER BY seq"),
      suspect_(database, "UPDATE body SET suspect = 1 WHERE seq = ?"),
      remove_holder_(database, "DELETE FROM holder WHERE id = ?"),
      remove_leased_state_(database, "DELETE FROM state WHERE holder = ?") {}

void LetterTables::AddBody(std::string_view mailbox, const Letter& letter, std::int64_t now_ns) {
  add_body_.Do(mailbox, std::string_view(letter.id), std::string_view(letter.body),
               std::int64_t{letter.suspect}, letter.first_unserved_ns, now_ns,
               std::string_view(letter.reply));
}

void LetterTables::Put(std::string_view mailbox, const Letter& letter, std::int64_t due_ns,
                       std::int64_t now_ns) {
  AddBody(mailbox, letter, now_ns);
  add_ready_.Do(mailbox, due_ns, database_.last_rowid());
}

TakenLetter LetterTables::PutLent(std::string_view mailbox, const Letter& letter, std::int64_t holder,
                                  std::int64_t now_ns) {
  AddBody(mailbox, letter, now_ns);
  TakenLetter taken{.seq = database_.last_rowid(), .redeliveries = 0, .letter = letter};
  // As it is read from there.
  taken.letter.nonce.clear();
  taken.letter.lane.clear();
  lend_.Do(taken.seq, holder);
  return taken;
}

/// What was handed back goes first; then what has waited for its time, so that what is sent all the while
/// does not keep it from its turn.
void LetterTables::Take(std::string_view mailbox, std::int64_t holder, std::int64_t now_ns,
                        std::uint32_t most, std::vector<TakenLetter>& taken) {
  bool is_ready = false;
  is_ready_.Run(mailbox, now_ns);
  while (is_ready_.Next()) is_ready = true;
  if (!is_ready) return;
  TakeRange(mailbox, holder, kFirst, kFirst, most, taken);
  TakeRange(mailbox, holder, kNow + 1, now_ns, most, taken);
  TakeRange(mailbox, holder, kNow, kNow, most, taken);
}

void LetterTables::TakeRange(std::string_view mailbox, std::int64_t holder, std::int64_t from_ns,
                             std::int64_t to_ns, std::uint32_t most, std::vector<TakenLetter>& taken) {
  if (taken.size() >= most) return;
  struct Place {
    std::int64_t due_ns = 0;
    std::int64_t seq = 0;
  };
  std::vector<Place> places;
  find_ready_.Run(mailbox, from_ns, to_ns, static_cast<std::int64_t>(most - taken.size()));
  while (find_ready_.Next()) places.push_back({find_ready_.Number(0), find_ready_.Number(1)});
  for (const Place& place : places) {
    remove_ready_.Do(mailbox, place.due_ns, place.seq);
    lend_.Do(place.seq, holder);
    read_body_.Run(place.seq);
    while (read_body_.Next()) {
      taken.push_back({.seq = place.seq,
                       .redeliveries = static_cast<std::uint32_t>(read_body_.Number(2)),
                       .letter = {.id = read_body_.Text(0),
                                  .body = read_body_.Text(1),
                                  .suspect = read_body_.Number(3) != 0,
                                  .first_unserved_ns = read_body_.Number(4),
                                  .reply = read_body_.Text(5)}});
    }
  }
}

bool LetterTables::EndLoan(std::int64_t seq, std::int64_t holder) {
  remove_lent_.Do(seq, holder);
  return database_.ok() && database_.changes() > 0;
}

void LetterTables::Remove(std::int64_t seq) { remove_body_.Do(seq); }

void LetterTables::CountRedelivery(std::int64_t seq) { count_redelivery_.Do(seq); }

void LetterTables::HandBack(std::int64_t seq, std::string_view mailbox, std::int64_t due_ns) {
  add_ready_.Do(mailbox, due_ns == kNow ? kFirst : due_ns, seq);
}

std::optional<std::int64_t> LetterTables::NextDue(std::string_view mailbox, std::int64_t now_ns) {
  std::optional<std::int64_t> due_ns;
  next_due_.Run(mailbox, now_ns);
  while (next_due_.Next()) {
    if (!next_due_.IsNull(0)) due_ns = next_due_.Number(0);
  }
  return due_ns;
}

std::int64_t LetterTables::AddHolder() {
  add_holder_.Do();
  return database_.last_rowid();
}

std::vector<std::int64_t> LetterTables::Holders() {
  std::vector<std::int64_t> holders;
  holders_.Run();
  while (holders_.Next()) holders.push_back(holders_.Number(0));
  return holders;
}

void LetterTables::RemoveHolder(std::int64_t holder, bool died) {
  struct Held {
    std::int64_t seq = 0;
    std::string mailbox;
  };
  std::vector<Held> held;
  lent_to_.Run(holder);
  while (lent_to_.Next()) held.push_back({lent_to_.Number(0), lent_to_.Text(1)});
  for (const Held& loan : held) {
    if (died) suspect_.Do(loan.seq);
    EndLoan(loan.seq, holder);
    CountRedelivery(loan.seq);
    HandBack(loan.seq, loan.mailbox, kNow);
  }
  remove_leased_state_.Do(holder);
  remove_holder_.Do(holder);
}

StateTable::StateTable(Database& database, const Clock& clock)
    : clock_(clock),
      get_(database, "SELECT value FROM state WHERE key = ? AND expires_ns >= ?"),
      scan_(database,
            "SELECT key, value FROM state WHERE key >= ? AND key < ? AND expires_ns >= ? ORDER BY key"),
      count_(database, "SELECT count(*) FROM state WHERE key >= ? AND key < ? AND expires_ns >= ?"),
      put_(database, "REPLACE INTO state(key, value, expires_ns, holder) VALUES (?, ?, ?, NULL)"),
      put_leased_(database, "REPLACE INTO state(key, value, expires_ns, holder) VALUES (?, ?, ?, ?)"),
      erase_(database, "DELETE FROM state WHERE key = ?"),
      erase_range_(database, "DELETE FROM state WHERE key >= ? AND key < ?"),
      expire_range_(database,
                    "UPDATE state SET expires_ns = ? WHERE key >= ? AND key < ? AND expires_ns >= ?"),
      sweep_(database,
             "DELETE FROM state WHERE key IN (SELECT key FROM state WHERE expires_ns < ? AND "
             "expires_ns < 9223372036854775807 LIMIT 1000)") {}

std::optional<std::string> StateTable::Get(std::string_view key) const {
  std::optional<std::string> value;
  get_.Run(key, clock_.now_ns());
  while (get_.Next()) value = get_.Text(0);
  return value;
}

std::vector<state::Entry> StateTable::Scan(std::string_view prefix) const {
  std::vector<state::Entry> entries;
  const std::string behind = Behind(prefix);
  scan_.Run(prefix, std::string_view(behind), clock_.now_ns());
  while (scan_.Next()) entries.push_back({scan_.Text(0), scan_.Text(1)});
  return entries;
}

std::size_t StateTable::Count(std::string_view prefix) const {
  std::size_t count = 0;
  const std::string behind = Behind(prefix);
  count_.Run(prefix, std::string_view(behind), clock_.now_ns());
  while (count_.Next()) count = static_cast<std::size_t>(count_.Number(0));
  return count;
}

bool StateTable::Holds(const state::Condition& condition) const {
  return Get(condition.key) == condition.value;
}

void StateTable::Make(const state::Change& change, std::int64_t holder) {
  const std::string_view key = change.key;
  switch (change.kind) {
    case state::Change::Kind::kPut:
      if (change.leased)
        put_leased_.Do(key, std::string_view(change.value), change.expires_ns, holder);
      else
        put_.Do(key, std::string_view(change.value), change.expires_ns);
      return;
    case state::Change::Kind::kErase: erase_.Do(key); return;
    case state::Change::Kind::kErasePrefix: {
      const std::string behind = Behind(key);
      erase_range_.Do(key, std::string_view(behind));
      return;
    }
    case state::Change::Kind::kExpirePrefix: {
      const std::string behind = Behind(key);
      expire_range_.Do(change.expires_ns, key, std::string_view(behind), clock_.now_ns());
      return;
    }
  }
}

void StateTable::Sweep() { sweep_.Do(clock_.now_ns()); }

}  // namespace mesh::transport
