// The functions of the language: `len`, `lower`, `int` and so on.
#pragma once

#include <span>
#include <string>

#include "mesh/contract/route_table.h"
#include "mesh/value/value.h"

namespace re2 {
class RE2;
}

namespace mesh::expression {

/// Calls `function`; the result takes the place of the first argument. `pattern` is the compiled
/// second argument of `matches`, if it is at hand. False: `message` says why not.
bool CallFunction(contract::Function function, std::span<Value> arguments, const re2::RE2* pattern,
                  std::string& message);

}  // namespace mesh::expression
