// What a command line names to be read and written, opened.
#pragma once

#include <optional>

#include "mesh/contract/route_table.h"
#include "mesh/host/command_line.h"
#include "mesh/host/serve.h"

namespace mesh::host {

/// Open as long as it lives.
class OpenStreams {
 public:
  OpenStreams() = default;
  ~OpenStreams();
  OpenStreams(const OpenStreams&) = delete;
  OpenStreams& operator=(const OpenStreams&) = delete;

  /// Opens all but the output. Signals in a regular file are read, and checked against the table; with
  /// `--deterministic` all signals are. Something: why that cannot be.
  std::optional<Farewell> Open(const CommandLine& line, const contract::RouteTable& table);

  RunStreams streams;

 private:
  std::optional<Farewell> OpenSignals(const CommandLine& line, const contract::RouteTable& table);
  std::optional<Farewell> ReadSignals(const CommandLine& line, const contract::RouteTable& table,
                                      int descriptor);

  std::optional<RejectFile> rejects_;
};

}  // namespace mesh::host
