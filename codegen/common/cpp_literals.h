// Literals of C++ for any value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace meshc::codegen {

/// `"text"`, with escapes; holds every byte, NUL included, when read with its length.
std::string CppString(std::string_view text);
/// True if a mark begins there, three bytes long, that turns the direction of writing: who reads code would
/// see another one, and compilers warn of it.
bool TurnsDirection(std::string_view text);
/// The smallest int has no literal of its own.
std::string CppInt(std::int64_t value);
/// Reads back as the same double.
std::string CppFloat(double value);

}  // namespace meshc::codegen
