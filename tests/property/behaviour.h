// How the world around a flow answers: its actors, and who sends it signals.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "compiler/types/declarations.h"
#include "mesh/value/value.h"
#include "tests/property/random.h"

namespace meshc::property {

struct Raised {
  std::string error;
  std::string message;
};
struct Chosen {
  std::uint32_t label = 0;
};
struct Planned {
  std::vector<std::string> steps;
};
using Outcome = std::variant<mesh::ValueList, Chosen, Planned, Raised>;

/// What a visit came to, and how long it lasted on the virtual clock.
struct Reply {
  Outcome outcome;
  std::int64_t takes_ns = 0;
};

/// Values by the name that an `await` states; the n-th await takes the n-th.
using Signals = std::map<std::string, mesh::ValueList>;

class Behaviour {
 public:
  virtual ~Behaviour() = default;
  /// The next visit of `actor`, with one argument per param.
  virtual Reply Answer(types::ActorId actor, const mesh::ValueList& arguments) = 0;
};

/// A pure function of the seed, the actor, its arguments and how often it was visited before. For every
/// other seed little goes wrong, so that runs get deep; for the others much does.
class RandomBehaviour : public Behaviour {
 public:
  RandomBehaviour(const types::Declarations& declarations, std::uint64_t seed)
      : declarations_(declarations), seed_(seed), rough_(seed % 2 == 0) {}

  Reply Answer(types::ActorId actor, const mesh::ValueList& arguments) override;

 private:
  std::vector<types::ErrorId> Raisable(const types::Actor& actor) const;
  Outcome RandomOutcome(const types::Actor& actor, Random& random) const;
  mesh::Value RandomValue(types::TypeId type, std::uint64_t bits) const;

  const types::Declarations& declarations_;
  std::uint64_t seed_;
  bool rough_;  ///< Errors and long visits are frequent.
  std::map<std::string, std::uint32_t> visits_;
};

/// A short text that differs where two values differ.
std::string Fingerprint(const mesh::Value& value);

}  // namespace meshc::property
