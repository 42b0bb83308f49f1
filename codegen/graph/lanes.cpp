#include "codegen/graph/lanes.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace meshc::codegen::graph {

std::vector<std::size_t> AssignLanes(const std::vector<Stretch>& stretches) {
  std::vector<std::size_t> order(stretches.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return stretches[a].begin < stretches[b].begin; });
  using Taken = std::pair<double, std::size_t>;  // Until where, and which lane.
  std::priority_queue<Taken, std::vector<Taken>, std::greater<>> taken;
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> free;
  std::vector<std::size_t> lanes(stretches.size());
  std::size_t count = 0;
  for (const std::size_t i : order) {
    for (; !taken.empty() && taken.top().first < stretches[i].begin; taken.pop())
      free.push(taken.top().second);
    if (free.empty()) free.push(count++);
    lanes[i] = free.top();
    free.pop();
    taken.emplace(stretches[i].end, lanes[i]);
  }
  return lanes;
}

}  // namespace meshc::codegen::graph
