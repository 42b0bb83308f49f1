// Text that every format for people can hold.
#pragma once

#include <string>
#include <string_view>

namespace meshc::codegen {

/// `text`, which is UTF-8, with each control character but tab and line end, each line end of Unicode and
/// mark of byte order, and each code point that is no character (U+FFFE, U+FFFF), written as the language
/// writes it: `\u{c}`. XML and YAML have no place for them.
std::string Printable(std::string_view text);
/// True if that is `text` itself.
bool IsPrintable(std::string_view text);

}  // namespace meshc::codegen
