// How the actors of a random program answer: a pure function of the seed, the actor, its
// arguments and how often it was visited before. Both sides of the comparison ask it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

#include "compiler/types/declarations.h"
#include "mesh/value/value.h"

namespace meshc::property {

struct Raised {
  std::string error;
  std::string message;
};
struct Chosen {
  std::uint32_t label = 0;
};
using Reply = std::variant<mesh::ValueList, Chosen, Raised>;

class Behaviour {
 public:
  Behaviour(const types::Declarations& declarations, std::uint64_t seed)
      : declarations_(declarations), seed_(seed) {}

  Reply Answer(types::ActorId actor, const mesh::ValueList& arguments);

 private:
  mesh::Value RandomValue(types::TypeId type, std::uint64_t bits) const;

  const types::Declarations& declarations_;
  std::uint64_t seed_;
  std::map<std::string, std::uint32_t> visits_;
};

/// A short text that differs where two values differ.
std::string Fingerprint(const mesh::Value& value);

}  // namespace meshc::property
