// What is found on torn lines.
#pragma once

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/source/source_manager.h"

namespace meshc::pipeline {

/// Leaves out what names, types and paths show of a line whose text has an error: as long as nobody knows
/// what stands there, it says nothing new. Errors of texts and all other lines stay.
void DropFollowUps(const source::SourceManager& sources, diagnostics::Diagnostics& diagnostics);

}  // namespace meshc::pipeline
