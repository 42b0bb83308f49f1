// How a line that a handler logs is printed.
#pragma once

#include <string>
#include <string_view>

#include "mesh/actor/context.h"

namespace mesh::host {

/// `warning generator 0192f3c1-…: the model is slow`
std::string LogLine(actor::LogLevel level, std::string_view actor, std::string_view envelope_id,
                    std::string_view message);

}  // namespace mesh::host
