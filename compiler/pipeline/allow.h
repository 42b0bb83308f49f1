// `@allow(MC5012, "reason")`: silences one warning on the declaration that it stands before.
#pragma once

#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/syntax/file.h"

namespace meshc::pipeline {

/// Removes the warnings that an `@allow` around their place names, and warns of an `@allow`
/// that names no code.
void ApplyAllows(const std::vector<syntax::File>& files, diagnostics::Diagnostics& diagnostics);

}  // namespace meshc::pipeline
