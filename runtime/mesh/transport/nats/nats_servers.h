// Which versions the servers of a NATS cluster have. The client library keeps the version of its server to
// itself; but each server sends it as the first line to whatever connects, before TLS and credentials.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/transport/nats/nats_version.h"

namespace mesh::transport {

/// `nats://[::1]:4222` as `::1` and `4222`; without a port that of NATS.
struct NatsAddress {
  std::string host;
  std::string port;

  /// `HOST:PORT`.
  std::string Shown() const;
};
NatsAddress ReadNatsAddress(std::string_view url);

/// Reads the version out of a line `INFO {…}`. None: the line is another one.
std::optional<std::string> ReadInfoLine(std::string_view line);

/// Asks all of them at a time, and waits for `most_ms` at most once their names are looked up. Servers that
/// do not answer are left out.
std::vector<NatsServerInfo> AskNatsServers(const std::vector<std::string>& urls, int most_ms);

}  // namespace mesh::transport
