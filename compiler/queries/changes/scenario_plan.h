// A scenario that leads to a step: what goes in, and what actors do on the way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

struct ScenarioPlan {
  std::string flow;
  std::string title;               ///< No other scenario bears it.
  std::string given;               ///< `{ text: "", count: 0 }`: the zeros of what the flow needs.
  std::vector<std::string> stubs;  ///< `stub triage chooses yes;`
  std::string point;               ///< Name of the step's point, by which a trace shows that it was reached.
};

/// Along the shortest way from the entry of the flow around the cursor to the step that the cursor is at:
/// routers choose and actors raise as that way needs. What conditions on the way say is not looked at. None:
/// no step, nothing is known of the flow's paths, or a field has no zero that can be written.
std::optional<ScenarioPlan> PlanScenario(const CheckedRoot& root, Place place);

/// `expectations`: `expect …;` lines.
std::string PrintScenario(const ScenarioPlan& plan, const std::vector<std::string>& expectations);

}  // namespace meshc::queries
