#include "mesh/transport/sqlite/sqlite_survey.h"

#include <algorithm>

namespace mesh::transport {

LetterSurvey::LetterSurvey(Database& database)
    : depth_(database, "SELECT count(*) FROM ready WHERE mailbox = ? AND due_ns <= ?"),
      delayed_(database, "SELECT count(*) FROM ready WHERE mailbox = ? AND due_ns > ?"),
      lent_(database, "SELECT count(*) FROM leased JOIN body USING (seq) WHERE mailbox = ?"),
      // Of what has no time: the first one of what was handed back, and of what was sent.
      first_sent_(database,
                  "SELECT min(sent_ns) FROM body WHERE sent_ns > 0 AND seq IN ("
                  "SELECT min(seq) FROM ready WHERE mailbox = ?1 AND due_ns = -1 UNION "
                  "SELECT min(seq) FROM ready WHERE mailbox = ?1 AND due_ns = 0)"),
      first_due_(database, "SELECT min(due_ns) FROM ready WHERE mailbox = ? AND due_ns BETWEEN 1 AND ?"),
      find_(database,
            "SELECT body.mailbox, id, bytes, suspect, first_ns, due_ns, reply FROM body LEFT JOIN ready "
            "ON ready.mailbox = body.mailbox AND ready.seq = body.seq "
            "WHERE instr(bytes, ?) > 0 ORDER BY body.seq LIMIT ?") {}

/// Of a row with one column; 0: it is null.
std::int64_t LetterSurvey::Number(Statement& statement) {
  std::int64_t number = 0;
  while (statement.Next()) number = statement.Number(0);
  return number;
}

std::size_t LetterSurvey::Depth(std::string_view mailbox, std::int64_t now_ns) {
  return static_cast<std::size_t>(Number(depth_.Run(mailbox, now_ns)));
}

Contents LetterSurvey::Read(std::string_view mailbox, std::int64_t now_ns) {
  return {.waiting = Depth(mailbox, now_ns),
          .lent = static_cast<std::uint64_t>(Number(lent_.Run(mailbox))),
          .delayed = static_cast<std::uint64_t>(Number(delayed_.Run(mailbox, now_ns))),
          .oldest_ns = OldestSince(mailbox, now_ns)};
}

/// What was delayed waits from its moment on.
std::optional<std::int64_t> LetterSurvey::OldestSince(std::string_view mailbox, std::int64_t now_ns) {
  const std::int64_t sent_ns = Number(first_sent_.Run(mailbox));
  const std::int64_t due_ns = Number(first_due_.Run(mailbox, now_ns));
  if (sent_ns == 0 && due_ns == 0) return std::nullopt;
  if (sent_ns == 0 || due_ns == 0) return std::max(sent_ns, due_ns);
  return std::min(sent_ns, due_ns);
}

std::vector<FoundLetter> LetterSurvey::Find(std::string_view part, std::size_t most, std::int64_t now_ns) {
  std::vector<FoundLetter> found;
  find_.Run(part, static_cast<std::int64_t>(most));
  while (find_.Next()) {
    FoundLetter& letter = found.emplace_back();
    letter.mailbox = find_.Text(0);
    letter.letter = {.id = find_.Text(1),
                     .body = find_.Text(2),
                     .suspect = find_.Number(3) != 0,
                     .first_unserved_ns = find_.Number(4),
                     .reply = find_.Text(6)};
    letter.lent = find_.IsNull(5);
    if (!letter.lent && find_.Number(5) > now_ns) letter.not_before_ns = find_.Number(5);
  }
  return found;
}

}  // namespace mesh::transport
