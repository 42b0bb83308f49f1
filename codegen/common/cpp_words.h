// Words that a C++ identifier may not be.
#pragma once

#include <string_view>

namespace meshc::codegen {

/// Keywords of C++20 and of g++ and clang++ with GNU extensions, alternative tokens, and names with small
/// letters that headers of C++ and POSIX define as macros.
bool IsCppWord(std::string_view name);

}  // namespace meshc::codegen
