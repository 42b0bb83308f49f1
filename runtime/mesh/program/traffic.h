// What the visits of a run were, to be laid over a picture of the mesh: how many, what they raised, how long
// they took, and who had the envelope before.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "mesh/host/options.h"
#include "mesh/lines/json_lines.h"
#include "mesh/monitoring/quantiles.h"

namespace mesh::program {

/// Thread rule: every function may be called from any thread; each holds a lock for a moment.
class Traffic {
 public:
  /// `entry` is the flow that envelopes enter.
  explicit Traffic(std::string entry) : entry_(std::move(entry)) {}

  void Add(const host::Hop& hop);
  /// An input that has ended, or never will.
  void AddEnd(const Envelope& envelope);

  /// What `--counts` writes (see README.md), with an end of line. `table` is the digest of the route table.
  std::string Print(std::string_view mesh, std::string_view table) const;

 private:
  struct Visits {
    std::uint64_t count = 0;
    std::uint64_t retries = 0;
    std::map<std::string, std::uint64_t> errors = {};
    monitoring::Quantiles durations = {};
  };
  using ByName = std::map<std::string, Visits, std::less<>>;

  static void Note(ByName& visits, std::string_view name, const host::Hop& hop);
  std::string Start() const { return entry_ + "/start"; }

  const std::string entry_;
  mutable std::mutex mutex_;
  ByName actors_;
  ByName points_;
  std::map<std::pair<std::string, std::string>, std::uint64_t> edges_;
  std::map<std::string, std::uint64_t> ends_;  ///< By outcome.
};

/// The same runner; what it ends is added to `traffic`, which outlives it.
lines::Runner Counted(lines::Runner runner, Traffic& traffic);

}  // namespace mesh::program
