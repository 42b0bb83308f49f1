// What the run of a random program starts with.
#pragma once

#include "compiler/types/declarations.h"
#include "tests/property/behaviour.h"
#include "tests/property/random.h"

namespace meshc::property {

/// The payload at entry, defaults filled in, with some of the fields that may be given.
mesh::ValueList EntryPayload(const types::Envelope& envelope, Random& random);

/// Some of what the awaits of random programs wait for.
Signals RandomSignals(Random& random);

}  // namespace meshc::property
