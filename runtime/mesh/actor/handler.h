// What a host knows of a user's handler: values in, an outcome out. Generated base classes
// implement it over typed input and output; hosts and the deterministic host call it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "mesh/actor/context.h"
#include "mesh/envelope/outcome.h"
#include "mesh/value/value.h"

namespace mesh::actor {

using mesh::Choice;
using mesh::Outcome;
using mesh::Plan;
using mesh::Results;

/// One object serves one envelope at a time: there is one per concurrency slot.
class Handler {
 public:
  virtual ~Handler() = default;
  /// May throw: that is a `crash`.
  virtual Outcome Invoke(std::span<const Value> arguments, Context& context) = 0;
};

/// A registered actor of a host binary.
struct Entry {
  std::string_view actor;
  std::string_view contract;  ///< Digest that the handler was compiled against.
  std::function<std::unique_ptr<Handler>()> make;
  /// Takes an outcome that no handler made (a scenario's stub) through the generated types:
  /// arguments and results are decoded and encoded again. Null: the outcome stands as it is.
  std::function<Outcome(std::span<const Value> arguments, const Outcome& outcome)> recode = nullptr;
};

}  // namespace mesh::actor
