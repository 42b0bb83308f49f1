// Where in the source an expression stands that failed in a run.
#pragma once

#include <string>

#include "compiler/driver/compilation/compilation.h"
#include "mesh/envelope/envelope.h"

namespace meshc::driver {

/// `shop.flow:20:14`, for an `expression_error` whose message names its point; empty: for all else. The route
/// table knows no lines, since a moved line changes nothing of it; whoever has the source looks them up.
std::string PlaceInSource(const Compilation& c, const mesh::Error& error);

}  // namespace meshc::driver
