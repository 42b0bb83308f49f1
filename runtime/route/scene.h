// What programs see of an envelope: its payload, `each` variables and what clauses have caught.
#pragma once

#include <optional>
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
  std::variant<Value, expression::Failure> Evaluate(contract::Index program);

 private:
  const Router& router_;
  const Envelope& envelope_;
  ValueList variables_;
  std::optional<std::vector<expression::Caught>> caught_;
};

}  // namespace mesh::route
