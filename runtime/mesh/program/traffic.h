// What the visits of a run were, to be laid over a picture of the mesh: how many, what they raised, how long
// they took, and who had the envelope before.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mesh/lines/json_lines.h"
#include "mesh/monitoring/quantiles.h"
#include "mesh/observation/observer.h"

namespace mesh::program {

/// What was refused at an actor: a visit on hosts with threads, none where `--follow` shows a trace.
enum class Refusals : std::uint8_t { kAreVisits, kAreNone };

/// Thread rule: every function may be called from any thread; each holds a lock for a moment.
class Traffic final : public observation::Observer {
 public:
  /// `entry` is the flow that envelopes enter.
  Traffic(std::string entry, Refusals refusals) : entry_(std::move(entry)), refusals_(refusals) {}

  void Observe(const observation::Event& event) override;
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

  /// What is counted of one visit.
  struct Hop {
    const observation::Visit& visit;
    std::string_view error;  ///< Empty: none.
    std::optional<std::int64_t> took_ns;
  };
  void Add(const Hop& hop);
  static void Note(ByName& visits, std::string_view name, const Hop& hop);
  std::string Start() const { return entry_ + "/start"; }

  const std::string entry_;
  const Refusals refusals_;
  mutable std::mutex mutex_;
  ByName actors_;
  ByName points_;
  std::map<std::pair<std::string, std::string>, std::uint64_t> edges_;
  std::map<std::string, std::uint64_t> ends_;  ///< By outcome.
};

/// The same runner; what it ends is added to `traffic`, which outlives it.
lines::Runner Counted(lines::Runner runner, Traffic& traffic);

}  // namespace mesh::program
