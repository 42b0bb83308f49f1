// What somebody may have meant who has misspelt a name.
#pragma once

#include <span>
#include <string_view>

namespace mesh {

/// The nearest of `known`, if a third of its letters at most, rounded up, are wrong, missing or too many;
/// empty: none is near.
std::string_view NearName(std::string_view name, std::span<const std::string_view> known);

}  // namespace mesh
