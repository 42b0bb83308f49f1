#include "compiler/driver/commands/expression_place.h"

#include <fmt/format.h>

#include <algorithm>

namespace meshc::driver {
namespace {

/// The point that the message ends with: "..., at `support/if`".
std::string_view PointIn(std::string_view message) {
  constexpr std::string_view kBefore = ", at `";
  const std::size_t at = message.rfind(kBefore);
  if (at == std::string_view::npos || !message.ends_with('`')) return {};
  message.remove_prefix(at + kBefore.size());
  message.remove_suffix(1);
  return message;
}

}  // namespace

std::string PlaceInSource(const Compilation& c, const mesh::Error& error) {
  if (error.name != "expression_error" || error.by_raise || !c.mesh) return {};
  const std::string_view name = PointIn(error.message);
  const auto point = std::find_if(c.mesh->points.begin(), c.mesh->points.end(),
                                  [&](const ir::Point& each) { return each.name == name; });
  if (point == c.mesh->points.end() || !point->origin.has_value()) return {};
  const auto place = c.sources.Locate(point->origin.file, point->origin.begin);
  return fmt::format("{}:{}:{}", c.sources.Name(point->origin.file), place.line, place.column);
}

}  // namespace meshc::driver
