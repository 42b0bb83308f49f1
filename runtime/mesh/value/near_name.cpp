#include "mesh/value/near_name.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace mesh {

namespace {

/// Letters to change, add or take away.
std::size_t Distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t before = row[0]++;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t changed = before + (from[i] == to[j] ? 0 : 1);
      before = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, before + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view NearName(std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t kLongest = 256;
  constexpr std::size_t kPart = 3;
  std::string_view nearest;
  std::size_t least = 0;
  if (name.size() > kLongest) return nearest;
  for (const std::string_view each : known) {
    const std::size_t distance = Distance(name, each);
    if (distance > (each.size() + kPart - 1) / kPart || (!nearest.empty() && distance >= least)) continue;
    nearest = each;
    least = distance;
  }
  return nearest;
}

}  // namespace mesh
