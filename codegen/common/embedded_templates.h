// The text templates of `templates/cpp`, embedded in the binary.
#pragma once

#include <string_view>

namespace meshc::codegen {

/// The template `templates/cpp/<name>.mustache`; null if there is none.
std::string_view FindTemplate(std::string_view name);

}  // namespace meshc::codegen
