#include "mesh/transport/sqlite/sqlite_layout.h"

#include <filesystem>

#include <fmt/format.h>
#include <poll.h>
#include <sys/vfs.h>

namespace mesh::transport {

namespace {

constexpr std::int64_t kLayout = 4;
/// Of those before it keys of joins and waits did not name their root.
constexpr std::int64_t kFirstKeptLayout = 3;
/// `mesh` in ASCII: tells our files from others.
constexpr std::int64_t kApplication = 0x6D657368;

constexpr const char* kTables = R"(
PRAGMA application_id = 1835365224;
PRAGMA user_version = 4;
CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE body(seq INTEGER PRIMARY KEY AUTOINCREMENT, mailbox BLOB NOT NULL, id BLOB NOT NULL,
  bytes BLOB NOT NULL, redeliveries INTEGER NOT NULL, suspect INTEGER NOT NULL, first_ns INTEGER NOT NULL,
  sent_ns INTEGER NOT NULL, reply BLOB NOT NULL DEFAULT x'');
CREATE TABLE ready(mailbox BLOB NOT NULL, due_ns INTEGER NOT NULL, seq INTEGER NOT NULL,
  PRIMARY KEY(mailbox, due_ns, seq)) WITHOUT ROWID;
CREATE TABLE leased(seq INTEGER PRIMARY KEY, holder INTEGER NOT NULL);
CREATE TABLE state(key BLOB PRIMARY KEY, value BLOB NOT NULL, expires_ns INTEGER NOT NULL,
  holder INTEGER) WITHOUT ROWID;
CREATE INDEX state_expires ON state(expires_ns) WHERE expires_ns < 9223372036854775807;
CREATE INDEX state_holder ON state(holder) WHERE holder IS NOT NULL;
CREATE TABLE holder(id INTEGER PRIMARY KEY AUTOINCREMENT);
)";

std::int64_t ReadNumber(Database& database, const char* sql) {
  Statement statement(database, sql);
  const std::int64_t number = statement.Run().Next() ? statement.Number(0) : 0;
  while (statement.Next()) {
  }
  return number;
}

bool IsNew(Database& database) { return ReadNumber(database, "SELECT count(*) FROM sqlite_schema") == 0; }

/// A message or a value of 1 KiB leaves much of the default, 4 KiB, unused, and a value needs a second page:
/// those of a table without rowids may fill a quarter of one. A file keeps what it began with.
constexpr const char* kPageSize = "PRAGMA page_size = 8192";

/// Of layout 1: when a message was sent was not known.
constexpr const char* kFromOne = "ALTER TABLE body ADD COLUMN sent_ns INTEGER NOT NULL DEFAULT 0";
/// Up to layout 3 nobody's mailbox travelled with a message.
constexpr const char* kFromThree = "ALTER TABLE body ADD COLUMN reply BLOB NOT NULL DEFAULT x''";
constexpr const char* kToFour = "PRAGMA user_version = 4";

bool IsEmpty(Database& database) {
  return ReadNumber(database, "SELECT (SELECT count(*) FROM body) + (SELECT count(*) FROM state)") == 0;
}

void Make(Database& database, const std::string& mesh) {
  database.Execute(kTables);
  Statement(database, "INSERT INTO meta VALUES ('mesh', ?)").Do(std::string_view(mesh));
}

std::string Check(Database& database, const std::string& mesh) {
  const std::int64_t layout = ReadNumber(database, "PRAGMA user_version");
  if (ReadNumber(database, "PRAGMA application_id") != kApplication)
    return "it is the file of another program";
  if (layout > kLayout)
    return fmt::format("its layout is {}, this program knows those up to {}", layout, kLayout);
  if (layout < kFirstKeptLayout && !IsEmpty(database))
    return fmt::format(
        "its layout is {}, of a former version, and it holds envelopes or their ends: let that version end "
        "what is under way, then begin a new file",
        layout);
  Statement statement(database, "SELECT value FROM meta WHERE name = 'mesh'");
  const std::string owner = statement.Run().Next() ? statement.Text(0) : std::string();
  while (statement.Next()) {
  }
  return owner == mesh ? "" : fmt::format("it belongs to the mesh `{}`, this host is of `{}`", owner, mesh);
}

void Update(Database& database) {
  const std::int64_t layout = ReadNumber(database, "PRAGMA user_version");
  // Who writes nothing needs no turn.
  if (layout == kLayout) return;
  if (layout == 1) database.Execute(kFromOne);
  database.Execute(kFromThree);
  database.Execute(kToFour);
}

std::string TryToPrepare(Database& database, const std::string& mesh) {
  // Before anything is changed in a file that may be somebody else's.
  if (IsNew(database)) {
    database.Execute(kPageSize);
  } else if (std::string problem = Check(database, mesh); !problem.empty()) {
    return problem;
  }
  if (!database.ok()) return database.problem();
  database.Execute("PRAGMA journal_mode = WAL");
  // The log is synced by the transport, once for all that waits, when the lock is free again.
  database.Execute("PRAGMA synchronous = NORMAL");
  database.Begin();
  if (IsNew(database)) Make(database, mesh);
  std::string problem = Check(database, mesh);
  if (problem.empty()) Update(database);
  database.Commit();
  if (!database.ok()) problem = database.problem();
  return problem;
}

}  // namespace

std::string PrepareLayout(Database& database, const std::string& mesh) {
  // Who changes the kind of journal is not made to wait for others who do, but refused.
  constexpr int kMostTries = 1000;
  constexpr int kPauseMilliseconds = 5;
  std::string problem = TryToPrepare(database, mesh);
  for (int tries = 1; database.busy() && tries < kMostTries; ++tries) {
    database.Rollback();
    poll(nullptr, 0, kPauseMilliseconds);
    problem = TryToPrepare(database, mesh);
  }
  return problem;
}

bool LiesOnNetwork(const std::string& path) {
  const auto folder = std::filesystem::absolute(path).parent_path();
  struct statfs system {};
  if (statfs(folder.c_str(), &system) != 0) return false;
  // NFS, SMB, SMB2, CIFS, Ceph, AFS, 9P: the numbers of statfs(2).
  constexpr std::uint32_t kNetworks[] = {0x6969,     0x517B,     0xFE534D42, 0xFF534D42,
                                         0x00C36400, 0x5346414F, 0x01021997};
  const auto type = static_cast<std::uint32_t>(system.f_type);
  for (const std::uint32_t network : kNetworks) {
    if (type == network) return true;
  }
  return false;
}

}  // namespace mesh::transport
