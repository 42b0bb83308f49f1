#include "mesh/envelope/stops.h"

#include <algorithm>

namespace mesh {
namespace {

bool SameStops(const Stop* left, const Stop* right, std::size_t count) {
  return std::equal(left, left + count, right);
}

/// The entry before the last `round` ones stands for rounds equal to them: count one more.
bool JoinsFolded(std::vector<Stop>& prev, std::size_t round) {
  if (prev.size() < round + 1) return false;
  Stop& folded = prev[prev.size() - round - 1];
  const Stop* last = prev.data() + prev.size() - round;
  if (folded.times < 2 || folded.of.size() != round || !SameStops(folded.of.data(), last, round))
    return false;
  ++folded.times;
  prev.resize(prev.size() - round);
  return true;
}

/// The last `round` entries equal the `round` ones before them: fold both.
bool FoldsTwo(std::vector<Stop>& prev, std::size_t round) {
  if (prev.size() < 2 * round) return false;
  const Stop* last = prev.data() + prev.size() - round;
  if (!SameStops(last - round, last, round)) return false;
  Stop folded;
  folded.times = 2;
  folded.of.assign(last, last + round);
  prev.resize(prev.size() - 2 * round);
  prev.push_back(std::move(folded));
  return true;
}

void Expand(const std::vector<Stop>& stops, std::vector<std::string>& names) {
  for (const Stop& stop : stops) {
    if (stop.times < 2)
      names.push_back(stop.name);
    else
      for (std::uint32_t i = 0; i < stop.times; ++i) Expand(stop.of, names);
  }
}

}  // namespace

void AppendStop(std::vector<Stop>& prev, std::string_view name) {
  prev.push_back({std::string(name), 1, {}});
  if (prev.size() <= kUnfoldedStops) return;
  for (std::size_t round = 1; round <= kLongestRound; ++round) {
    if (JoinsFolded(prev, round) || FoldsTwo(prev, round)) return;
  }
}

std::vector<std::string> ExpandStops(const std::vector<Stop>& prev) {
  std::vector<std::string> names;
  Expand(prev, names);
  return names;
}

std::string_view LastStop(const std::vector<Stop>& prev) {
  if (prev.empty()) return {};
  return prev.back().times < 2 ? std::string_view(prev.back().name) : LastStop(prev.back().of);
}

bool operator==(const Stop& a, const Stop& b) {
  return a.times == b.times && a.name == b.name && a.of == b.of;
}

}  // namespace mesh
