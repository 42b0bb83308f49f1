// The file that a command names, as a source.
#pragma once

#include <optional>

#include "compiler/pipeline/compilation.h"
#include "compiler/source/file_system.h"

namespace meshc::pipeline {

/// Reads `c.path`. None: it cannot be read or holds no text, which is said in `c`.
std::optional<source::FileId> LoadRoot(const source::FileSystem& files, Compilation& c);

/// Takes over text that was read elsewhere, under the name `c.path`.
std::optional<source::FileId> AddRoot(std::string text, Compilation& c);

}  // namespace meshc::pipeline
