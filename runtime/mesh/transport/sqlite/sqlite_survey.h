// What lies in the tables of an SQLite transport, for operators. Nothing is changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "mesh/transport/sqlite/sqlite_database.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

/// Belongs to whoever the database does.
class LetterSurvey {
 public:
  explicit LetterSurvey(Database& database);

  std::size_t Depth(std::string_view mailbox, std::int64_t now_ns);
  Contents Read(std::string_view mailbox, std::int64_t now_ns);
  /// Looks through every message; at most so many are found.
  std::vector<FoundLetter> Find(std::string_view part, std::size_t most, std::int64_t now_ns);

 private:
  std::int64_t Number(Statement& statement);
  std::optional<std::int64_t> OldestSince(std::string_view mailbox, std::int64_t now_ns);

  Statement depth_, delayed_, lent_, first_sent_, first_due_, find_;
};

}  // namespace mesh::transport
