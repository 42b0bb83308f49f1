// Patterns of the language for readers of JSON Schema, which have another dialect of regular expressions.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace meshc::codegen {

/// Of RE2 what ECMA-262 has not, with a way round it: literals.
struct EcmaGap {
  std::string_view lacks;    ///< `single bytes`, for behind "has no".
  std::string_view instead;  ///< What to write, for a help.
};

/// The RE2 pattern as one of ECMA-262 with the flag `u`, as JSON Schema recommends: it matches the same
/// texts. What other dialects read differently is written in words that Python's has, too, but for `\b`,
/// which counts other letters there, and `\p`, which it has not. `pattern` is one that RE2 takes.
/// Source: RE2's syntax page, ECMA-262 section 22.2.1.
std::variant<std::string, EcmaGap> ToEcmaPattern(std::string_view pattern);

}  // namespace meshc::codegen
