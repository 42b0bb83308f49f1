// Base64 of RFC 4648 with padding: how `bytes` look on the wire.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mesh {

std::string EncodeBase64(std::string_view raw);
/// None if `text` is not exactly what EncodeBase64 gives for some bytes.
std::optional<std::string> DecodeBase64(std::string_view text);

}  // namespace mesh
