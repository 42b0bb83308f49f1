// What the scenarios of open texts come to.
#pragma once

#include <string>

#include "tests/property/editing/editor.h"
#include "tests/property/editing/examples.h"

namespace meshc::property {

/// One line per scenario of the files of `texts`, which are open and without errors.
std::string ScenarioOutcomes(Editor& editor, const Texts& texts);

}  // namespace meshc::property
