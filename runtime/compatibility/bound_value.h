// What a point binds to a param: the type of the bound expression, a constant only itself.
#pragma once

#include <vector>

#include "mesh/compatibility/shape.h"

namespace mesh::compatibility {

/// One value that may cross, judged on its own.
struct BoundValue {
  Shape shape;
  contract::Index constant = contract::kNone;  ///< A list, map, record or union that is a constant.
  bool nothing = false;                        ///< `null`, and nothing else.
};

/// What a param of `actor` gets at `point`.
struct Argument {
  std::vector<BoundValue> values;  ///< The bound expression's, and the param's default where that steps in.
  bool may_be_absent = false;      ///< It may be left out of the call.
};

/// `bindings`: those of the call or of its undo. `actor`: who is called, in the same table.
Argument ArgumentOf(const contract::RouteTable& table, const contract::Point& point, contract::Span bindings,
                    const contract::Actor& actor, contract::Index param);

}  // namespace mesh::compatibility
