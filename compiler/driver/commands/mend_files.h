// `check --fix`: what the machine-applicable mends make of a program's files.
#pragma once

#include <map>
#include <string>

#include "compiler/driver/command_line/options.h"
#include "compiler/source/overlay_files.h"

namespace meshc::driver {

using source::OverlayFiles;

/// Mends round after round until no finding has a mend any more; a round that makes more syntax errors than
/// there were is dropped. The new texts lie over the old ones in `files`. Returns how many mends were
/// applied, by path.
std::map<std::string, std::size_t> MendFiles(const CommonOptions& options, OverlayFiles& files);

}  // namespace meshc::driver
