#include "compiler/lower/point_names.h"

#include <fmt/format.h>

namespace meshc::lower {

std::string PointNames::Sibling(std::string_view word) {
  std::string name = fmt::format("{}/{}", path_, word);
  return fmt::format("{}#{}", name, ++counts_[name]);
}

std::string PointNames::Arm(std::string_view construct, std::string_view label) {
  std::string name = fmt::format("{}[{}", construct, label);
  unsigned count = ++counts_[name];
  return count == 1 ? name + ']' : fmt::format("{}#{}]", name, count);
}

}  // namespace meshc::lower
