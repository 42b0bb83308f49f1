#include "mesh/transport/lanes/lane_order.h"

#include <algorithm>

namespace mesh::transport {

namespace {

/// Lanes that starve at one time are taken from one after the other, and the last of them is in time, too.
std::uint32_t LimitFor(std::size_t lanes) {
  return lanes < LaneOrder::kMostTakes ? LaneOrder::kMostTakes - static_cast<std::uint32_t>(lanes) : 1;
}

}  // namespace

LaneOrder::LaneOrder(const Lanes& lanes)
    : lanes_(lanes.names.size()), weighted_(!lanes.weights.empty()), limit_(LimitFor(lanes.names.size())) {
  for (std::size_t i = 0; i < std::min(lanes_.size(), lanes.weights.size()); ++i)
    lanes_[i].weight = lanes.weights[i];
}

std::optional<std::size_t> LaneOrder::Next(const std::vector<bool>& waits) {
  const auto first = std::ranges::find(waits, true);
  if (first == waits.end()) return std::nullopt;
  auto taken = Starving(waits);
  if (!taken) taken = weighted_ ? ByWeight(waits) : static_cast<std::size_t>(first - waits.begin());
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    lanes_[i].passed = waits[i] && i != *taken ? lanes_[i].passed + 1 : 0;
  return taken;
}

std::optional<std::size_t> LaneOrder::Starving(const std::vector<bool>& waits) const {
  std::optional<std::size_t> most;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    if (!waits[i] || lanes_[i].passed < limit_) continue;
    if (!most || lanes_[i].passed > lanes_[*most].passed) most = i;
  }
  return most;
}

/// Each lane saves up its weight, and who is taken from pays the sum: so takes of one lane are spread.
std::size_t LaneOrder::ByWeight(const std::vector<bool>& waits) {
  std::int64_t sum = 0;
  std::optional<std::size_t> most;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    if (!waits[i]) continue;
    sum += lanes_[i].weight;
    lanes_[i].credit += lanes_[i].weight;
    if (!most || lanes_[i].credit > lanes_[*most].credit) most = i;
  }
  lanes_[*most].credit -= sum;
  return *most;
}

}  // namespace mesh::transport
