// A connection to an SQLite database, and its statements.
//
// What goes wrong is kept (`problem`), and everything that follows does nothing until the
// transaction is given up: so a transaction asks once, at its end.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace mesh::transport {

class Database {
 public:
  /// Opens or makes the file. The text says why it cannot be.
  static std::variant<Database, std::string> Open(const std::string& path);

  /// Runs statements that yield nothing.
  void Execute(const char* sql);
  /// Begins a transaction that writes, as soon as nobody else does.
  void Begin() { Execute("BEGIN IMMEDIATE"); }
  void Commit() { Execute("COMMIT"); }
  /// Gives the transaction up, and what went wrong.
  void Rollback();

  bool ok() const { return problem_->empty(); }
  const std::string& problem() const { return *problem_; }
  /// True: what went wrong is that others were at work; it may go better soon.
  bool busy() const { return busy_; }
  std::int64_t last_rowid() const;
  /// How many rows the last statement has touched that has written something.
  int changes() const;

  /// From now on commits leave the log as it is, until CopyLog.
  void KeepLog();
  /// Of the log, when this connection committed last.
  int log_pages() const { return *log_pages_; }
  /// Copies what the log holds into the file and syncs both, not in a transaction. Where nobody writes
  /// meanwhile and nobody reads what was before, the log begins anew behind it. SQLite before 3.51.3 may
  /// destroy a file whose log somebody else begins anew at that moment: nobody may write meanwhile. 0, or the
  /// system's error where the file could not be synced: it may have lost what the system calls safe the next
  /// time.
  int CopyLog();

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit Database(sqlite3* database) : database_(database) {}
  void Fail();

  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<std::string> problem_ = std::make_unique<std::string>();
  std::unique_ptr<int> log_pages_ = std::make_unique<int>(0);
  bool busy_ = false;
};

/// A statement that is run many times. Gone before its database.
class Statement {
 public:
  Statement(Database& database, const char* sql);

  /// Begins anew with these values for its parameters, in their order: numbers and texts of bytes. Texts
  /// outlive the run.
  template <typename... Values>
  Statement& Run(const Values&... values) {
    Reset();
    int index = 0;
    (Bind(++index, values), ...);
    return *this;
  }
  /// Runs to its end.
  template <typename... Values>
  void Do(const Values&... values) {
    Run(values...);
    while (Next()) {
    }
  }
  /// The next row; false: there is none, or something went wrong.
  bool Next();
  /// The row's columns, from 0.
  std::int64_t Number(int column) const;
  std::string Text(int column) const;
  bool IsNull(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void Reset();
  void Bind(int index, std::int64_t value);
  void Bind(int index, std::string_view value);
  void Check(int result);

  Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

}  // namespace mesh::transport
