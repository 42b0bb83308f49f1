// Names in a message that may be many.
#pragma once

#include <string>
#include <vector>

#include "compiler/diagnostics/arguments.h"

namespace meshc::diagnostics {

/// As JoinNames; of more than a few, the first ones and how many more there are.
NameList ListNames(std::vector<std::string> names);

}  // namespace meshc::diagnostics
