// The end of a calculation that went well.
#pragma once

#include <utility>

#include "mesh/value/value.h"

namespace mesh::expression {

inline bool Set(Value& target, Value value) {
  target = std::move(value);
  return true;
}

}  // namespace mesh::expression
