// The ids of declarations: indices into the stores of one `Declarations`.
#pragma once

#include "compiler/support/id.h"

namespace meshc::types {

using EnvelopeId = Id<struct EnvelopeTag>;
using ErrorId = Id<struct ErrorTag>;
using ActorId = Id<struct ActorTag>;
using FlowId = Id<struct FlowTag>;
using FlavorId = Id<struct FlavorTag>;
using DeployId = Id<struct DeployTag>;

}  // namespace meshc::types
