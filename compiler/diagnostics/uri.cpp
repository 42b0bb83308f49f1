#include "compiler/diagnostics/uri.h"

#include <fmt/format.h>

#include <filesystem>

namespace meshc::diagnostics {
namespace {

/// What stands for itself between slashes. A colon would end a scheme in a first segment.
bool StandsForItself(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("-._~/!$&'()*+,;=@").find(c) != std::string_view::npos;
}

}  // namespace

std::string PathUri(std::string_view path) {
  const std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
  std::string uri = normal.is_absolute() ? "file://" : "";
  for (const char c : normal.generic_string()) {
    if (StandsForItself(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

}  // namespace meshc::diagnostics
