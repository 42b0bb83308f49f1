// Brings what the log of an SQLite database holds into its file, so that the log begins anew and does not
// grow for ever. By itself SQLite does that at each commit that finds the log long; where several processes
// write, others have written behind it meanwhile, so nobody comes to the end, and each commit tries it again.
#pragma once

#include <atomic>
#include <mutex>

#include "mesh/transport/sqlite/sqlite_database.h"

namespace mesh::transport {

class LogCopier {
 public:
  /// A connection of its own.
  explicit LogCopier(Database database);

  /// Whether a log of so many pages has become long. Of one thread at a time, as CopyRest is.
  bool IsDue(int pages);
  /// Copies what there is, beside whoever writes. May be called from any thread.
  void CopyBeside();
  /// What came behind that: while nobody writes, so that this is the end.
  void CopyRest();

 private:
  std::mutex mutex_;
  Database database_;
  int next_at_ = 0;  ///< Pages.
  std::atomic<bool> is_rest_ = false;
};

}  // namespace mesh::transport
