#include "mesh/transport/sqlite/sqlite_database.h"

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include <sqlite3.h>

namespace mesh::transport {

namespace {

/// The default waits in steps of milliseconds, which cuts batches to a third.
int WaitWhileBusy(void*, int) {
  std::this_thread::sleep_for(std::chrono::microseconds(50));
  return 1;
}

}  // namespace

std::variant<Database, std::string> Database::Open(const std::string& path) {
  // How much it has allocated nobody asks; to count it takes a lock of the whole process at each allocation.
  [[maybe_unused]] static const int configured = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3* opened = nullptr;
  // Connections are used by one thread at a time.
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int result = sqlite3_open_v2(path.c_str(), &opened, kFlags, nullptr);
  Database database(opened);
  if (result != SQLITE_OK) {
    return std::string(opened == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(opened));
  }
  sqlite3_extended_result_codes(opened, 1);
  sqlite3_busy_handler(opened, WaitWhileBusy, nullptr);
  return database;
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

void Database::Execute(const char* sql) {
  if (ok() && sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) Fail();
}

void Database::Rollback() {
  problem_->clear();
  busy_ = false;
  // What went wrong may have ended the transaction already.
  if (sqlite3_get_autocommit(database_.get()) == 0)
    sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

int Database::changes() const { return sqlite3_changes(database_.get()); }

std::int64_t Database::last_rowid() const { return sqlite3_last_insert_rowid(database_.get()); }

void Database::KeepLog() {
  const auto note = [](void* pages, sqlite3*, const char*, int count) {
    *static_cast<int*>(pages) = count;
    return SQLITE_OK;
  };
  // In the place of what copies.
  sqlite3_wal_hook(database_.get(), note, log_pages_.get());
}

int Database::CopyLog() {
  const int result =
      sqlite3_wal_checkpoint_v2(database_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  if (result != SQLITE_IOERR_FSYNC) return 0;
  const int error = sqlite3_system_errno(database_.get());
  return error != 0 ? error : EIO;
}

void Database::Fail() {
  if (!ok()) return;
  *problem_ = sqlite3_errmsg(database_.get());
  // Extended codes tell more in their upper bits.
  busy_ = (sqlite3_errcode(database_.get()) & 0xFF) == SQLITE_BUSY;
}

Statement::Statement(Database& database, const char* sql) : database_(database) {
  sqlite3_stmt* prepared = nullptr;
  Check(sqlite3_prepare_v3(database.database_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &prepared, nullptr));
  statement_.reset(prepared);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

bool Statement::Next() {
  if (!database_.ok()) {
    sqlite3_reset(statement_.get());
    return false;
  }
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) Check(result);
  // A statement that is not reset holds its snapshot, and the log grows.
  sqlite3_reset(statement_.get());
  return false;
}

std::int64_t Statement::Number(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string Statement::Text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return size == 0 ? std::string() : std::string(static_cast<const char*>(bytes), size);
}

bool Statement::IsNull(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void Statement::Reset() { sqlite3_reset(statement_.get()); }

void Statement::Bind(int index, std::int64_t value) {
  Check(sqlite3_bind_int64(statement_.get(), index, value));
}

void Statement::Bind(int index, std::string_view value) {
  // An empty view may have no address, which would bind a null.
  const char* const bytes = value.empty() ? "" : value.data();
  Check(sqlite3_bind_blob64(statement_.get(), index, bytes, value.size(), SQLITE_STATIC));
}

void Statement::Check(int result) {
  if (result != SQLITE_OK) database_.Fail();
}

}  // namespace mesh::transport
