// What a host knows of a user's handler: values in, an outcome out. Generated base classes
// implement it over typed input and output; hosts and the deterministic host call it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/actor/context.h"
#include "mesh/envelope/envelope.h"
#include "mesh/value/value.h"

namespace mesh::actor {

struct Results {
  ValueList values;
};  ///< One per declared result; absent: left out.
struct Choice {
  contract::Index label = 0;
};
struct Plan {
  std::vector<std::string> steps;
};
using Outcome = std::variant<Results, Choice, Plan, Error>;

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
