// Where hosts and KEDA find the broker, its lanes and the store, as values of the chart.
#pragma once

#include <string>

#include "codegen/helm/values.h"
#include "compiler/types/declarations.h"

namespace meshc::codegen::helm {

/// `deploy` may be null: then it is a NATS server of the usual name. `leaving`: actors of former versions.
Map BuildTransport(const types::Deploy* deploy, const types::Declarations& declarations, const Map& leaving);
Map BuildState(const types::Deploy* deploy);
/// Empty: all messages of an actor share a queue.
Map BuildLanes(const types::Deploy* deploy);

}  // namespace meshc::codegen::helm
