// What a run over JSON lines comes to.
#pragma once

#include <iosfwd>
#include <string>

#include "mesh/host/input_signals.h"
#include "mesh/host/json_lines.h"

namespace mesh::host {

/// The exit code: 0 if every envelope ended well, 1 if one failed or if there are signals from the file
/// `path` for inputs that never came; those are told to `complaints`.
int Judge(const Tally& tally, const InputSignals& signals, const std::string& path, std::ostream& complaints);

}  // namespace mesh::host
