// A scenario, run in the server.
#pragma once

#include <string>

#include "compiler/language_server/session.h"

namespace meshc::language_server {

/// `{title, passed, failures, visits}`; with `trace` also `hops`: actor, outcome, attempt and place of each.
/// Throws RequestError if the file has errors, or no scenario of that title.
Json RunScenario(Session& session, const std::string& name, const std::string& title, bool trace);

}  // namespace meshc::language_server
