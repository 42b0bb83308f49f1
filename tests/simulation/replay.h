// Whether an envelope could have ended so: the deterministic host runs it again, and its actors answer what
// they have answered in the simulation.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mesh/deterministic/simulation.h"
#include "tests/simulation/call_book.h"
#include "tests/simulation/meshes.h"

namespace mesh::simulation {

/// Copies of a message ask the same question and get different answers: those are tried that the end names,
/// then the others, one after the other.
class Replay {
 public:
  /// All outlive it. `end`: of a root.
  Replay(const Mesh& mesh, const CallBook& calls, const Envelope& end);

  /// False: no choice of answers leads to this end.
  bool Matches();
  /// After that: the keys of effects on the way that led there, by the envelope of each.
  const std::map<std::string, std::set<std::string>>& effects() const { return effects_; }
  /// Branches that count.
  bool Counts(const std::string& envelope) const { return counting_.contains(envelope); }
  /// The last way that was tried, in words.
  std::string Print() const;

 private:
  deterministic::Answer Answer(contract::Index actor, const route::Arguments& arguments,
                               const Envelope& envelope);
  void Note(const Value& value);
  /// The next call of that envelope that the end names; null: none.
  const Call* NextNoted(const std::string& envelope) const;
  std::vector<actor::Outcome> Candidates(const Question& question) const;
  bool IsUnwanted(const Envelope& envelope) const;
  std::optional<Value> Signal();
  /// The next way; false: all were tried.
  bool Turn();
  std::string Summary(const Envelope& envelope) const;

  const Mesh& mesh_;
  const CallBook& calls_;
  const Envelope& end_;
  const std::string wanted_;
  std::set<std::string> noted_;                               ///< Calls that the end names.
  std::set<std::string> counting_;                            ///< Their envelopes.
  std::map<std::string, std::vector<const Call*>> in_order_;  ///< The same calls, by envelope.
  std::map<std::string, std::size_t> used_;                   ///< So many of those.
  std::size_t heard_ = 0;
  std::vector<std::size_t> choices_;
  std::vector<std::size_t> widths_;
  std::size_t place_ = 0;
  std::string way_;
  std::string got_;
  std::map<std::string, std::set<std::string>> effects_;
};

}  // namespace mesh::simulation
