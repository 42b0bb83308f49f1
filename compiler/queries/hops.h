// Which hop a step is: how far an envelope has come when it arrives there.
#pragma once

#include <cstdint>
#include <map>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// Hops of the shortest way from the flow's entry to each step of it, the step's own included; steps that
/// nothing reaches are left out.
std::map<ir::PointId, std::uint32_t> HopNumbers(const ir::Mesh& mesh, types::FlowId flow);

}  // namespace meshc::queries
