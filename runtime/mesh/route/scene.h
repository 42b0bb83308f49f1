// What programs see of an envelope: its payload, `each` variables and what clauses have caught; undo
// params see the call that they undo as well.
#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/expression/evaluate.h"
#include "mesh/route/router.h"

namespace mesh::route {

/// For a few programs in a row over an envelope that does not change meanwhile; both outlive it.
class Scene {
 public:
  Scene(const Router& router, const Envelope& envelope);
  /// `params`: of the call that is undone, its results behind them.
  std::variant<Value, expression::Failure> Evaluate(contract::Index program,
                                                    std::span<const Value> params = {});

 private:
  const Router& router_;
  const Envelope& envelope_;
  ValueList variables_;
  std::optional<std::vector<expression::Caught>> caught_;
};

}  // namespace mesh::route
