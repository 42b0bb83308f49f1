// Where the handlers of actors stand.
#pragma once

#include <string>

#include "compiler/language_server/workspace.h"

namespace meshc::language_server {

/// The name of the file that a manifest of the workspace's folders gives the actor; without one, of
/// `actors/<actor>.cpp` beside the root. Empty: there is none.
std::string FindHandler(const Workspace& workspace, const queries::CheckedRoot& root,
                        const queries::Declared& actor);

}  // namespace meshc::language_server
