// Paths as URI references (RFC 3986), which is how SARIF names files.
#pragma once

#include <string>
#include <string_view>

namespace meshc::diagnostics {

/// A relative path stays relative and loses `./` and `a/..`; an absolute one becomes a `file:` URI.
/// Bytes that a path segment may not hold are percent-encoded.
std::string PathUri(std::string_view path);

}  // namespace meshc::diagnostics
