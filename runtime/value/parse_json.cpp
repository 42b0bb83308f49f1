#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "mesh/value/json.h"
#include "mesh/value/utf8.h"

namespace mesh {
namespace {

/// How deep brackets nest outside of strings.
int Depth(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char character = text[i];
    if (in_string && character == '\\') {
      ++i;
    } else if (character == '"') {
      in_string = !in_string;
    } else if (!in_string && (character == '[' || character == '{')) {
      deepest = std::max(deepest, ++depth);
    } else if (!in_string && (character == ']' || character == '}')) {
      --depth;
    }
  }
  return deepest;
}

}  // namespace

std::variant<nlohmann::json, SchemaError> ParseJson(std::string_view text) {
  if (Depth(text) > kMaxJsonDepth) {
    return SchemaError{"", fmt::format("JSON is nested deeper than {} levels", kMaxJsonDepth)};
  }
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    // It quotes the text, whatever bytes that holds.
    return SchemaError{"", MendUtf8(fmt::format("this is not JSON: {}", error.what()))};
  }
}

}  // namespace mesh
