// What is found in files, as editors take it.
#pragma once

#include <map>

#include "compiler/language_server/session.h"

namespace meshc::language_server {

/// The findings of each file that the roots reach, in the order of `meshc check`; what several roots say is
/// said once. Files of the standard library are left out; files without findings are there.
std::map<std::string, Json> CollectFindings(const Session& session, const std::vector<Root>& roots);

}  // namespace meshc::language_server
