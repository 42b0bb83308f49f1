// Mailboxes and state in one SQLite file: durable, shared by the processes of one machine.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "mesh/transport/clock.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

struct SqliteOptions {
  std::string path;
  /// True: what was confirmed outlives a loss of power; false: only that of processes.
  bool sync_full = true;
  std::string mesh = {};  ///< A file belongs to one.
  bool create = true;     ///< Make the file where there is none.
  /// Told when the file cannot be written, and when it can again (empty), from a thread of the transport's
  /// own. May be empty.
  std::function<void(const std::string& problem)> on_problem = {};
  /// Told once when the system could not sync, from a thread of the transport's own: what was written may be
  /// lost, nobody was told that it is safe, and the transport is closed. The process ends best: only the file
  /// knows what it has.
  std::function<void(const std::string& problem)> on_loss = {};
  /// As fdatasync(2), which it is where this is empty.
  std::function<int(int descriptor)> sync = {};
};

/// Reads `sqlite:PATH[?sync=full|normal]`. The text says what is wrong with it.
std::variant<SqliteOptions, std::string> ParseSqliteUrl(std::string_view url);

/// Opens or makes the file. The text says why it cannot be used: it is no such file, or one of another
/// mesh, or of a newer version, or lies on a network. `clock` outlives the transport.
std::variant<std::unique_ptr<Transport>, std::string> OpenSqlite(SqliteOptions options, Clock& clock);

}  // namespace mesh::transport
