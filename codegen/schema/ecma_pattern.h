// Patterns of the language for readers of JSON Schema, which have another dialect of regular expressions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace meshc::codegen {

/// The RE2 pattern as one of ECMA-262 with the flag `u`, as JSON Schema recommends: it matches the same
/// texts. What other dialects read differently is written in words that Python's has, too, but for `\b`,
/// which counts other letters there, and `\p`, which it has not. None where ECMA-262 has no such thing: flags
/// within a pattern, single bytes, assertions that are repeated, `[[:^alpha:]]`. `pattern` is one that RE2
/// takes. Source: RE2's syntax page, ECMA-262 section 22.2.1.
std::optional<std::string> ToEcmaPattern(std::string_view pattern);

}  // namespace meshc::codegen
