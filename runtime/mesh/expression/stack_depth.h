// How deep the operand stack of a program gets; also finds programs that are not well formed.
#pragma once

#include <cstddef>
#include <optional>

#include "mesh/contract/route_table.h"

namespace mesh::expression {

/// The greatest number of values on the stack. None: the program takes more than is there, jumps
/// backwards or out of its code, calls a function with the wrong number of arguments, or does not
/// end with exactly one value.
std::optional<std::size_t> StackDepth(const contract::Pool& pool, contract::Index program);

}  // namespace mesh::expression
