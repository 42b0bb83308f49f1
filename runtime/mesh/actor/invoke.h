// Calls a handler so that nothing that it throws gets past.
#pragma once

#include <span>

#include "mesh/actor/context.h"
#include "mesh/actor/handler.h"
#include "mesh/value/value.h"

namespace mesh::actor {

/// What the handler returned; an exception is the error `crash`. The texts of an error are made valid UTF-8.
Outcome InvokeGuarded(Handler& handler, std::span<const Value> arguments, Context& context);

/// As above, of a handler that `make` builds first if `handler` is empty.
Outcome InvokeGuarded(const Entry& entry, std::unique_ptr<Handler>& handler, std::span<const Value> arguments,
                      Context& context);

}  // namespace mesh::actor
