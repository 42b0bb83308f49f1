// The value of a string as written, with its quotes: `"a\n"`, `"""raw"""`.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace meshc::syntax {

/// What is between the quotes. A missing closing quote has been reported and is tolerated.
std::string_view StripQuotes(std::string_view literal);

/// True if the literal's value is not just its text.
bool HasEscapes(std::string_view literal);

/// Called for an escape that is none, with its place in the literal: [begin, end).
using OnBadEscape = std::function<void(std::size_t begin, std::size_t end)>;

/// The value of a literal that `HasEscapes`. Bad escapes are left out.
std::string ResolveEscapes(std::string_view literal, const OnBadEscape& on_bad_escape);

}  // namespace meshc::syntax
