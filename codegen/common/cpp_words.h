// Words that a C++ identifier may not be.
#pragma once

#include <string_view>

namespace meshc::codegen {

/// Keywords of C++20, alternative tokens, and names that standard headers define as macros.
bool IsCppWord(std::string_view name);

}  // namespace meshc::codegen
