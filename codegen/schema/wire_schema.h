// The envelope as it travels, whatever its payload.
#pragma once

#include <string>

namespace meshc::codegen {

std::string WireSchema(const std::string& mesh);

}  // namespace meshc::codegen
