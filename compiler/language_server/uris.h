// Files as editors name them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace meshc::language_server {

/// Under which editors open files of the standard library: `meshc-std:/resilience.flow`.
inline constexpr std::string_view kLibraryScheme = "meshc-std:/";

/// The path of a `file:` URI, decoded. None: it is another URI.
std::optional<std::string> PathOfUri(std::string_view uri);
/// `path` is absolute.
std::string UriOfPath(std::string_view path);

}  // namespace meshc::language_server
