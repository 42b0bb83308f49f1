#include "mesh/transport/sqlite/sqlite_log.h"

#include <utility>

namespace mesh::transport {

namespace {

/// How long the log gets: 8 MiB.
constexpr int kLongPages = 2048;

}  // namespace

LogCopier::LogCopier(Database database) : database_(std::move(database)) {
  // Who has not read yet does not know that there is a log.
  database_.Execute("SELECT 1 FROM sqlite_schema");
}

bool LogCopier::IsDue(int pages) {
  if (pages < kLongPages) next_at_ = kLongPages;
  if (pages < next_at_) return false;
  // Where somebody reads what was before, the log does not begin anew: it is not tried again at once.
  next_at_ = pages + kLongPages;
  return true;
}

void LogCopier::CopyBeside() {
  const std::lock_guard lock(mutex_);
  is_rest_ = database_.CopyLog();
}

void LogCopier::CopyRest() {
  if (!is_rest_.exchange(false)) return;
  const std::lock_guard lock(mutex_);
  database_.CopyLog();
}

}  // namespace mesh::transport
