// What the server tells editors that it can do.
#pragma once

#include <nlohmann/json.hpp>

#include "compiler/language_server/positions.h"

namespace meshc::language_server {

/// `pull`: the editor asks for findings and is not told of them.
nlohmann::json Capabilities(Encoding encoding, bool pull);

}  // namespace meshc::language_server
