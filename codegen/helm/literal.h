// Text that neither Kubernetes nor Compose may expand.
#pragma once

#include <string>
#include <string_view>

namespace meshc::codegen::helm {

/// Both take a `$` for the begin of a variable, and `$$` for one `$`.
std::string Literal(std::string_view text);

}  // namespace meshc::codegen::helm
