// Who keeps the state of a deploy.
#pragma once

#include <optional>

#include "compiler/types/deployment.h"

namespace meshc::types {

/// The server that keeps the state, where that is not the broker. It has what it takes over from the
/// transport: the prefix, and on the server of the transport who connects, and how.
std::optional<State> StoreOf(const Deploy& deploy);

/// True if there is none, and the broker keeps nothing but messages.
bool KeepsNoState(const Deploy& deploy);

}  // namespace meshc::types
