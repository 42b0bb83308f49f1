// A scenario for the step that the cursor is at.
#pragma once

#include <optional>
#include <string>

#include "compiler/language_server/session.h"

namespace meshc::language_server {

/// Its text, with what a run of it showed as expectations; none: no run comes by the step.
std::optional<std::string> ScenarioHere(Session& session, const Cursor& cursor);

}  // namespace meshc::language_server
