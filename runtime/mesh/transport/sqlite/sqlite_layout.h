// What stands in the file: tables, and whose file it is.
#pragma once

#include <string>

#include "mesh/transport/sqlite/sqlite_database.h"

namespace mesh::transport {

/// Makes the tables where there are none. Yields why the file cannot be used; empty: it can.
///
/// `body` has every message, `ready` those that wait, with the moment from which they may be taken,
/// `leased` those that are on loan; each moves between the last two without being copied. `state` is a
/// map of bytes, `holder` the processes that are, or were, at work.
std::string PrepareLayout(Database& database, const std::string& mesh);

/// True if the folder of the file lies on another machine, where locks and shared memory mean nothing.
bool LiesOnNetwork(const std::string& path);

}  // namespace mesh::transport
