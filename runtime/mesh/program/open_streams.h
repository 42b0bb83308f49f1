// What a command line names to be read and written, opened.
#pragma once

#include <optional>
#include <span>

#include "mesh/contract/promises.h"
#include "mesh/program/command_line.h"
#include "mesh/program/serve.h"

namespace mesh::program {

/// Open as long as it lives.
class OpenStreams {
 public:
  OpenStreams() = default;
  ~OpenStreams();
  OpenStreams(const OpenStreams&) = delete;
  OpenStreams& operator=(const OpenStreams&) = delete;

  /// Opens all but the output. Signals in a regular file are read, and checked against the versions; with
  /// `--deterministic` all signals are. Something: why that cannot be.
  std::optional<Farewell> Open(const CommandLine& line, std::span<const contract::Version> versions);

  RunStreams streams;

 private:
  std::optional<Farewell> OpenSignals(const CommandLine& line, std::span<const contract::Version> versions);
  std::optional<Farewell> ReadSignals(const CommandLine& line, std::span<const contract::Version> versions,
                                      int descriptor);

  std::optional<Farewell> OpenCounts(const CommandLine& line);

  std::optional<RejectFile> rejects_;
  std::optional<CountsFile> counts_;
};

}  // namespace mesh::program
