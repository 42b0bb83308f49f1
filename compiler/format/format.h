// The one style of the language.
#pragma once

#include <string>

#include "compiler/source/source_manager.h"
#include "compiler/syntax/file.h"

namespace meshc::format {

/// The text of `file` in canonical layout, with all of its comments; the same tokens in the same
/// order, but that empty statements are left out, commas at the end of lists follow the layout,
/// and the modes of a field stand in the order `in out var log`. Formatting the result again
/// changes nothing. `file` was parsed from `sources` without errors.
std::string Format(const syntax::File& file, const source::SourceManager& sources);

}  // namespace meshc::format
