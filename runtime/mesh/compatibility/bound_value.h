// What a point binds to a param: the type of the bound expression, a constant only itself.
#pragma once

#include <optional>
#include <vector>

#include "mesh/compatibility/shape.h"
#include "mesh/compatibility/side.h"
#include "mesh/value/value.h"

namespace mesh::compatibility {

/// One value that may cross, judged on its own.
struct BoundValue {
  Shape shape;
  std::optional<Value> known = {};  ///< A list, map, record or union that is always this one.
  bool nothing = false;             ///< `null`, and nothing else.
};

/// What a param of `actor` gets at `point`.
struct Argument {
  std::vector<BoundValue> values;  ///< The bound expression's, and the param's default where that steps in.
  bool may_be_absent = false;      ///< It may be left out of the call.
  bool takes_default = false;      ///< The default of the param may step in.
};

/// `bindings`: those of the call or of its undo. `actor`: who is called, in the same table.
Argument ArgumentOf(const Side& side, const contract::Point& point, contract::Span bindings,
                    const contract::Actor& actor, contract::Index param);

}  // namespace mesh::compatibility
