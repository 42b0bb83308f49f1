// Bytes into a file, with the reason if it could not be done.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace meshc::driver {

/// Writes all of `content` to a file that must not exist yet; none if that is done.
std::optional<std::string> WriteNewFile(const std::string& path, std::string_view content);

/// Writes all of `content` to what stands at `path`: a device, a pipe, an open descriptor. Waits for the
/// reader of a pipe.
std::optional<std::string> WriteThrough(const std::string& path, std::string_view content);

/// True if `path` is to be written through: it leads to something that is no regular file, or to a
/// descriptor that somebody has open (`/dev/stdout`). False for folders and for what does not exist.
bool IsWrittenThrough(const std::string& path);

}  // namespace meshc::driver
