// Values of any type, made from a random source.
#pragma once

#include "compiler/types/declarations.h"
#include "mesh/value/value.h"
#include "tests/property/random.h"

namespace meshc::fuzz {

/// A value that `type` takes, where no more than ints has bounds; absent now and then if it is optional.
/// Extremes are frequent.
mesh::Value RandomValue(const types::Declarations& declarations, types::TypeId type,
                        property::Random& random);

}  // namespace meshc::fuzz
