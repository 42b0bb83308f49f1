// Evaluates expression programs over a payload. Used for conditions, bindings, `set`, effect
// keys, stub conditions and expectations alike.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/value/value.h"

namespace mesh::expression {

/// The error that the innermost clauses have caught, as expressions see it.
struct Caught {
  Value name = {}, message = {}, actor = {}, detail = {};
  Value detail_json = {};  ///< `detail` as json, for clauses that name several errors.
};

/// What a program may read. Unused parts stay empty.
struct Scope {
  std::span<const Value> fields = {};  ///< Payload slots.
  std::span<const Value> params = {};
  std::span<const Value> variables = {};  ///< By variable id.
  std::span<const Caught> caught = {};    ///< Innermost last.
};

/// `expression_error`: what happened.
struct Failure {
  std::string message;
};

/// Caches what programs need beyond constant data: constants as values, compiled patterns.
/// Immutable after construction; share it between threads. The entries of the pool outlive it.
class Evaluator {
 public:
  explicit Evaluator(const contract::Pool& pool);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  const contract::Pool& pool() const { return pool_; }
  /// Absent is a legal outcome of programs that end in a soft load.
  std::variant<Value, Failure> Evaluate(contract::Index program, const Scope& scope) const;

  const Value& Constant(contract::Index constant) const;
  /// True if the program reads what a clause has caught; `Scope::caught` is needed only then.
  bool ReadsCaught(contract::Index program) const;

 private:
  struct Caches;
  contract::Pool pool_;
  std::unique_ptr<Caches> caches_;
};

}  // namespace mesh::expression
